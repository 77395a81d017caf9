import Foundation

extension NamedValueSearch {
    /// Adds the value of a property: `"name": "value"`, `"name": 12`, and every string and number in
    /// `"name": [...]` and `"name": {...}`. The name of a property in a script may have no quotes.
    ///
    /// `true`, `false` and `null` are no secrets: a placeholder would break the type.
    ///
    /// - Returns: Whether the name has a value that is secret.
    mutating func addJSON(_ name: Name, _ plain: UnsafeRawBufferPointer, _ rule: SecretNames.Rule) -> Bool {
        let isQuoted = name.before.map { $0.isQuote && closesName(name, $0) } ?? false
        let after = isQuoted ? name.range.upperBound + (name.before?.length ?? 0) : name.range.upperBound
        let colon = text.skippingSpace(after)
        guard let unit = text.unit(ifAt: colon), unit.byte == UInt8(ascii: ":") else { return false }
        let start = text.skippingSpace(colon + unit.length)
        guard let first = text.unit(ifAt: start) else { return false }
        if first.isQuote { return addString(at: start, first, of: plain, rule, isNested: !isQuoted) }
        guard isQuoted else { return false }
        switch first.byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"): return addContainer(at: start, of: plain, rule)
        default: return addNumber(at: start, of: plain, rule)
        }
    }

    private func closesName(_ name: Name, _ opening: EscapedText.Unit) -> Bool {
        guard let unit = text.unit(ifAt: name.range.upperBound) else { return false }
        return unit.byte == opening.byte && unit.length == opening.length
    }

    private mutating func addString(
        at start: Int, _ quote: EscapedText.Unit, of name: UnsafeRawBufferPointer, _ rule: SecretNames.Rule,
        isNested: Bool = false
    ) -> Bool {
        let content = start + quote.length
        let end = text.endOfString(from: content, opening: quote)
        guard
            add(
                content..<end, of: name, rule, value: plainString(content..<end, quote, at: start),
                isNested: isNested)
        else { return false }
        index = max(index, end)
        return true
    }

    private func plainString(_ range: Range<Int>, _ quote: EscapedText.Unit, at index: Int) -> String {
        EscapedText.unescape(string(range), like: string(of: quote, at: index)).decodingJSON
    }

    private mutating func addNumber(
        at start: Int, of name: UnsafeRawBufferPointer, _ rule: SecretNames.Rule, isNested: Bool = false
    ) -> Bool {
        let end = endOfNumber(from: start)
        guard end > start, canBeNumber(rule, isNested: isNested),
            add(start..<end, of: name, rule, value: string(start..<end), isNested: isNested, isNumber: true)
        else { return false }
        index = max(index, end)
        return true
    }

    private func endOfNumber(from start: Int) -> Int {
        var end = start
        while end < text.bytes.count, text.bytes[end].isNumberCharacter { end += 1 }
        return end
    }

    /// Whether a number can be secret. Under `session` or `token`, it is a count or an identifier.
    private func canBeNumber(_ rule: SecretNames.Rule, isNested: Bool) -> Bool {
        switch rule {
        case .given: true
        case .usual(let confidence): confidence == .certain && !isNested
        }
    }

    /// Adds the strings and numbers of an array or an object; the names in it are not values.
    private mutating func addContainer(
        at start: Int, of name: UnsafeRawBufferPointer, _ rule: SecretNames.Rule
    ) -> Bool {
        // The values of a given name are secret without exception. Those of a usual one may not be, so the
        // search continues in them.
        let isGiven = rule.isGiven
        guard isGiven || start >= containerEnd else { return false }
        let resumed = index
        var position = start
        var depth = 0
        repeat {
            let unit = text.unit(at: position)
            switch unit.byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "\""):
                position = addElement(at: position, unit, of: name, rule)
                continue
            case 0x30...0x39, UInt8(ascii: "-"):
                _ = addNumber(at: position, of: name, rule, isNested: true)
                position = max(endOfNumber(from: position), position + unit.length)
                continue
            default: break
            }
            position += unit.length
        } while depth > 0 && position < text.bytes.count
        containerEnd = max(containerEnd, position)
        index = isGiven ? position : resumed
        return isGiven
    }

    /// Adds a string in an array or an object unless it is the name of a property, and returns its end.
    private mutating func addElement(
        at start: Int, _ quote: EscapedText.Unit, of name: UnsafeRawBufferPointer, _ rule: SecretNames.Rule
    ) -> Int {
        let content = start + quote.length
        let close = text.endOfString(from: content, opening: quote)
        let end = text.unit(ifAt: close).map { close + $0.length } ?? close
        let next = text.skippingSpace(end)
        guard text.unit(ifAt: next)?.byte != UInt8(ascii: ":") else { return end }
        add(
            content..<close, of: name, rule, value: plainString(content..<close, quote, at: start),
            isNested: true)
        return end
    }
}

extension EscapedText.Unit {
    var isQuote: Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
}

extension UInt8 {
    fileprivate var isNumberCharacter: Bool {
        switch self {
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"),
            UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
