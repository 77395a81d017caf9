import Foundation
import VerbatimHAR
import VerbatimJSON

/// A text whose characters may be escaped for URLs, JSON, XML, or several of them in turn.
///
/// A URL in a query, JSON in a string of JSON, and a link in HTML are all read in place: the escapes of a
/// character are taken off, and its bytes are kept.
struct EscapedText {
    let bytes: UnsafeRawBufferPointer

    /// A character of the text.
    struct Unit {
        /// The character without its escapes.
        var byte: UInt8
        /// The number of bytes of its escaped form.
        var length: Int
    }

    /// Returns the character at an index. An escape of anything but printable ASCII is no character.
    func unit(at index: Int) -> Unit {
        switch bytes[index] {
        case UInt8(ascii: "%"): percentUnit(at: index)
        case UInt8(ascii: "\\"): backslashUnit(at: index)
        case UInt8(ascii: "&"): entityUnit(at: index)
        default: Unit(byte: bytes[index], length: 1)
        }
    }

    /// Returns the character at an index, or nil at the end.
    func unit(ifAt index: Int) -> Unit? { index < bytes.count ? unit(at: index) : nil }

    /// `%3D`, `%253D`, and `%5C%22`, which is the quote of a string in a string.
    private func percentUnit(at index: Int) -> Unit {
        var start = index + 1
        for _ in 0..<4 {
            guard let value = number(at: start, digits: 2) else { break }
            start += 2
            guard value != 0x25 else { continue }
            guard let byte = EscapedText.printable(value) else { break }
            if byte == UInt8(ascii: "\\"), start < bytes.count, bytes[start] == bytes[index] {
                let next = percentUnit(at: start)
                if next.byte == UInt8(ascii: "\"") {
                    return Unit(byte: next.byte, length: start - index + next.length)
                }
            }
            return Unit(byte: byte, length: start - index)
        }
        return Unit(byte: UInt8(ascii: "%"), length: 1)
    }

    /// `\"`, `\\\"`, `\/`, `\n` and `\u0026`.
    private func backslashUnit(at index: Int) -> Unit {
        var end = index
        while end < bytes.count, bytes[end] == UInt8(ascii: "\\"), end - index < 15 { end += 1 }
        guard end < bytes.count else { return Unit(byte: UInt8(ascii: "\\"), length: 1) }
        switch bytes[end] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"):
            return Unit(byte: bytes[end], length: end + 1 - index)
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return Unit(byte: UInt8(ascii: " "), length: end + 1 - index)
        case UInt8(ascii: "u"):
            if let byte = number(at: end + 1, digits: 4).flatMap(EscapedText.printable) {
                return Unit(byte: byte, length: end + 5 - index)
            }
        default: break
        }
        return Unit(byte: UInt8(ascii: "\\"), length: 1)
    }

    /// `&amp;`, `&quot;`, `&#34;`, `&#x22;`, and `&amp;quot;`.
    private func entityUnit(at index: Int) -> Unit {
        var start = index + 1
        for _ in 0..<4 {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 8, bytes.count)])
            if let entity = EscapedText.entities.first(where: { rest.starts(with: $0.text) }) {
                return Unit(byte: entity.byte, length: start + entity.text.count - index)
            }
            if let (byte, length) = characterReference(rest) {
                return Unit(byte: byte, length: start + length - index)
            }
            guard rest.starts(with: EscapedText.ampersand) else { break }
            start += EscapedText.ampersand.count
        }
        return Unit(byte: UInt8(ascii: "&"), length: start - index)
    }

    /// `#34;` and `#x22;`.
    private func characterReference(_ text: UnsafeRawBufferPointer) -> (byte: UInt8, length: Int)? {
        guard text.first == UInt8(ascii: "#"), let end = text.firstIndex(of: UInt8(ascii: ";")) else {
            return nil
        }
        let isHexadecimal = text[1] | 0x20 == UInt8(ascii: "x")
        let digits = String(decoding: text[(isHexadecimal ? 2 : 1)..<end], as: UTF8.self)
        return Int(digits, radix: isHexadecimal ? 16 : 10).flatMap(EscapedText.printable).map {
            ($0, end + 1)
        }
    }

    private static let ampersand = Array("amp;".utf8)
    private static let entities: [(text: [UInt8], byte: UInt8)] = [
        ("quot;", "\""), ("apos;", "'"), ("lt;", "<"), ("gt;", ">"),
    ].map { (Array($0.0.utf8), $0.1.utf8.first ?? 0) }

    private static func printable(_ value: Int) -> UInt8? {
        (0x20...0x7e).contains(value) ? UInt8(value) : nil
    }

    /// Returns the value of hexadecimal digits.
    private func number(at start: Int, digits: Int) -> Int? {
        guard start + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[start..<(start + digits)] {
            guard let digit = byte.hexValue else { return nil }
            value = value << 4 | Int(digit)
        }
        return value
    }
}

