extension String {
    /// The text on one line, for a value in a message.
    ///
    /// Line breaks, control characters and invisible formatting are escaped as in JSON: `\n`, `\u001b`,
    /// `\u202e`. Backslashes stay, so that a text in JSON remains the same JSON.
    package var onOneLine: String { TextEscaper(allowsLines: false, allowsColors: false).escape(self) }

    /// The text as it may appear in a terminal or in the log of a build, with its line feeds and tabs.
    ///
    /// Control characters, invisible formatting and the beginnings of workflow commands (`::`, `##[`,
    /// `##vso[`) are escaped as in JSON, which stays the same JSON.
    ///
    /// - Parameter allowingColors: Whether the sequences of ``TerminalColor`` stay; no others do.
    package func printable(allowingColors: Bool = false) -> String {
        TextEscaper(allowsLines: true, allowsColors: allowingColors).escape(self)
    }
}

package enum TerminalColor: Int, CaseIterable {
    case bold = 1
    case red = 31
    case green = 32
    case yellow = 33
    case cyan = 36

    private var sequence: String { "\u{1b}[\(rawValue)m" }
    private static let end = "\u{1b}[0m"

    package func colored(_ text: String) -> String { sequence + text + Self.end }

    /// The sequences that begin and end the colors.
    fileprivate static let sequences = (allCases.map(\.sequence) + [end]).map { Array($0.utf8) }
}

/// Escapes the characters of a text that a terminal, a log or a reader would obey instead of showing them.
///
/// One pass over the UTF-8: a table rules out most bytes.
private struct TextEscaper {
    /// Whether the text may have several lines, and is then read line by line by a build server.
    let allowsLines: Bool
    let allowsColors: Bool

    func escape(_ text: String) -> String {
        var text = text
        return text.withUTF8(escaped) ?? text
    }

    /// Returns the escaped text, or nil if there is nothing to escape.
    private func escaped(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        var output: [UInt8] = []
        var plain = 0
        var index = 0
        let isSuspect = Self.isSuspect
        while index < text.count {
            guard isSuspect[Int(text[index])] else {
                index += 1
                continue
            }
            let (length, escape) = element(of: text, at: index)
            if let escape {
                if output.isEmpty { output.reserveCapacity(text.count + 64) }
                output += text[plain..<index]
                output += escape.utf8
                plain = index + length
            }
            index += length
        }
        guard plain > 0 else { return nil }
        output += text[plain...]
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns the length of the character or color at an index, and its escape if it needs one.
    private func element(of text: UnsafeBufferPointer<UInt8>, at index: Int) -> (Int, String?) {
        let byte = text[index]
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\t"):
            return (1, allowsLines ? nil : Self.escape(UnicodeScalar(byte)))
        case UInt8(ascii: "#"), UInt8(ascii: ":"):
            return (
                1, allowsLines && Self.isCommand(text, at: index) ? Self.escape(UnicodeScalar(byte)) : nil
            )
        case 0x1b:
            let color = allowsColors ? TerminalColor.sequences.first { text[index...].starts(with: $0) } : nil
            return color.map { ($0.count, nil) } ?? (1, Self.escape(UnicodeScalar(byte)))
        case 0..<0x80: return (1, Self.escape(UnicodeScalar(byte)))
        default:
            let scalar = Self.scalar(text, at: index)
            return (UTF8.width(scalar), scalar.isInvisible ? Self.escape(scalar) : nil)
        }
    }

    // MARK: Commands

    /// Whether a build server reads a command at an index.
    ///
    /// GitHub: `::` after nothing but white space,
    /// https://docs.github.com/actions/reference/workflow-commands. Azure: `##vso[`, `##[`, and TeamCity:
    /// `##teamcity[`, anywhere in a line.
    private static func isCommand(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index + 1 < text.count, text[index + 1] == text[index] else { return false }
        if text[index] == UInt8(ascii: ":") {
            // White space beyond ASCII is trimmed as well, so all characters beyond ASCII are passed over.
            let before = text[..<index].last { $0 < 0x80 && $0 != UInt8(ascii: " ") && $0 != 0x09 }
            return before.map { $0 == UInt8(ascii: "\n") } ?? true
        }
        let name = text[(index + 2)...].prefix(16).prefix(while: \.isLetter)
        return name.endIndex < text.count && text[name.endIndex] == UInt8(ascii: "[")
    }

    // MARK: Characters

    /// The bytes that can begin something to escape: controls, commands, and the leading bytes of
    /// ``Swift/Unicode/Scalar/isInvisible``.
    private static let isSuspect: [Bool] = (0..<256).map { byte in
        switch byte {
        case 0..<0x20, 0x7f, 0x23, 0x3a: true
        case 0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xe3, 0xef, 0xf0, 0xf3: true
        default: false
        }
    }

    /// Returns the scalar at the index of its first byte, which is not ASCII.
    private static func scalar(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> UnicodeScalar {
        var bytes = text[index...].makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return "\u{fffd}" }
        return scalar
    }

    /// Returns the escape of JSON for a character.
    private static func escape(_ scalar: UnicodeScalar) -> String {
        switch scalar {
        case "\n": #"\n"#
        case "\r": #"\r"#
        case "\t": #"\t"#
        default:
            UTF16.encode(scalar)?.map { unit in
                let digits = String(unit, radix: 16)
                return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined() ?? ""
        }
    }
}

extension UnicodeScalar {
    /// Whether it is a control character beyond ASCII, breaks a line, or formats text without being seen.
    ///
    /// These are the characters with the property Default_Ignorable_Code_Point, without the variation
    /// selectors that emoji have, the separators of lines and paragraphs, and the annotation characters.
    /// https://www.unicode.org/Public/UCD/latest/ucd/DerivedCoreProperties.txt
    fileprivate var isInvisible: Bool {
        switch value {
        case 0x80...0x9f, 0xad, 0x34f, 0x61c, 0x115f...0x1160, 0x17b4...0x17b5, 0x180b...0x180f: true
        case 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0x3164, 0xfeff, 0xffa0, 0xfff0...0xfffb: true
        case 0x1bca0...0x1bca3, 0x1d173...0x1d17a, 0xe0000...0xe0fff: true
        default: false
        }
    }
}
