package import Foundation
package import VerbatimHAR
package import VerbatimJSON

/// A format of bodies that are a sequence of items, each a JSON value or modeled as one.
///
/// https://spec.openapis.org/oas/v3.2.0.html#sequential-media-types
package enum ItemFormat: Sendable, Hashable, Codable {
    /// A JSON text on each line: https://jsonlines.org
    case lines
    /// JSON texts, each after a record separator: https://www.rfc-editor.org/rfc/rfc7464
    case sequence
    /// Events of a server: https://html.spec.whatwg.org/multipage/server-sent-events.html
    case events
    /// The JSON among the parts of a body: https://www.rfc-editor.org/rfc/rfc2046#section-5.1.3
    case parts

    /// Returns the items of a body, in order. Empty lines, and fields without an event, are ignored; so is
    /// `[DONE]` at the end of events whose data is read.
    ///
    /// - Parameter readsData: Whether the data of an event that is a JSON object or array is one in the item
    ///   rather than a string.
    package func items(in body: Data, readsData: Bool = true) -> ItemSequence {
        let bytes = [UInt8](body.withoutByteOrderMark)
        return switch self {
        case .lines: ItemSequence(Self.texts(in: bytes, separatedBy: 0x0a))
        case .sequence: ItemSequence(Self.texts(in: bytes, separatedBy: 0x1e))
        case .events: EventReader.events(in: bytes, readsData: readsData)
        case .parts: ItemSequence(Self.parts(in: bytes))
        }
    }

    /// Returns the body that has the items of an array, with the text of each as it is in that.
    package func body(of array: JSON) -> Data {
        var body = ""
        for item in array.elements {
            let text = Self.line(item)
            switch self {
            case .lines: body += text + "\n"
            case .sequence: body += "\u{1e}\(text)\n"
            case .events: body += Self.event(of: item)
            case .parts: body += "--part\r\nContent-Type: application/json\r\n\r\n\(text)\r\n"
            }
        }
        return Data((self == .parts ? body + "--part--\r\n" : body).utf8)
    }

    /// Returns the text of a value without line breaks, which are white space in JSON.
    private static func line(_ value: JSON) -> String {
        String(decoding: value.text.utf8.map { $0 == 0x0a || $0 == 0x0d ? 0x20 : $0 }, as: UTF8.self)
    }

    private static func event(of item: JSON) -> String {
        var text = ""
        for (name, value) in item.members {
            let lines = value.string?.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
            for line in lines ?? [line(value)] { text += "\(name): \(line)\n" }
        }
        return text + "\n"
    }

    /// Returns the beginning of a body that has no part of an item at its end.
    fileprivate func wholeItems(of body: Data) -> Data {
        let ends = [UInt8](body)
        let isEnd = { (index: Int) in ends[index] == 0x0a || ends[index] == 0x0d }
        let last = ends.indices.last { index in
            guard self == .events else {
                return ends[index] == 0x0a && (self != .parts || ends[..<index].isDelimiter)
            }
            let isPair = index > 0 && ends[index] == 0x0a && ends[index - 1] == 0x0d
            let before = index - (isPair ? 2 : 1)
            return isEnd(index) && (before < 0 || isEnd(before))
        }
        return body.prefix(last.map { $0 + 1 } ?? 0)
    }

    private static func texts(in bytes: [UInt8], separatedBy separator: UInt8) -> [ItemSequence.Item] {
        var items: [ItemSequence.Item] = []
        var lines: [ItemSequence.Line] = []
        var (start, line, column) = (0, 1, 1)
        for index in 0...bytes.count {
            let byte = index < bytes.count ? bytes[index] : separator
            guard byte == separator || byte == 0x0a else { continue }
            lines.append(ItemSequence.Line(text: bytes[start..<index], line: line, column: column))
            (line, column) = byte == 0x0a ? (line + 1, 1) : (line, column + index - start + 1)
            start = index + 1
            guard byte == separator else { continue }
            if lines.contains(where: { $0.text.contains { $0 > 0x20 } }) {
                items.append(ItemSequence.Item(lines: lines))
            }
            lines = []
        }
        return items
    }

    /// Returns the parts that are JSON, as their fields say.
    private static func parts(in bytes: [UInt8]) -> [ItemSequence.Item] {
        var items: [ItemSequence.Item] = []
        var lines: [ItemSequence.Line] = []
        var (delimiter, isHead, isJSON) = (ArraySlice<UInt8>?.none, false, false)
        for (index, text) in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
            let text = text.last == 0x0d ? text.dropLast() : text
            if delimiter.map({ text.starts(with: $0) }) ?? text.starts(with: "--".utf8) {
                if isJSON, lines.contains(where: { !$0.text.isEmpty }) {
                    items.append(ItemSequence.Item(lines: lines))
                }
                (delimiter, lines, isHead, isJSON) = (delimiter ?? text, [], true, false)
            } else if isHead, text.isEmpty {
                isHead = false
            } else if isHead {
                isJSON = isJSON || isJSONType(text)
            } else {
                lines.append(ItemSequence.Line(text: text, line: index + 1, column: 1))
            }
        }
        return items
    }

    /// Whether a field says that a part is JSON.
    private static func isJSONType(_ field: ArraySlice<UInt8>) -> Bool {
        let parts = String(decoding: field, as: UTF8.self).split(separator: ":", maxSplits: 1)
        guard let name = parts.first, parts.count == 2, name.lowercased() == "content-type" else {
            return false
        }
        return MediaType(parts[1].trimmingCharacters(in: .whitespaces))?.isJSON ?? false
    }
}

