import Foundation

/// Finds a value in bytes however it is spelled there: as it is, or with any of its characters escaped as URLs,
/// forms, JSON or XML escape them.
///
/// Which characters are escaped is the writer's choice (`a/b%3Dc` and `a%2fb%3dc` are one value), so the spellings
/// are not listed but read.
struct SecretSpelling: Sendable {
    private let value: [UInt8]
    /// The bytes a spelling can begin with.
    private let beginnings: [UInt8]

    init(_ value: String) {
        self.value = Array(value.utf8)
        let first = self.value.prefix(1)
        let isPlain = first.allSatisfy {
            Character(UnicodeScalar($0)).isLetter || Character(UnicodeScalar($0)).isNumber
        }
        beginnings = first + (isPlain ? [] : [.percent, .plus, .backslash, .ampersand])
    }

    /// The first spelling at or after a start, or nil.
    func first(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Range<Int>? {
        beginnings.compactMap { first(in: bytes, from: start, beginningWith: $0) }
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

    /// The end of the value when it begins at a location, or nil.
    private func end(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var location = start
        for byte in value {
            guard location < bytes.count else { return nil }
            if bytes[location] == byte {
                location += 1
            } else if let length = SecretSpelling.escape(of: byte, in: bytes, at: location) {
                location += length
            } else {
                return nil
            }
        }
        return location
    }

    /// The length of an escape that stands for a byte, or nil when there is none.
    private static func escape(of byte: UInt8, in bytes: UnsafeRawBufferPointer, at location: Int) -> Int? {
        switch bytes[location] {
        case .percent: return hex(bytes, location + 1, 2) == Int(byte) ? 3 : nil
        case .plus: return byte == .space ? 1 : nil
        case .backslash:
            guard location + 1 < bytes.count else { return nil }
            if bytes[location + 1] == UInt8(ascii: "u") {
                return hex(bytes, location + 2, 4) == Int(byte) ? 6 : nil
            }
            return jsonEscapes[bytes[location + 1]] == byte ? 2 : nil
        case .ampersand:
            let rest = UnsafeRawBufferPointer(rebasing: bytes[location...])
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

    /// What a message calls a spelling.
    static func name(of spelling: some Sequence<UInt8>, value: String) -> String {
        let bytes = Array(spelling)
        if bytes == Array(value.utf8) { return "as it is" }
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
