import Foundation
import VerbatimHAR

/// Finds the values that a text assigns to the names of secrets, whatever the format of the text.
///
/// It reads bytes from start to end, so that JSON under any media type, truncated JSON, URLs inside JSON and
/// pages with scripts are all treated alike, and every byte that is not secret stays as it is. Each byte is
/// read a bounded number of times.
struct NamedValueSearch {
    struct Match {
        var range: Range<Int>
        var name: String
        var rule: SecretNames.Rule
        /// The value without escapes.
        var value: String
        var isNumber = false
    }

    struct Name {
        var range: Range<Int>
        /// The character before the name, or nil at the start of the text.
        var before: EscapedText.Unit?
    }

    let text: EscapedText
    let names: SecretNames
    let source: SecretNames.Source
    private(set) var matches: [Match] = []
    var index = 0
    /// The last character that is no part of a name.
    private var last: EscapedText.Unit?
    /// The index of the `<` of the tag that the search is in.
    private(set) var tag: Int?
    private var attributeQuote: UInt8?
    private(set) var line = 0
    /// The tag or line whose named values have been searched.
    var searched = -1
    /// The end of the last multipart part whose name has been read.
    var partEnd = 0
    /// The end of the JSON array or object of a usual name that the search is in.
    private var containerEnd = 0
    /// The end of the last element whose texts have been read, of a usual name and of a given one.
    var elementEnd = (usual: 0, given: 0)
    /// The end of the last CDATA section that has been read.
    var sectionEnd = 0
    /// The last member named `value`, and the end of the last object in which one was searched for.
    var value: Member?
    var pairEnd = 0
    /// The end of the last value of a query item.
    var itemEnd = 0
    /// The ends of the parts of a multipart body, and of their header fields, by line break.
    var boundaries = NamedValueSearch.lineBreaks.map { ForwardSearch($0 + Array("--".utf8)) }
    var heads = NamedValueSearch.lineBreaks.map { ForwardSearch($0 + $0) }

    /// Creates a search of bytes, which must stay valid as long as it is used.
    init(_ bytes: UnsafeRawBufferPointer, _ names: SecretNames, _ source: SecretNames.Source) {
        text = EscapedText(bytes: bytes)
        self.names = names
        self.source = source
    }

    /// Returns all values, in order; none overlap.
    mutating func run() -> [Match] {
        while index < text.bytes.count {
            let unit = text.unit(at: index)
            unit.byte.isNameCharacter ? readName() : pass(unit)
        }
        for name in names.withOtherCharacters { searchBytes(of: name) }
        matches.sort { $0.range.lowerBound < $1.range.lowerBound }
        var end = 0
        return matches.filter { match in
            guard match.range.lowerBound >= end else { return false }
            end = match.range.upperBound
            return true
        }
    }

    /// Passes a character between names.
    private mutating func pass(_ unit: EscapedText.Unit) {
        switch unit.byte {
        case "<": (tag, attributeQuote) = (index, nil)
        case ">" where attributeQuote == nil: tag = nil
        case "\"", "'":
            if attributeQuote == unit.byte {
                attributeQuote = nil
            } else if tag != nil, attributeQuote == nil, let last, last.byte == "=" {
                attributeQuote = unit.byte
            }
        case "\n": line = index + 1
        default: break
        }
        last = unit
        index += unit.length
        if unit.byte == ":" { addUserInfo(after: index) }
    }

    /// Reads a name, whose characters may be escaped, and the value that it has if it is secret.
    private mutating func readName() {
        let start = index
        while index < text.bytes.count, text.bytes[index].isNameCharacter { index += 1 }
        let plain = UnsafeRawBufferPointer(rebasing: text.bytes[start..<index])
        let before = last
        last = nil
        guard index < text.bytes.count, text.bytes[index].isEscape else {
            return match(Name(range: start..<index, before: before), plain)
        }
        var name = Array(plain)
        while let unit = text.unit(ifAt: index), unit.byte.isNameCharacter {
            name.append(unit.byte)
            index += unit.length
        }
        name.withUnsafeBytes { match(Name(range: start..<index, before: before), $0) }
    }

    private mutating func searchBytes(of name: [UInt8]) {
        var start = 0
        while let found = ByteSearch.first(name, in: text.bytes, from: start) {
            index = found + name.count
            start = index
            let before = found > 0 ? EscapedText.Unit(byte: text.bytes[found - 1], length: 1) : nil
            name.withUnsafeBytes { match(Name(range: found..<(found + name.count), before: before), $0) }
        }
    }

    /// Adds the value of a name, and continues after it.
    private mutating func match(_ name: Name, _ plain: UnsafeRawBufferPointer) {
        if plain.namesAnother { searchPair(name) }
        if plain.isValue { keepValue(name) }
        guard names.mayContain(plain) else { return }
        if let rule = names.rule(of: plain, in: .header), addField(name, plain, rule) { return }
        for candidate in plain.withLastPart {
            if let rule = names.rule(of: candidate, in: .json), addJSON(name, candidate, rule) { return }
            if let rule = names.rule(of: candidate, in: .query), addQueryItem(name, candidate, rule) {
                return
            }
            if let rule = names.rule(of: candidate, in: .xml), addMarkup(name, candidate, rule) { return }
        }
    }

    @discardableResult
    mutating func add(
        _ range: Range<Int>, of name: UnsafeRawBufferPointer, _ rule: SecretNames.Rule, value: String,
        source: SecretNames.Source? = nil, isNested: Bool = false, isNumber: Bool = false
    ) -> Bool {
        guard !range.isEmpty, SecretNames.isSecret(value, rule, source ?? self.source, isNested: isNested)
        else { return false }
        let name = names.placeholderName(String(decoding: name, as: UTF8.self), rule)
        matches.append(Match(range: range, name: name, rule: rule, value: value, isNumber: isNumber))
        index = max(index, range.upperBound)
        return true
    }