extension ArraySlice<UInt8> {
    /// Whether the last line begins as the delimiter of parts does.
    fileprivate var isDelimiter: Bool {
        let start = lastIndex(of: 0x0a).map { $0 + 1 } ?? startIndex
        return self[start...].starts(with: "--".utf8)
    }
}

extension ItemFormat: CustomStringConvertible {
    /// The format in a message.
    package var description: String {
        switch self {
        case .lines: "JSON Lines"
        case .sequence: "a sequence of JSON texts"
        case .events: "a stream of events"
        case .parts: "JSON in parts"
        }
    }
}

extension MediaType {
    /// The format of the items, if the type is a sequential one whose items have values.
    package var itemFormat: ItemFormat? {
        if canonicalEssence == "application/jsonl" { return .lines }
        if essence == "application/json-seq" || essence.hasSuffix("+json-seq") { return .sequence }
        if essence == "multipart/mixed" { return .parts }
        return essence == "text/event-stream" ? .events : nil
    }
}

extension JSON {
    /// The kind of an item: the name of the event, or the `type` of it or of its data; nil if it has none.
    package var itemKind: String? {
        self["event"].string ?? self["data"]["type"].string ?? self["type"].string
    }
}

extension MediaTypeObject {
    /// The format of the items, if there are some: that of lines for a range of types.
    package var itemFormat: ItemFormat? { range.itemFormat ?? itemSchema.map { _ in .lines } }
}

extension Interaction {
    /// The format of the items in the body of the response, if its media type says that it has some.
    package var itemFormat: ItemFormat? {
        outcome.response?.headers["Content-Type"].flatMap(MediaType.init)?.itemFormat
    }
}

extension Outcome {
    /// The response that is held to a contract: a complete one, or a stream that the app has cancelled, as
    /// far as whole items have arrived.
    ///
    /// A response 304 has no body; the one in the archive of a browser is that of the 200 in its cache.
    /// RFC 9110, section 15.4.5: https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5
    package var judgedResponse: HTTPResponse? {
        switch self {
        case .response(var response):
            if response.status == 304, response.body.storedSize > 0 { response.status = 200 }
            return response
        case .failure(let failure, let partial):
            guard failure.isCancellation, var response = partial,
                let format = response.headers["Content-Type"].flatMap(MediaType.init)?.itemFormat,
                let body = try? response.body.storedBytes()
            else { return nil }
            response.body = .data(format.wholeItems(of: body))
            return response
        }
    }
}

