import VerbatimHAR
import VerbatimJSON

extension NamedValueSearch {
    /// Adds the value that goes with a name in another member, element or attribute, or in a part of a
    /// multipart body: `{"name": "token", "value": "..."}`, `<key>token</key><string>...</string>`,
    /// `<input name="token" value="...">` and `form-data; name="token"`.
    mutating func searchPair(_ name: Name) {
        if beginsElement(name) { return addNextElement(after: name) }
        if let named = member(of: name) { return addMember(beside: named, of: name) }
        guard let tag else { return addPart(after: name) }
        guard searched != tag else { return }
        searched = tag
        addNamedValues(inTagAt: tag)
    }

    /// A member of an object whose value is a string.
    struct Member {
        let quote: EscapedText.Unit
        /// The index of the quote before the value.
        let start: Int
        let content: Range<Int>
    }

    private static let longestPair = 1024

    /// Keeps the member that has a name, as the name that it goes with can follow.
    mutating func keepValue(_ name: Name) {
        if let member = member(of: name) { value = member }
    }

    private func member(of name: Name) -> Member? {
        guard let opening = name.before, opening.isQuote,
            let closing = text.unit(ifAt: name.range.upperBound), closing.byte == opening.byte
        else { return nil }
        return member(afterName: name.range.upperBound + closing.length)
    }

    /// Returns the member whose name ends at an index, with its quotes.
    private func member(afterName end: Int) -> Member? {
        let colon = text.skippingSpace(end)
        guard let unit = text.unit(":", at: colon) else { return nil }
        let start = text.skippingSpace(colon + unit.length)
        guard let quote = text.unit(ifAt: start), quote.isQuote else { return nil }
        let content = start + quote.length
        // The content is compared with names, or replaced, and so read once.
        return Member(
            quote: quote, start: start, content: content..<text.endOfString(from: content, opening: quote))
    }

    /// Adds the value beside a member that has the name of a secret, if no other object begins between them.
    private mutating func addMember(beside named: Member, of name: Name) {
        let plain = Array(string(named.content.prefix(64)).decodingJSON.utf8)
        let rule = names.rule(of: plain, in: .json) ?? names.rule(of: plain, in: .header)
        guard let rule else { return }
        plain.withUnsafeBytes { plain in
            if let next = nextValue(from: named.content.upperBound + named.quote.length) {
                _ = addString(at: next.start, next.quote, of: plain, rule, isNested: false)
            } else if let value, name.range.lowerBound - value.content.upperBound < Self.longestPair,
                value.content.upperBound < name.range.lowerBound,
                !text.bytes[value.content.upperBound..<name.range.lowerBound].contains(where: \.isBracket)
            {
                _ = addString(at: value.start, value.quote, of: plain, rule, isNested: false)
            }
        }
    }

    /// Returns the next member named `value` in the same object.
    private mutating func nextValue(from start: Int) -> Member? {
        guard start >= pairEnd else { return nil }
        var position = start
        defer { pairEnd = position }
        while position < start + Self.longestPair, let unit = text.unit(ifAt: position) {
            guard !unit.byte.isBracket else { break }
            position += unit.length
            guard unit.isQuote else { continue }
            let close = text.endOfString(from: position, opening: unit)
            let isValue = string(position..<close).namesValue
            position = close + unit.length
            if isValue, let member = member(afterName: position) { return member }
        }
        return nil
    }

    /// Adds the first text after an element that has the name of a secret.
    private mutating func addNextElement(after name: Name) {
        let named = textRun(from: endOfTag(from: name.range.upperBound))
        let plain = Array(named.text.plain.prefix(64).utf8)
        guard !plain.isEmpty, let rule = names.rule(of: plain, in: .xml) else { return }
        var position = named.end
        for _ in 0..<4 {
            guard let open = text.unit(ifAt: position) else { return }
            let run = textRun(from: endOfTag(from: position + open.length))
            position = run.end
            if !run.text.range.isEmpty { return _ = addAll([run.text], of: plain, rule) }
        }
    }
}

extension String {
    fileprivate var namesValue: Bool { ["value", "val", "content"].contains(lowercased()) }
}

extension UInt8 {
    fileprivate var isBracket: Bool { "{}[]".utf8.contains(self) }
}
