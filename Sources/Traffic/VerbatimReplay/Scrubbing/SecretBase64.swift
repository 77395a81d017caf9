import Foundation

/// A secret value as base64 shows it, in the standard and the URL alphabet.
struct SecretBase64: Sendable {
    /// The whole value alone, without padding.
    let whole: [[UInt8]]
    /// What any text that holds the value shows of it, at each of the three alignments.
    let aligned: [[UInt8]]

    init(_ value: String) {
        let bytes = Array(value.utf8)
        whole = SecretBase64.spellings(bytes, 0..<((bytes.count * 8 + 5) / 6))
        aligned = (0..<3).flatMap { shift in
            let padded = Array(repeating: 0, count: shift) + bytes
            return SecretBase64.spellings(padded, ((shift * 8 + 5) / 6)..<(padded.count * 8 / 6))
        }
    }

    private static func spellings(_ bytes: [UInt8], _ part: Range<Int>) -> [[UInt8]] {
        let standard = Array(Data(bytes).base64EncodedData()[part])
        let urlSafe = standard.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 }
            .map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
        return standard == urlSafe ? [standard] : [standard, urlSafe]
    }

    /// The first location where the value stands alone, its padding included, or nil.
    func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
        whole.compactMap { spelling in
            var start = start
            while let found = ByteSearch.first(spelling, in: bytes, from: start) {
                var end = found + spelling.count
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