/// The items of a body as one JSON array, which knows where they are in the body.
package struct ItemSequence: Sendable {
    struct Line {
        let text: ArraySlice<UInt8>
        /// The position in the body of the first byte, from 1.
        let line: Int
        let column: Int
        /// Whether the text is not in the body, so that all of it has one position.
        var isConverted = false
    }

    /// An item as JSON text.
    struct Item {
        let lines: [Line]
        /// Whether the lines between the first and the last are the data of an event.
        let hasData: Bool
        /// The offset in the body of the end of the text.
        let end: Int

        init(lines: [Line], hasData: Bool = false, end: Int? = nil) {
            self.lines = lines
            self.hasData = hasData
            self.end = end ?? lines.last { !$0.isConverted }?.text.endIndex ?? 0
        }

        /// The event with its data as a string.
        var withText: Item {
            let data = lines.dropFirst().dropLast()
            let bytes = data.map(\.text).joined(separator: [0x0a])
            let text = JSONValue.string(String(decoding: Array(bytes), as: UTF8.self)).text(.compact)
            let string = data.prefix(1).map {
                Line(text: ArraySlice(text.utf8), line: $0.line, column: $0.column, isConverted: true)
            }
            return Item(lines: Array(lines.prefix(1)) + string + Array(lines.suffix(1)), end: end)
        }
    }

    /// The array of the items; nil if it is too deep to be read.
    package let json: JSON?
    /// What is no item, with its position in the body.
    package let problems: [(position: JSONPosition, reason: String)]
    /// The position of an event within which the body ends.
    package let unfinished: JSONPosition?
    /// The offset in the body of the end of each item's text.
    package let ends: [Int]
    /// The positions in the body of the lines of the array, in its text.
    private let positions: [(line: Int, column: Int, isConverted: Bool)]

    /// The messages of a WebSocket in one direction that are text; their positions are those in the archive.
    package init(_ messages: [WebSocketMessage], _ direction: WebSocketMessage.Direction) {
        self.init(
            messages.filter { $0.direction == direction }.compactMap { message in
                message.json.map { json in
                    let (text, position) = (ArraySlice(json.utf8), message.position)
                    return Item(lines: [
                        Line(text: text, line: position.line, column: position.column, isConverted: true)
                    ])
                }
            })
    }

    init(_ items: [Item], unfinished: JSONPosition? = nil) {
        self.unfinished = unfinished
        let whole: [Item]
        if let json = Self.json(of: items) {
            (self.json, whole, problems) = (json, items, [])
        } else {
            (whole, problems) = Self.separate(items)
            json = Self.json(of: whole)
        }
        ends = whole.map(\.end)
        var positions: [(line: Int, column: Int, isConverted: Bool)] = []
        for item in whole {
            for (index, line) in item.lines.enumerated() {
                // The first line of an item follows a bracket or a comma.
                let column = index == 0 && !line.isConverted ? line.column - 1 : line.column
                positions.append((line.line, column, line.isConverted))
            }
        }
        self.positions = positions
    }

    /// Returns the position in the body of a position in the text of the array.
    package func position(of inner: JSONPosition) -> JSONPosition {
        guard positions.indices.contains(inner.line - 1) else {
            return JSONPosition(offset: 0, line: positions.last?.line ?? 1, column: 1)
        }
        let start = positions[inner.line - 1]
        let column = start.isConverted ? start.column : max(1, start.column + inner.column - 1)
        return JSONPosition(offset: inner.offset, line: start.line, column: column)
    }

    /// Returns the array of the items; nil if one is no JSON, or only together with others.
    private static func json(of items: [Item]) -> JSON? {
        var text: [UInt8] = []
        var starts: [Int] = []
        for item in items {
            text.append(UInt8(ascii: starts.isEmpty ? "[" : ","))
            starts.append(text.count)
            for line in item.lines {
                text += line.text
                text.append(0x0a)
            }
        }
        text += (items.isEmpty ? "[]" : "]").utf8
        guard let json = try? JSON(parsing: text), json.count == items.count else { return nil }
        let ends = starts.dropFirst() + [text.count]
        let areSeparate = zip(json.elements, zip(starts, ends)).allSatisfy { item, range in
            range.0..<range.1 ~= item.range.lowerBound
        }
        return areSeparate ? json : nil
    }

    /// Separates the items from what is no JSON; such data of events is text.
    private static func separate(
        _ items: [Item]
    ) -> (whole: [Item], problems: [(position: JSONPosition, reason: String)]) {
        var (whole, problems) = ([Item](), [(position: JSONPosition, reason: String)]())
        for item in items {
            do {
                _ = try JSON(parsing: item.lines.map(\.text).joined(separator: [0x0a]).map(\.self))
                whole.append(item)
            } catch {
                if item.hasData {
                    whole.append(item.withText)
                } else if let line = item.lines.dropFirst(error.position.line - 1).first {
                    let position = JSONPosition(
                        offset: 0, line: line.line, column: line.column + error.position.column - 1)
                    problems.append((position, "\(error.reason)"))
                }
            }
        }
        return (whole, problems)
    }
}
