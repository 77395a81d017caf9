import Foundation
import VerbatimHAR

/// Finds the values that a text assigns to the names of secrets, whatever the format of the text.
///
/// It reads bytes from start to end, so that JSON under any media type, truncated JSON, URLs inside JSON and
/// pages with scripts are all treated alike, and every byte that is not secret stays as it is. Each byte is
/// read a bounded number of times.
struct NamedValueSearch {
    /// A value in the text.
    struct Match {
        var range: Range<Int>
        /// The name that the value has in the text.
        var name: String
        var rule: SecretNames.Rule
        /// The value without escapes.
        var value: String
        /// Whether it is a JSON number.
        var isNumber = false
    }

    /// An occurrence of a name.
    struct Name {
        var range: Range<Int>
        /// The character before the name, or nil at the start of the text.
        var before: EscapedText.Unit?
    }

    let text: EscapedText
    let names: SecretNames
    let source: SecretNames.Source
    private(set) var matches: [Match] = []
    /// The index at which the search continues.
    var index = 0
    /// The last character that is no part of a name.
    private var last: EscapedText.Unit?
    /// The index of the `<` of the tag that the search is in.
    private(set) var tag: Int?
    /// The quote of the attribute that the search is in.
    private var attributeQuote: UInt8?
    /// The start of the line that the search is in.
    private(set) var line = 0
    /// The tag or line whose named values have been searched.
    var searched = -1
    /// The end of the last multipart part whose name has been read.
    var partEnd = 0
    /// The end of the JSON array or object of a usual name that the search is in.
    var containerEnd = 0
    /// The end of the last element of a usual name whose texts have been read.
    var elementEnd = 0
    /// The end of the last element of a given name whose texts have been read.
    var givenElementEnd = 0
    /// The end of the last CDATA section that has been read.
    var sectionEnd = 0
    /// The end of the last value of a query item.
    var itemEnd = 0
    /// The end of the part of a multipart body that the search is in, if it is known.
    var boundary = -1

    /// - Parameters:
    ///   - bytes: The text, which must stay valid as long as the search is used.
    ///   - names: The names of secrets.
    ///   - source: The origin of the text.
    init(_ bytes: UnsafeRawBufferPointer, _ names: SecretNames, _ source: SecretNames.Source) {
        text = EscapedText(bytes: bytes)
        self.names = names
        self.source = source
    }

    /// Returns all values, in order; none overlap.
    mutating func run() -> [Match] {
        while index < text.bytes.count {
            if text.bytes[index].isNameCharacter {
                readName()
            } else {
                let unit = text.unit(at: index)
                unit.byte.isNameCharacter && unit.length > 1 ? readName() : pass(unit)
            }
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
        case UInt8(ascii: "<"):
            (tag, attributeQuote) = (index, nil)
        case UInt8(ascii: ">") where attributeQuote == nil:
            tag = nil
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            if attributeQuote == unit.byte {
                attributeQuote = nil
            } else if tag != nil, attributeQuote == nil, last?.byte == UInt8(ascii: "=") {
                attributeQuote = unit.byte
            }
        case UInt8(ascii: "\n"): line = index + 1
        default: break
        }
        last = unit
        index += unit.length
        if unit.byte == UInt8(ascii: ":") { addUserInfo(after: index) }
    }

    /// Reads a name, and the value that it has if it is secret.
    private mutating func readName() {
        let start = index
        let bytes = text.bytes
        var end = start
        while end < bytes.count, bytes[end].isNameCharacter { end += 1 }
        index = end
        guard index == bytes.count || !bytes[index].isEscape else { return readEscapedName(from: start) }
        let name = Name(range: start..<index, before: last)
        last = nil
        match(name, UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
    }

    /// Reads a name that may contain escaped characters.
    private mutating func readEscapedName(from start: Int) {
        var name = Array(text.bytes[start..<index])
        while let unit = text.unit(ifAt: index), unit.byte.isNameCharacter {
            name.append(unit.byte)
            index += unit.length
        }
        let occurrence = Name(range: start..<index, before: last)
        last = nil
        name.withUnsafeBytes { match(occurrence, $0) }
    }

    /// Searches a name that the bytes of other names cannot contain, such as one with a space.
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
        guard names.mayContain(plain) else { return }
        for candidate in plain.withLastPart {
            if let rule = names.rule(of: candidate, in: .json), addJSON(name, candidate, rule) { return }
            if let rule = names.rule(of: candidate, in: .query), addQueryItem(name, candidate, rule) {
                return
            }
            if let rule = names.rule(of: candidate, in: .xml), addMarkup(name, candidate, rule) { return }
        }
    }

    /// Adds a value if it is secret.
    ///
    /// - Returns: Whether it is secret.
    @discardableResult
    mutating func add(
        _ range: Range<Int>, of name: UnsafeRawBufferPointer, _ rule: SecretNames.Rule, value: String,
        source: SecretNames.Source? = nil, isNested: Bool = false, isNumber: Bool = false
    ) -> Bool {
        guard !range.isEmpty, SecretNames.isSecret(value, rule, source ?? self.source, isNested: isNested)
        else { return false }
        let name = names.placeholderName(String(decoding: name, as: UTF8.self), rule)
        matches.append(Match(range: range, name: name, rule: rule, value: value, isNumber: isNumber))
        return true
    }

    func string(_ range: Range<Int>) -> String {
        String(decoding: text.bytes[range], as: UTF8.self)
    }

    func string(of unit: EscapedText.Unit, at index: Int) -> String {
        string(index..<min(index + unit.length, text.bytes.count))
    }
}

extension UnsafeRawBufferPointer {
    /// The name, and the part after its last dot if there is one.
    fileprivate var withLastPart: [UnsafeRawBufferPointer] {
        guard let dot = lastIndex(of: UInt8(ascii: ".")), dot + 1 < count else { return [self] }
        return [self, UnsafeRawBufferPointer(rebasing: self[(dot + 1)...])]
    }

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
    /// Whether it begins an escape.
    fileprivate var isEscape: Bool {
        self == UInt8(ascii: "%") || self == UInt8(ascii: "\\") || self == UInt8(ascii: "&")
    }
}
