import Foundation

/// Finds a value in bytes, whether or not its characters are escaped for URLs, forms, JSON or XML.
///
/// The writer chooses the characters to escape: `a/b%3Dc` and `a%2fb%3dc` are one value. So escapes are
/// decoded, and not enumerated.
struct EscapedPattern: Sendable {
    private let value: [UInt8]
    /// The first bytes that an occurrence can have.
    private let firstBytes: [UInt8]

    init(_ value: String) {
        self.value = Array(value.utf8)
        let first = self.value.prefix(1)
        let isPlain = first.allSatisfy {
            Character(UnicodeScalar($0)).isLetter || Character(UnicodeScalar($0)).isNumber
        }
        firstBytes = first + (isPlain ? [] : [.percent, .plus, .backslash, .ampersand])
    }

    /// Returns the range of the first occurrence at or after a start, or nil.
    func first(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Range<Int>? {
        firstBytes.compactMap { first(in: bytes, from: start, beginningWith: $0) }
            .min { $0.lowerBound < $1.lowerBound }
    }

    private func first(
        in bytes: UnsafeRawBufferPointer, from start: Int, beginningWith byte: UInt8
    ) -> Range<Int>? {
        var start = start
        while let found = ByteSearch.first(byte, in: bytes, from: start) {
            if let end = end(in: bytes, from: found) { return found..<end }
            start = found + 1
        }
        return nil
    }

    /// Returns the end of the value if it begins at an index, or nil.
    private func end(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var index = start
        for byte in value {
            guard index < bytes.count else { return nil }
            if bytes[index] == byte {
                index += 1
            } else if let length = EscapedPattern.escape(of: byte, in: bytes, at: index) {
                index += length
            } else {
                return nil
            }
        }
        return index
    }

    /// Returns the length of an escape that means a byte, or nil if there is no such escape.
    private static func escape(of byte: UInt8, in bytes: UnsafeRawBufferPointer, at index: Int) -> Int? {
        switch bytes[index] {
        case .percent: return hex(bytes, index + 1, 2) == Int(byte) ? 3 : nil
        case .plus: return byte == .space ? 1 : nil
        case .backslash:
            guard index + 1 < bytes.count else { return nil }
            if bytes[index + 1] == UInt8(ascii: "u") {
                return hex(bytes, index + 2, 4) == Int(byte) ? 6 : nil
            }
            return jsonEscapes[bytes[index + 1]] == byte ? 2 : nil
        case .ampersand:
            let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
            return entities.first { $0.byte == byte && rest.starts(with: $0.text) }?.text.count
        default: return nil
        }
    }

    private static func hex(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ count: Int) -> Int? {
        guard start + count <= bytes.count else { return nil }
        return Int(String(decoding: bytes[start..<(start + count)], as: UTF8.self), radix: 16)
    }

    private static let jsonEscapes: [UInt8: UInt8] = [
        .quote: .quote, .backslash: .backslash, UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "n"): 0x0a,
        UInt8(ascii: "r"): 0x0d, UInt8(ascii: "t"): 0x09, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0c,
    ]

    private static let entities: [(text: [UInt8], byte: UInt8)] = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"),
        ("&#34;", "\""), ("&#38;", "&"),
    ].map { (Array($0.0.utf8), $0.1.utf8.first ?? 0) }

    /// Returns the form of an occurrence, for messages.
    static func description(of occurrence: some Sequence<UInt8>, value: String) -> String {
        let bytes = Array(occurrence)
        if bytes == Array(value.utf8) { return "in plain text" }
        if bytes.contains(.backslash) { return "JSON-escaped" }
        return bytes.contains(.percent) || bytes.contains(.plus) ? "percent-encoded" : "XML-escaped"
    }
}

extension UInt8 {
    fileprivate static let percent = UInt8(ascii: "%")
    fileprivate static let plus = UInt8(ascii: "+")
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let backslash = UInt8(ascii: "\\")
    fileprivate static let ampersand = UInt8(ascii: "&")
    fileprivate static let quote = UInt8(ascii: "\"")
}