extension EscapedText {
    /// Returns the index of the first character at or after a start that is no white space.
    func skippingSpace(_ start: Int) -> Int {
        var index = start
        while let unit = unit(ifAt: index), unit.byte <= 0x20 { index += unit.length }
        return index
    }

    /// Returns the end of a string: the index of its closing quote, or of the end of the text.
    ///
    /// A quote in the string has more escapes than the quote that opens it.
    ///
    /// - Parameters:
    ///   - start: The index after the opening quote.
    ///   - opening: The opening quote.
    func endOfString(from start: Int, opening: Unit) -> Int {
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\") {
                let end = endOfBackslashes(from: index)
                if end < bytes.count, bytes[end] == opening.byte, closes(end - index, opening) {
                    return max(index, end - (opening.length - 1))
                }
                index = end < bytes.count && bytes[end] == opening.byte ? end + 1 : end
            } else {
                let unit = unit(at: index)
                if unit.byte == opening.byte, unit.length <= opening.length { return index }
                index += unit.length
            }
        }
        return bytes.count
    }

    private func endOfBackslashes(from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] == UInt8(ascii: "\\") { end += 1 }
        return end
    }

    /// Whether a quote after a number of backslashes closes a string.
    ///
    /// In a string at depth d, whose quotes have n = 2^d - 1 backslashes, each pair of n + 1 backslashes is
    /// one that belongs to the string. Fewer than n are those of a string around it.
    private func closes(_ count: Int, _ opening: Unit) -> Bool {
        let own = opening.length - 1
        return count <= own || (count - own) % (2 * (own + 1)) == 0
    }
}

// MARK: - Decoding

extension EscapedText {
    /// Returns a value without the escapes that a delimiter beside it has, such as `\"` or `%3D`.
    static func unescape(_ value: String, like delimiter: String) -> String {
        var (value, delimiter) = (value, delimiter)
        for _ in 0..<6 where delimiter.utf8.count > 1 {
            switch delimiter.utf8.first {
            case UInt8(ascii: "%"):
                value = PercentEncoding.decode(value)
                delimiter = PercentEncoding.decode(delimiter)
            case UInt8(ascii: "&"):
                value = value.decodingEntities
                delimiter = delimiter.decodingEntities
            case UInt8(ascii: "\\"):
                value = value.decodingJSON
                delimiter = delimiter.decodingJSON
            default: return value
            }
        }
        return value
    }
}

extension String {
    /// The text without JSON escapes, or the text itself if one of them is invalid.
    var decodingJSON: String {
        utf8.contains(UInt8(ascii: "\\")) ? (try? JSON(parsing: "\"\(self)\""))?.string ?? self : self
    }

    /// The text without the entities and character references of XML and HTML.
    var decodingEntities: String {
        guard utf8.contains(UInt8(ascii: "&")) else { return self }
        var output: [UInt8] = []
        Array(utf8).withUnsafeBytes { bytes in
            let text = EscapedText(bytes: bytes)
            var index = 0
            while index < bytes.count {
                let isEntity = bytes[index] == UInt8(ascii: "&")
                let unit = isEntity ? text.unit(at: index) : EscapedText.Unit(byte: bytes[index], length: 1)
                output.append(unit.byte)
                index += unit.length
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
