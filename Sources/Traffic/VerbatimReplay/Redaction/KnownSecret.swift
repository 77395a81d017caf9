import Foundation

/// A secret whose value is known, with the patterns that find it.
struct KnownSecret: Sendable {
    let name: String
    let value: String
    let escaped: EscapedPattern
    let base64: Base64Pattern

    init(name: String, value: String) {
        self.name = name
        self.value = value
        escaped = EscapedPattern(value)
        base64 = Base64Pattern(value)
    }

    /// Whether bytes contain the value, escaped or in base64.
    func occurs(in bytes: UnsafeRawBufferPointer) -> Bool {
        escaped.first(in: bytes) != nil || base64.first(in: bytes, from: 0) != nil
    }
}

/// Finds a value in base64, in the standard and the URL-safe alphabet.
struct Base64Pattern: Sendable {
    /// The encodings of the value alone, without padding.
    let whole: [[UInt8]]
    /// The part of the encoding that does not depend on the neighbors of the value, for each of the three
    /// alignments.
    let aligned: [[UInt8]]

    init(_ value: String) {
        let bytes = Array(value.utf8)
        whole = Base64Pattern.encodings(bytes, 0..<((bytes.count * 8 + 5) / 6))
        aligned = (0..<3).flatMap { shift in
            let padded = Array(repeating: 0, count: shift) + bytes
            return Base64Pattern.encodings(padded, ((shift * 8 + 5) / 6)..<(padded.count * 8 / 6))
        }
    }

    private static func encodings(_ bytes: [UInt8], _ part: Range<Int>) -> [[UInt8]] {
        let standard = Array(Data(bytes).base64EncodedData()[part])
        let urlSafe = standard.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 }
            .map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
        return standard == urlSafe ? [standard] : [standard, urlSafe]
    }

    /// Returns the range of the first encoding of the value alone, with its padding, or nil.
    func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
        whole.compactMap { encoding in
            var start = start
            while let found = ByteSearch.first(encoding, in: bytes, from: start) {
                var end = found + encoding.count
                start = end
                while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
                let isAlone =
                    (found == 0 || !bytes[found - 1].isBase64) && (end == bytes.count || !bytes[end].isBase64)
                if isAlone { return found..<end }
            }
            return nil
        }.min { $0.lowerBound < $1.lowerBound }
    }
}

extension UInt8 {
    fileprivate var isBase64: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
