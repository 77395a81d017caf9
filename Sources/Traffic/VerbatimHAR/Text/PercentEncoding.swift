import VerbatimJSON

/// The percent-encoding of URLs and forms.
///
/// RFC 3986, section 2: https://www.rfc-editor.org/rfc/rfc3986#section-2
package enum PercentEncoding {
    /// Decodes escapes. Invalid escapes stay, and bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - plusIsSpace: Whether `+` is a space, as in forms.
    package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
        let text = String(text)
        guard text.utf8.contains(where: { $0 == .percent || (plusIsSpace && $0 == .plus) }) else {
            return text
        }
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        var bytes = text.utf8[...]
        while let byte = bytes.popFirst() {
            if byte == .percent, let value = bytes.leadingHexByte {
                output.append(value)
                bytes = bytes.dropFirst(2)
            } else {
                output.append(plusIsSpace && byte == .plus ? .space : byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Encodes all characters except the unreserved ones.
    package static func encode(_ text: some StringProtocol) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        for byte in text.utf8 { append(byte, to: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    /// Normalizes escapes: `%7e` becomes `~`, `%c3` becomes `%C3`, a raw space or `é` is encoded.
    ///
    /// RFC 3986, section 6.2.2: https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2
    package static func normalize(_ text: some StringProtocol) -> String {
        var output: [UInt8] = []
        var text = String(text)
        text.withUTF8 { normalize($0[...], into: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends bytes with normalized escapes.
    ///
    /// The bytes must stay valid during the call; no pointer outlives it.
    package static func normalize(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, into output: inout [UInt8]) {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let start = index
            while index < bytes.endIndex, bytes[index] != .percent, bytes[index].isURLCharacter { index += 1 }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
            guard index < bytes.endIndex else { return }
            let byte = bytes[index]
            index += 1
            if byte == .percent, let value = bytes[index...].leadingHexByte {
                append(value, to: &output)
                index += 2
            } else if byte == .percent {
                output.append(byte)
            } else {
                append(byte, to: &output)
            }
        }
    }

    private static func append(_ byte: UInt8, to output: inout [UInt8]) {
        guard !byte.isUnreserved else { return output.append(byte) }
        output.append(.percent)
        output.append(UInt8.hexDigits[Int(byte >> 4)])
        output.append(UInt8.hexDigits[Int(byte & 15)])
    }
}

extension Sequence<UInt8> {
    /// The value of the first two hexadecimal digits, or nil.
    fileprivate var leadingHexByte: UInt8? {
        var iterator = makeIterator()
        guard let high = iterator.next()?.hexValue, let low = iterator.next()?.hexValue else { return nil }
        return high << 4 | low
    }
}

extension UInt8 {
    fileprivate static let percent = UInt8(ascii: "%")
    fileprivate static let plus = UInt8(ascii: "+")
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let hexDigits = Array("0123456789ABCDEF".utf8)

    /// A letter, a digit, or one of `-._~`.
    fileprivate var isUnreserved: Bool {
        isLetterOrDigit || self == 0x2d || self == 0x2e || self == 0x5f || self == 0x7e
    }

    /// Unreserved, or one of the delimiters that a URL may contain.
    fileprivate var isURLCharacter: Bool {
        switch self {
        case 0x21, 0x23...0x3b, 0x3d, 0x3f...0x5b, 0x5d, 0x5f, 0x61...0x7a, 0x7e: true
        default: false
        }
    }
}
