import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Bodies as HTML: JSON with values that can be folded, images, and text; of others the type and the size.
///
/// It is a class, as all bodies of a page together are limited.
final class BodyHTML {
    private let redact: (String) -> String
    /// The number of bytes that bodies may still have.
    private var rest = pageLimit
    /// The number of lines that texts may still have.
    private var restLines = pageLineLimit

    /// The number of bytes, and of lines, of all bodies of a page.
    private static let (pageLimit, pageLineLimit) = (32 << 20, 100_000)
    /// The number of bytes of a body that is read, and of an image.
    private static let (readLimit, imageLimit) = (8 << 20, 2 << 20)
    /// The number of lines, and of bytes, of a text that are shown.
    private static let (lineLimit, textLimit) = (4000, 400_000)

    init(_ redact: @escaping (String) -> String) { self.redact = redact }

    /// - Parameters:
    ///   - name: The name of the body: `Body of the response`.
    ///   - path: The path of the file with the body, which a note names.
    ///   - interaction: The interaction whose response it is, or nil for the body of a request.
    func html(
        of body: HTTPBody, named name: String, path: String? = nil, in interaction: Interaction? = nil
    ) -> HTML {
        let place = path.map { ": \($0)" } ?? ""
        if case .lost(let kind) = body { return note(kind.reason) }
        if let size = body.fileSize, size > min(Self.readLimit, rest) {
            return note("\(size) bytes are not shown\(place)")
        }
        let bytes: Data
        do {
            bytes = try body.bytes()
        } catch {
            return note("\(error)")
        }
        guard bytes.count <= min(Self.readLimit, rest) else {
            return note("\(bytes.count) bytes are not shown\(place)")
        }
        rest -= bytes.count
        switch BodyKind(bytes) {
        case .empty: return note("no body")
        case .image(let type) where bytes.count <= Self.imageLimit:
            let size = String.count(bytes.count, "byte")
            return """
                <p><img src="data:\(type);base64,\(bytes.base64EncodedString())" alt="\(name)"></p>
                \(note("\(type), \(size)"))
                """
        case .image(let type): return note("\(type), \(bytes.count) bytes\(place)")
        case .json, .jsonp, .html, .xml, .text, .binary:
            guard let text = String(bytes: bytes, encoding: .utf8) else {
                return note("\(bytes.count) bytes, not text\(place)")
            }
            let redacted = redact(text)
            if let interaction, let listing = ItemListing(interaction, bytes, shown: redacted) {
                return html(of: listing, name, place)
            }
            guard let json = JSONLines(Data(redacted.utf8)) else { return plain(redacted, name, place) }
            return html(of: json, name, place)
        }
    }

    private func note(_ text: String) -> HTML {
        "<p class=\"note\">\(redact(text).excerpt(ReportPage.textLimit))</p>\n"
    }

    // MARK: Text

    private func plain(_ text: String, _ name: String, _ place: String) -> HTML {
        let shown = text.utf8.count <= Self.textLimit ? text[...] : text.prefix(Self.textLimit)
        let lines = shown.split(separator: /\r?\n/, omittingEmptySubsequences: false)
        let html = lines.prefix(min(Self.lineLimit, restLines)).map { line -> HTML in
            "\(String(line).replacing("\t", with: "    "))\n"
        }
        restLines -= html.count
        let isWhole = lines.count == html.count && shown.endIndex == text.endIndex
        return """
            <pre class="body" tabindex="0" aria-label="\(name)">\(html)</pre>
            \(isWhole ? nil : note("the rest of \(text.utf8.count) bytes is not shown\(place)"))
            """
    }

    // MARK: Items

    /// The number of items from which they are folded at first.
    private static let openItems = 8

    private func html(of listing: ItemListing, _ name: String, _ place: String) -> HTML {
        let isOpen = listing.items.count <= Self.openItems
        var html = HTML()
        var count = 0
        for item in listing.items.prefix(Self.lineLimit) where restLines > 0 {
            let label = [item.event].compactMap(\.self).map { event -> HTML in " <b>\(event.excerpt())</b>" }
            let details: HTML? =
                item.details.isEmpty
                ? nil : " <span class=\"note\">\(item.details.joined(separator: " · ").excerpt())</span>"
            let place = "\(place), \(item.pointer)"
            let value =
                JSONLines(Data(item.text.utf8)).map { self.html(of: $0, item.pointer, place) }
                ?? plain(item.text, item.pointer, place)
            html += """
                <li><details\(isOpen ? " open" : "")><summary><code>\(item.pointer)</code>\(label)\(details) \
                <span class="excerpt">\(item.summary.excerpt())</span></summary>
                \(value)</details></li>

                """
            count += 1
        }
        let more = listing.items.count - count
        return """
            <ol class="items" aria-label="\(name)">
            \(html)</ol>
            \(more == 0 ? nil : note("\(more) more items are not shown\(place)"))\
            \(listing.rest.isEmpty ? nil : plain(listing.rest, "The rest of the body", place))
            """
    }

