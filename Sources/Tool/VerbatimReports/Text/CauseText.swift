import VerbatimContract
import VerbatimJSON

/// A cause as text: what happened, where it shows in a recording and in the app, and what to do.
///
///     breaking: itunes renamed 'trackName' to 'trackTitle'
///       --> Recordings/itunes/lookup/1.json:7:206
///      7 | …Envelope Rhyme", "trackTitle":"ABBA, CDDC", "collectionCensored…
///        |                                ^^^^^^^^^^^^
///       --> Sources/App/ITunesItem.swift:86:23
///     86 |     public let trackName: String
///        |                ^^^^^^^^^ expects String, but it is missing
///       = 38 places in 11 recordings: GET /search -> 200, GET /lookup -> 200
///       = rules: response-property-missing, model-missing-key
///       = fix: write `case trackName = "trackTitle"`, and accept it with `verbatim review itunes`
struct CauseText {
    let style: TextStyle
    let width: Int
    let excerpts: ExcerptReader

    /// The lines of a cause, without line breaks.
    ///
    /// - Parameter copes: Whether the app decodes what shows it nevertheless.
    func lines(of cause: Cause, copes: Bool = false) -> [String] {
        let shown = cause.shown
        var lines = [headline(of: cause)]
        if let shown, let location = shown.location {
            lines += excerpt(at: location, of: shown, cause.mark(of: shown))
        }
        if !cause.kind.isDamage, let property = cause.affected.first(where: { $0.location != nil }),
            let location = property.location
        {
            lines += excerpt(at: location, of: nil, property.reasonAfterName)
        }
        lines.append("  = \(cause.extent)".cut(to: width))
        if case .instance(let value) = shown?.evidence {
            lines.append("  = in the instance \(value.text(.compact).onOneLine)".cut(to: width))
        }
        if let since = cause.since { lines.append("  = since \(since)") }
        if let versions = cause.versions { lines.append("  = \(versions)".cut(to: width)) }
        if copes { lines.append("  = the app copes with it") }
        lines.append("  = \(cause.ruleNames)".cut(to: width))
        return lines + (cause.fix.isEmpty ? [] : ["  = fix: \(cause.fix)"])
    }

    /// The severity and the title, such as those of a note, which is one line.
    func headline(of cause: Cause) -> String {
        style.colored("\(cause.severity.word):", as: cause.severity) + " " + style.bold(cause.title)
    }

    /// A location with its line, which is cut around the value, and the value marked.
    private func excerpt(at location: SourceLocation, of finding: Finding?, _ mark: String) -> [String] {
        let excerpt = excerpts.excerpt(at: location, pointer: finding?.pointer, part: finding?.part)
        guard let line = excerpt?.lines.first(where: { !$0.value.isEmpty }) else {
            return ["  --> \(location)".cutFront(to: width)]
        }
        // Of a header or a status, the excerpt is within the entry of the archive.
        let exact = location.column == nil ? SourceLocation(file: location.file, line: line.number) : location
        let place = ["  --> \(exact)".cutFront(to: width)]
        let number = "\(line.number)"
        let margin = String(repeating: " ", count: max(0, 4 - number.count))
        let room = width - margin.count - number.count - 3
        let value = line.value.printableCells.cut(to: max(8, room / 2))
        let before = String(line.before.printableCells.suffix(max(0, min(24, room - value.count))))
        let isCut = before.count < line.before.count
        let start = isCut ? "…" + before.dropFirst() : before
        let after = line.after.printableCells.cut(to: max(0, room - start.count - value.count))
        let caret = String(repeating: "^", count: max(1, value.count))
        let blank = margin + String(repeating: " ", count: number.count) + " | "
        let text = String(repeating: " ", count: start.count) + caret + (mark.isEmpty ? "" : " " + mark)
        return place + ["\(margin)\(number) | \(start)\(value)\(after)", (blank + text).cut(to: width)]
    }
}

extension Cause {
    /// The finding that shows it best: the new property of a renamed one, or else the first with a location.
    var shown: Finding? {
        let about = findings.filter { $0.model == nil && $0.location != nil }
        let located = about.filter { $0.location?.column != nil }
        let new =
            kind.isReplacement || kind == .error || kind == .paging
            ? (located + about + history).first {
                names.contains($0.pointer?.tokens.last ?? "") && $0.rule.symptom == .new
            } : nil
        return new ?? located.first ?? about.first ?? findings.first { $0.location != nil } ?? history.first
    }

    /// What the marked value is.
    func mark(of finding: Finding) -> String {
        switch kind {
        case .renamed: return "was \((names.first ?? "").quotedExcerpt())"
        case .added, .replaced, .wrapped, .moved, .unwrapped, .error, .paging: return "new"
        default:
            if finding.isChange { return finding.old.isEmpty ? "" : "was \(finding.old)" }
            let isAboutModel = finding.model != nil || finding.expected.isEmpty
            return isAboutModel ? finding.expected : "expected \(finding.expected)"
        }
    }

    /// How much it is about: `38 values in 11 recordings: GET /search -> 200 and 2 more requests`.
    var extent: String {
        let requests = exchanges.prefix(2).joined(separator: ", ")
        let more = exchanges.count > 2 ? " and \(String.count(exchanges.count - 2, "more request"))" : ""
        let seen = findings.isEmpty ? String.count(history.count, "change") : self.seen
        return [seen, requests + more].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// The rules that found it: `rules: response-property-missing, model-missing-key`.
    var ruleNames: String {
        let rules = findings.map(\.rule.id).uniqued
        return String.count(findings.total, "finding") + " of "
            + (rules.prefix(2) + (rules.count > 2 ? ["\(rules.count - 2) more"] : [])).joined(separator: ", ")
    }
}

extension Severity {
    /// The severity as people read it: `breaking`, `warning`, `note`.
    package var word: String { self == .info ? "note" : rawValue }
}

extension String {
    /// The text in characters that each take one cell of a terminal.
    fileprivate var printableCells: String { replacingTabs.onOneLine }

    private var replacingTabs: String { String(map { $0 == "\t" ? " " : $0 }) }

    /// Returns the text, cut at its end to a number of columns; its colors end there.
    package func cut(to width: Int) -> String {
        guard columns > width else { return self }
        guard contains("\u{1b}") else { return width < 1 ? "" : prefix(width - 1) + "…" }
        var (text, used, isEscaped) = ("", 0, false)
        for character in self {
            if character == "\u{1b}" { isEscaped = true }
            if isEscaped || used < width - 1 { text.append(character) }
            if !isEscaped { used += 1 } else if character == "m" { isEscaped = false }
            if used == width - 1, !isEscaped { text.append("…") }
        }
        return text
    }

    /// Returns a path, cut in its middle to a number of characters.
    fileprivate func cutFront(to width: Int) -> String {
        guard count > width, width > 24 else { return self }
        let head = prefix(16)
        return head + "…" + suffix(width - head.count - 1)
    }
}
