import Foundation
import VerbatimHAR
import VerbatimJSON

/// A text whose characters may be escaped for URLs, JSON, XML, or several of them in turn.
///
/// A URL in a query, JSON in a string of JSON, and a link in HTML are all read in place: the escapes of a
/// character are taken off, and its bytes are kept. Unlike an ``EscapeReader``, it gives each character one
/// meaning, that of a delimiter or of a name.
struct EscapedText {
    let bytes: UnsafeRawBufferPointer

    struct Unit {
        /// The character without its escapes.
        var byte: UInt8
        /// The number of bytes of its escaped form.
        var length: Int

        var isQuote: Bool { byte == "\"" || byte == "'" }
    }

    /// Returns the character at an index. An escape of anything but printable ASCII is no character.
    func unit(at index: Int) -> Unit {
        let escaped: Unit? =
            switch bytes[index] {
            case "%": percentUnit(at: index)
            case "\\": backslashUnit(at: index)
            case "&": entityUnit(at: index)
            default: nil
            }
        return escaped ?? Unit(byte: bytes[index], length: 1)
    }

    func unit(ifAt index: Int) -> Unit? { index < bytes.count ? unit(at: index) : nil }

    func unit(_ character: Unicode.Scalar, at index: Int) -> Unit? {
        unit(ifAt: index).flatMap { $0.byte == character ? $0 : nil }
    }

    /// `%3D`, `%253D`, and `%5C%22`, which is the quote of a string in a string.
    private func percentUnit(at index: Int) -> Unit? {
        var start = index + 1
        for _ in 0..<4 {
            guard let value = hexadecimal(at: start, digits: 2) else { break }
            start += 2
            guard value != "%" else { continue }
            guard let byte = EscapedText.printable(value) else { break }
            if byte == "\\", start < bytes.count, bytes[start] == "%", let next = percentUnit(at: start),
                next.byte == "\""
            {
                return Unit(byte: next.byte, length: start - index + next.length)
            }
            return Unit(byte: byte, length: start - index)
        }
        return nil
    }

    /// `\"`, `\\\"`, `\/`, `\n` and `\u0026`.
    private func backslashUnit(at index: Int) -> Unit? {
        var end = index
        while end < bytes.count, bytes[end] == "\\", end - index < 15 { end += 1 }
        guard end < bytes.count else { return nil }
        switch bytes[end] {
        case "\"", "'", "/": return Unit(byte: bytes[end], length: end + 1 - index)
        case "n", "r", "t": return Unit(byte: UInt8(ascii: " "), length: end + 1 - index)
        case "u":
            let byte = hexadecimal(at: end + 1, digits: 4).flatMap(EscapedText.printable)
            return byte.map { Unit(byte: $0, length: end + 5 - index) }
        default: return nil
        }
    }

    /// `&amp;`, `&quot;`, `&#34;`, `&#x22;`, and `&amp;quot;`.
    private func entityUnit(at index: Int) -> Unit {
        var start = index + 1
        for _ in 0..<4 {
            guard let (byte, end) = reference(at: start) else { break }
            guard byte == "&" else { return Unit(byte: byte, length: end - index) }
            start = end
        }
        return Unit(byte: UInt8(ascii: "&"), length: start - index)
    }

    /// `quot;`, `#34;` and `#x22;`.
    private func reference(at start: Int) -> (byte: UInt8, end: Int)? {
        let semicolon = bytes[start...].prefix(EscapedText.longestReference).firstIndex { $0 == ";" }
        guard let semicolon else { return nil }
        var character: UInt32?
        if bytes[start] == "#" {
            let isHexadecimal = bytes[start + 1] | 0x20 == "x"
            let digits = bytes[(start + (isHexadecimal ? 2 : 1))..<semicolon]
            character = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
        } else {
            NamedCharacters.forEach(in: bytes, at: start) { named, end in
                if end == semicolon { character = named }
            }
        }
        return character.flatMap(EscapedText.printable).map { ($0, semicolon + 1) }
    }

    /// The number of bytes of the longest reference, `DiacriticalGrave;`.
    private static let longestReference = 17

    private static func printable(_ value: UInt32) -> UInt8? { 0x20...0x7e ~= value ? UInt8(value) : nil }

    private func hexadecimal(at start: Int, digits: Int) -> UInt32? {
        guard start + digits <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[start..<(start + digits)] {
            guard let digit = byte.hexValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    /// Returns the index of the first character at or after a start that is no white space.
    func skippingSpace(_ start: Int) -> Int {
        var index = start
        while let unit = unit(ifAt: index), unit.byte <= 0x20 { index += unit.length }
        return index
    }

    /// Returns the index of the first character of a string, whose quote may be repeated: `"""`.
    func beginningOfString(at start: Int, _ quote: Unit) -> Int {
        let isBlock = (1...2).allSatisfy { number in
            let next = unit(ifAt: start + number * quote.length)
            return next.map { $0.byte == quote.byte && $0.length == quote.length } ?? false
        }
        return start + (isBlock ? 3 : 1) * quote.length
    }

    /// Returns the index of the quote that closes a string, or the end of the text.
    ///
    /// A quote in the string has more escapes than the quote that opens it.
    func endOfString(from start: Int, opening: Unit) -> Int {
        var index = start
        while index < bytes.count {
            guard bytes[index] == "\\" else {
                let unit = unit(at: index)
                if unit.byte == opening.byte, unit.length <= opening.length { return index }
                index += unit.length
                continue
            }
            var end = index
            while end < bytes.count, bytes[end] == "\\" { end += 1 }
            let isQuote = end < bytes.count && bytes[end] == opening.byte
            if isQuote, EscapedText.closes(opening, after: end - index) {
                return max(index, end - (opening.length - 1))
            }
            index = isQuote ? end + 1 : end
        }
        return bytes.count
    }

    /// Whether a quote after a number of backslashes closes a string.
    ///
    /// In a string at depth d, whose quotes have n = 2^d - 1 backslashes, each pair of n + 1 backslashes is
    /// one that belongs to the string. Fewer than n are those of a string around it.
    private static func closes(_ opening: Unit, after count: Int) -> Bool {
        let own = opening.length - 1
        return count <= own || (count - own) % (2 * (own + 1)) == 0
    }

    // MARK: Decoding

    /// Returns a value without the escapes that a delimiter beside it has, such as `\"` or `%3D`.
    static func unescape(_ value: String, like delimiter: String) -> String {
        var (value, delimiter) = (value, delimiter)
        for _ in 0..<6 where delimiter.utf8.count > 1 {
            let decode: (String) -> String
            switch delimiter.first {
            case "%": decode = { PercentEncoding.decode($0) }
            case "&": decode = \.decodingEntities
            case "\\": decode = \.decodingJSON
            default: return value
            }
            (value, delimiter) = (decode(value), decode(delimiter))
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
                let isEntity = bytes[index] == "&"
                let unit = isEntity ? text.unit(at: index) : EscapedText.Unit(byte: bytes[index], length: 1)
                output.append(unit.byte)
                index += unit.length
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