    // MARK: JSON

    /// A line that begins an array or object: the line that ends it, and the number of its elements.
    private struct Container {
        var end: Int
        var count = 0
        /// Whether it is an element of an array after the first one.
        let isLater: Bool
    }

    private func html(of json: JSONLines, _ name: String, _ place: String) -> HTML {
        var (lines, size) = ([JSONLines.Line](), 0)
        for line in json.lines.prefix(min(Self.lineLimit, restLines)) {
            size += line.value.utf8.count
            guard size <= Self.textLimit else { break }
            lines.append(line)
        }
        restLines -= lines.count
        let containers = containers(of: lines)
        var html = HTML()
        // Whether each array or object that has begun can be folded.
        var open: [Bool] = []
        for (index, line) in lines.enumerated() {
            if let container = containers[index] {
                open.append(open.count < Self.foldedDepth)
                html +=
                    open.last == true
                    ? fold(line, container, isOpen: isOpen(container, at: index, depth: open.count))
                    : "<div>\(self.html(of: line))</div>"
            } else {
                html += "<div>\(self.html(of: line))</div>"
                if line.kind == .closing, open.popLast() == true { html += "</details>\n" }
            }
        }
        for isFolded in open where isFolded { html += "</details>" }
        let isWhole = !lines.isEmpty && open.isEmpty
        return """
            <div class="json" role="region" tabindex="0" aria-label="\(name)">\(html)</div>
            \(isWhole ? nil : note("the rest of \(json.text.utf8.count) bytes is not shown\(place)"))
            """
    }

    /// The number of levels that can be folded: browsers nest no more than some hundred elements.
    private static let foldedDepth = 64

    private func containers(of lines: [JSONLines.Line]) -> [Int: Container] {
        var containers: [Int: Container] = [:]
        var open: [Int] = []
        for (index, line) in lines.enumerated() {
            if line.kind == .closing {
                if let start = open.popLast() { containers[start]?.end = index }
                continue
            }
            let position = open.last.map { start -> Int in
                containers[start]?.count += 1
                return containers[start]?.count ?? 0
            }
            guard line.kind == .opening else { continue }
            containers[index] = Container(
                end: lines.count, isLater: line.name.isEmpty && position.map { $0 > 1 } ?? false)
            open.append(index)
        }
        return containers
    }

    /// Whether a value is shown at first: the first levels, and what is not long.
    private func isOpen(_ container: Container, at index: Int, depth: Int) -> Bool {
        let length = container.end - index
        return depth <= 2 || length <= (container.isLater ? 8 : 200)
    }

    private func fold(_ line: JSONLines.Line, _ container: Container, isOpen: Bool) -> HTML {
        let isArray = line.value == "["
        let count =
            isArray
            ? String.count(container.count, "element")
            : String.count(container.count, "property", plural: "properties")
        return """
            <details\(isOpen ? " open" : "")><summary>\(html(of: line))\
            <span class="fold">\(count) \(isArray ? "]" : "}")</span></summary>
            """
    }

    private func html(of line: JSONLines.Line) -> HTML {
        let name: HTML? = line.name.isEmpty ? nil : "<span class=\"name\">\(line.name)</span>: "
        let value: HTML =
            switch line.kind {
            case .string, .number, .literal: "<span class=\"\(line.kind.rawValue)\">\(line.value)</span>"
            case .opening, .closing, .empty: "\(line.value)"
            }
        return "\(line.indentation)\(name)\(value)\(line.comma)"
    }
}

extension HTTPBody {
    /// The size of the file with the body, if there is one.
    fileprivate var fileSize: Int? {
        switch self {
        case .file(let url), .laidOut(let url, _): FileState(path: url.path(percentEncoded: false))?.size
        case .data, .lost: nil
        }
    }
}
