import Foundation

/// Finds the values that a text assigns to the name of a secret, whatever the format of the text.
///
/// It searches bytes, so that JSON under any media type, truncated JSON, URLs inside JSON and pages with
/// scripts are all treated alike, and every byte that is not secret stays as it is.
struct NamedValueSearch: Sendable {
    /// A value in the text.
    struct Match: Sendable {
        var range: Range<Int>
        var encoding: Encoding
    }

    /// The encoding of a value in the text.
    enum Encoding: Sendable {
        case percentEncoded, jsonString, jsonNumber, xml, raw
    }

    private let locations: Set<Secret.Location>
    /// The name as given, in lower case, in upper case and capitalized.
    private let names: [[UInt8]]

    init(_ secret: Secret) {
        locations = secret.locations
        let variants: Set = [
            secret.name, secret.name.lowercased(), secret.name.uppercased(), secret.name.capitalized,
        ]
        names = variants.sorted().map { Array($0.utf8) }
    }

    /// Finds every value of the name.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - isForm: Whether the whole text is a form or a query, so that it can begin with a name.
    func matches(in bytes: UnsafeRawBufferPointer, isForm: Bool) -> [Match] {
        names.flatMap { name in
            var matches: [Match] = []
            var start = 0
            while let found = ByteSearch.first(name, in: bytes, from: start) {
                let text = NameContext(bytes: bytes, name: found..<(found + name.count), isForm: isForm)
                if let match = match(text) { matches.append(match) }
                start = found + name.count
            }
            return matches
        }
    }

    private func match(_ text: NameContext) -> Match? {
        let inJSON = locations.contains(.json) ? text.jsonValue : nil
        let inQuery = locations.contains(.query) ? text.queryValue ?? text.partValue : nil
        let inXML = locations.contains(.xml) ? text.attributeValue ?? text.elementValue : nil
        return [inJSON, inQuery, inXML].compactMap { $0 }.first { !$0.range.isEmpty }
    }
}

/// An occurrence of a name in a text, with the values that its context can assign to it.
private struct NameContext {
    let bytes: UnsafeRawBufferPointer
    let name: Range<Int>
    let isForm: Bool

    private func byte(_ index: Int) -> UInt8? {
        bytes.indices.contains(index) ? bytes[index] : nil
    }

    private var before: UInt8? { byte(name.lowerBound - 1) }
    private var after: UInt8? { byte(name.upperBound) }

    private func skippingSpace(_ start: Int) -> Int {
        var index = start
        while let byte = byte(index), byte.isSpace { index += 1 }
        return index
    }

    private func end(from start: Int, where isEnd: (UInt8) -> Bool) -> Int {
        var index = start
        while let byte = byte(index), !isEnd(byte) { index += 1 }
        return index
    }

    private func precedes(_ text: StaticString) -> Bool {
        let start = name.lowerBound - text.utf8CodeUnitCount
        guard start >= 0 else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
    }

    /// `"name": "value"`, `"name": 12`.
    var jsonValue: NamedValueSearch.Match? {
        guard before == UInt8(ascii: "\""), after == UInt8(ascii: "\"") else { return nil }
        let colon = skippingSpace(name.upperBound + 1)
        guard byte(colon) == UInt8(ascii: ":") else { return nil }
        let start = skippingSpace(colon + 1)
        guard byte(start) == UInt8(ascii: "\"") else {
            let end = end(from: start) { !$0.isNumberCharacter }
            return .init(range: start..<end, encoding: .jsonNumber)
        }
        var end = start + 1
        while let byte = byte(end), byte != UInt8(ascii: "\"") { end += byte == UInt8(ascii: "\\") ? 2 : 1 }
        return .init(range: (start + 1)..<min(end, bytes.count), encoding: .jsonString)
    }

    /// `?name=value`, also after `&amp;` and `\u0026`, and at the start of a form.
    var queryValue: NamedValueSearch.Match? {
        guard after == UInt8(ascii: "=") else { return nil }
        let begins = before.map { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "&") } ?? isForm
        guard begins || precedes("&amp;") || precedes("\\u0026") else { return nil }
        let end = end(from: name.upperBound + 1) { $0.endsQueryValue }
        return .init(range: (name.upperBound + 1)..<end, encoding: .percentEncoded)
    }

    /// The part of a multipart body with this name.
    var partValue: NamedValueSearch.Match? {
        guard before == UInt8(ascii: "\""), after == UInt8(ascii: "\""), precedes("name=\""),
            let headEnd = ByteSearch.first(Array("\r\n\r\n".utf8), in: bytes, from: name.upperBound),
            let end = ByteSearch.first(Array("\r\n--".utf8), in: bytes, from: headEnd + 2)
        else { return nil }
        return .init(range: min(headEnd + 4, end)..<end, encoding: .raw)
    }

    /// `<a name="value">`.
    var attributeValue: NamedValueSearch.Match? {
        guard before?.isSpace == true else { return nil }
        let equals = skippingSpace(name.upperBound)
        let start = skippingSpace(equals + 1)
        guard byte(equals) == UInt8(ascii: "="), let quote = byte(start),
            quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        else { return nil }
        return .init(range: (start + 1)..<end(from: start + 1) { $0 == quote }, encoding: .xml)
    }

    /// `<name>value</name>`, also with a prefix and attributes.
    var elementValue: NamedValueSearch.Match? {
        guard before == UInt8(ascii: "<") || before == UInt8(ascii: ":"), let after,
            after == UInt8(ascii: ">") || after.isSpace
        else { return nil }
        let close = end(from: name.upperBound) { $0 == UInt8(ascii: ">") }
        guard byte(close) != nil, byte(close - 1) != UInt8(ascii: "/") else { return nil }
        var start = close + 1
        let section = Array("<![CDATA[".utf8)
        if ByteSearch.first(section, in: bytes, from: start) == start { start += section.count }
        let end = end(from: start) { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "]") }
        return .init(range: start..<end, encoding: .xml)
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }

    fileprivate var isNumberCharacter: Bool {
        switch self {
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"),
            UInt8(ascii: "E"):
            true
        default: false
        }
    }

    fileprivate var endsQueryValue: Bool {
        switch self {
        case UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"),
            UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: ")"):
            true
        default: isSpace
        }
    }
}