    func string(_ range: Range<Int>) -> String {
        String(decoding: text.bytes[range.clamped(to: 0..<text.bytes.count)], as: UTF8.self)
    }

    func string(of unit: EscapedText.Unit, at index: Int) -> String { string(index..<(index + unit.length)) }

    // MARK: JSON

    /// Adds the value of a property: `"name": "value"`, `"name": 12`, and every string and number in
    /// `"name": [...]` and `"name": {...}`. The name of a property in a script may have no quotes.
    ///
    /// `true`, `false` and `null` are no secrets: a placeholder would break the type. Returns whether the
    /// name has a value that is secret.
    private mutating func addJSON(
        _ name: Name, _ plain: UnsafeRawBufferPointer, _ rule: SecretNames.Rule
    ) -> Bool {
        var end = name.range.upperBound
        let opening = name.before.flatMap { $0.isQuote ? $0 : nil }
        let closing = text.unit(ifAt: end)
        let isQuoted = opening.map { $0.byte == closing?.byte && $0.length == closing?.length } ?? false
        if isQuoted { end += opening?.length ?? 0 }
        let colon = text.skippingSpace(end)
        guard let unit = text.unit(":", at: colon) else { return false }
        let start = text.skippingSpace(colon + unit.length)
        guard let first = text.unit(ifAt: start) else { return false }
        if first.isQuote { return addString(at: start, first, of: plain, rule, isNested: !isQuoted).isSecret }
        guard isQuoted else { return false }
        switch first.byte {
        case "[", "{": return addContainer(at: start, of: plain, rule)
        default: return addNumber(at: start, of: plain, rule)
        }
    }

    mutating func addString(
        at start: Int, _ quote: EscapedText.Unit, of name: UnsafeRawBufferPointer, _ rule: SecretNames.Rule,
        isNested: Bool
    ) -> (isSecret: Bool, close: Int) {
        let content = text.beginningOfString(at: start, quote)
        let close = text.endOfString(from: content, opening: quote)
        let value = EscapedText.unescape(string(content..<close), like: string(of: quote, at: start))
        return (add(content..<close, of: name, rule, value: value.decodingJSON, isNested: isNested), close)
    }

    private mutating func addNumber(
        at start: Int, of name: UnsafeRawBufferPointer, _ rule: SecretNames.Rule, isNested: Bool = false
    ) -> Bool {
        let end = endOfNumber(from: start)
        // Under `session` or `token`, a number is a count or an identifier.
        let canBeSecret = rule.isGiven || (rule == .usual(.certain) && !isNested)
        return canBeSecret
            && add(
                start..<end, of: name, rule, value: string(start..<end), isNested: isNested, isNumber: true)
    }

    private func endOfNumber(from start: Int) -> Int {
        text.bytes[start...].firstIndex { !"0123456789-+.eE".utf8.contains($0) } ?? text.bytes.count
    }

    /// Adds the strings and numbers of an array or an object; the names in it are not values.
    private mutating func addContainer(
        at start: Int, of name: UnsafeRawBufferPointer, _ rule: SecretNames.Rule
    ) -> Bool {
        // The values of a given name are secret without exception. Those of a usual one may not be, so the
        // search continues in them.
        guard rule.isGiven || start >= containerEnd else { return false }
        let resumed = index
        var position = start
        var depth = 0
        repeat {
            let unit = text.unit(at: position)
            switch unit.byte {
            case "[", "{": depth += 1
            case "]", "}": depth -= 1
            case "\"":
                position = addElement(at: position, unit, of: name, rule)
                continue
            case "0"..."9", "-":
                _ = addNumber(at: position, of: name, rule, isNested: true)
                position = max(endOfNumber(from: position), position + unit.length)
                continue
            default: break
            }
            position += unit.length
        } while depth > 0 && position < text.bytes.count
        containerEnd = max(containerEnd, position)
        index = rule.isGiven ? position : resumed
        return rule.isGiven
    }

    /// Adds a string in an array or an object unless it is the name of a property, and returns its end.
    private mutating func addElement(
        at start: Int, _ quote: EscapedText.Unit, of name: UnsafeRawBufferPointer, _ rule: SecretNames.Rule
    ) -> Int {
        let close = text.endOfString(from: start + quote.length, opening: quote)
        let end = text.unit(ifAt: close).map { close + $0.length } ?? close
        if text.unit(":", at: text.skippingSpace(end)) == nil {
            _ = addString(at: start, quote, of: name, rule, isNested: true)
        }
        return end
    }
}

extension UnsafeRawBufferPointer {
    /// The name, and the part after its last dot if there is one.
    fileprivate var withLastPart: [UnsafeRawBufferPointer] {
        guard let dot = lastIndex(where: { $0 == "." }), dot + 1 < count else { return [self] }
        return [self, UnsafeRawBufferPointer(rebasing: self[(dot + 1)...])]
    }

    /// Whether the value of the name can go with another name.
    fileprivate var isValue: Bool { count == 5 && elementsEqual("value".utf8) { $0 | 0x20 == $1 } }

    /// Whether the value of the name is itself a name: `name="token" value="..."`.
    fileprivate var namesAnother: Bool {
        switch count {
        case 3: elementsEqual("key".utf8) { $0 | 0x20 == $1 }
        case 4: elementsEqual("name".utf8) { $0 | 0x20 == $1 }
        default: false
        }
    }
}

extension UInt8 {
    fileprivate var isEscape: Bool { self == "%" || self == "\\" || self == "&" }
}
