import VerbatimJSON

/// Scalars in single and double quotes (7.3.1, 7.3.2) and their escapes (5.7).
extension YAMLReader {
    /// Reads a quoted scalar from its opening quote.
    ///
    /// - Parameter parent: The column of the collection around it. Its further lines are indented more; that
    ///   they are not is a warning, as most readers allow it.
    mutating func readQuoted(in parent: Int) throws(Failure) {
        let start = cursor
        let quote = byte
        text.removeAll(keepingCapacity: true)
        cursor += 1
        while true {
            appendLine(until: quote)
            switch byte {
            case quote where quote == UInt8(ascii: "'") && bytes[cursor + 1] == quote:
                text.append(quote)
                cursor += 2
            case quote:
                cursor += 1
                return
            case UInt8(ascii: "\\"): try readEscape(in: parent, start)
            case 0: throw failure(.unterminated("a quoted string"), at: start)
            default: appendFold(try skipQuotedBreaks(in: parent, start))
            }
        }
    }

    /// Appends the characters up to a quote, an escape or a line break, without white space before a break.
    private mutating func appendLine(until quote: UInt8) {
        let start = cursor
        while byte != quote, byte != 0, !Self.isBreak(byte),
            byte != UInt8(ascii: "\\") || quote == UInt8(ascii: "'")
        {
            cursor += 1
        }
        var last = cursor
        if Self.isBreak(byte) {
            while last > start, Self.isWhite(bytes[last - 1]) { last -= 1 }
        }
        text += bytes[start..<last]
    }

    /// Skips line breaks and the indentation of the next line; returns the number of breaks.
    private mutating func skipQuotedBreaks(in parent: Int, _ start: Int) throws(Failure) -> Int {
        let breaks = skipBreaks()
        guard !isAtEnd else { throw failure(.unterminated("a quoted string"), at: start) }
        if indentation <= parent, quotedNote != start {
            quotedNote = start
            note("wrong indentation; expected more than \(parent) columns in a quoted string", at: cursor)
        }
        return breaks
    }

    private mutating func readEscape(in parent: Int, _ start: Int) throws(Failure) {
        let letter = bytes[cursor + 1]
        if let scalar = Self.escapes[Unicode.Scalar(letter)] {
            cursor += 2
            return append(scalar)
        }
        switch letter {
        case UInt8(ascii: "x"): append(try readCodePoint(digits: 2))
        case UInt8(ascii: "u"): append(try readUTF16())
        case UInt8(ascii: "U"): append(try readCodePoint(digits: 8))
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            cursor += 1
            let breaks = try skipQuotedBreaks(in: parent, start)
            text.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: breaks - 1))
        default: throw failure(.invalidEscape)
        }
    }

    /// The characters of the escapes by their letters.
    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "0": "\0", "a": "\u{7}", "b": "\u{8}", "t": "\t", "\t": "\t", "n": "\n", "v": "\u{b}", "f": "\u{c}",
        "r": "\r", "e": "\u{1b}", " ": " ", "\"": "\"", "/": "/", "\\": "\\", "N": "\u{85}", "_": "\u{a0}",
        "L": "\u{2028}", "P": "\u{2029}",
    ]

    private mutating func append(_ scalar: Unicode.Scalar) { text += String(scalar).utf8 }

    /// Reads a `\u` escape, or two of them that are the halves of a surrogate pair.
    private mutating func readUTF16() throws(Failure) -> Unicode.Scalar {
        let start = cursor
        let unit = try readDigits(4)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xdc00, byte == UInt8(ascii: "\\"), bytes[cursor + 1] == UInt8(ascii: "u") else {
            throw failure(.loneSurrogate, at: start)
        }
        let low = try readDigits(4)
        guard 0xdc00...0xdfff ~= low,
            let scalar = Unicode.Scalar(0x10000 + (unit & 0x3ff) << 10 + low & 0x3ff)
        else { throw failure(.loneSurrogate, at: start) }
        return scalar
    }

    private mutating func readCodePoint(digits: Int) throws(Failure) -> Unicode.Scalar {
        let start = cursor
        guard let scalar = Unicode.Scalar(try readDigits(digits)) else {
            throw failure(.invalidEscape, at: start)
        }
        return scalar
    }

    /// Reads an escape of hexadecimal digits.
    private mutating func readDigits(_ count: Int) throws(Failure) -> UInt32 {
        var value: UInt32 = 0
        for index in 0..<count {
            let digit = bytes[min(cursor + 2 + index, end)]
            guard let number = digit.hexValue else { throw failure(.invalidEscape) }
            value = value << 4 | UInt32(number)
        }
        cursor += 2 + count
        return value
    }

    // MARK: Literal and folded scalars (8.1)

    /// The treatment of the line breaks at the end of a block scalar.
    private enum Chomping { case strip, clip, keep }

    /// Reads a block scalar from its indicator.
    ///
    /// - Parameter parent: The column of the collection around it.
    mutating func readBlockScalar(in parent: Int) throws(Failure) {
        let isFolded = byte == UInt8(ascii: ">")
        text.removeAll(keepingCapacity: true)
        cursor += 1
        let (digit, chomping) = readBlockHeader()
        try skipHeaderEnd()
        let indentation = if let digit { max(parent, 0) + digit } else { try detectIndentation(in: parent) }
        let breaks = readBlockLines(indentation, isFolded: isFolded)
        let kept =
            switch chomping {
            case .strip: 0
            case .clip: text.isEmpty ? 0 : min(breaks, 1)
            case .keep: breaks
            }
        text.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: kept))
        // A tab is no indentation of a line, and so the line cannot be an empty one of the scalar either.
        let next = bytes[cursor...].drop { $0 == UInt8(ascii: " ") }
        guard next.first != UInt8(ascii: "\t") else { throw failure(.tab, at: next.startIndex) }
    }

    /// Reads the indentation and the chomping indicator, in any order.
    private mutating func readBlockHeader() -> (digit: Int?, Chomping) {
        var digit: Int?
        var chomping: Chomping?
        while true {
            switch byte {
            case UInt8(ascii: "1")...UInt8(ascii: "9") where digit == nil:
                digit = Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "+") where chomping == nil: chomping = .keep
            case UInt8(ascii: "-") where chomping == nil: chomping = .strip
            default: return (digit, chomping ?? .clip)
            }
            cursor += 1
        }
    }

    private mutating func skipHeaderEnd() throws(Failure) {
        guard Self.isSpace(byte) else { throw unexpected("a line break after the block indicator") }
        skipWhite()
        if byte == UInt8(ascii: "#") {
            while byte != 0, !Self.isBreak(byte) { cursor += 1 }
        }
        guard Self.isBreak(byte) || byte == 0 else {
            throw unexpected("a line break after the block indicator")
        }
        guard byte == 0 else { return skipBreak() }
        lineStart = cursor
    }

    /// Returns the indentation of the first line that is not empty, or if there is none that belongs to the
    /// scalar, one that only empty lines have.
    private mutating func detectIndentation(in parent: Int) throws(Failure) -> Int {
        let (start, line) = (cursor, lineStart)
        defer { (cursor, lineStart) = (start, line) }
        var most = parent + 1
        while true {
            skipSpaces()
            guard Self.isBreak(byte) || byte == 0 else { break }
            most = max(most, column)
            guard byte != 0 else { return most }
            skipBreak()
        }
        guard column > parent else { return most }
        guard column >= most else {
            throw failure(.indentation("expected no less than in the empty lines before"))
        }
        return column
    }

    private mutating func skipSpaces() {
        while byte == UInt8(ascii: " ") { cursor += 1 }
    }

    /// Appends the lines of a scalar to the text; returns the number of line breaks after the last text.
    private mutating func readBlockLines(_ indentation: Int, isFolded: Bool) -> Int {
        var breaks = 0
        var isFirst = true
        var followsSpaced = false
        while true {
            let line = cursor
            while byte == UInt8(ascii: " "), column < indentation { cursor += 1 }
            if Self.isBreak(byte) {
                skipBreak()
                breaks += 1
                continue
            }
            // The last line may lack its break.
            if byte == 0 { return cursor > lineStart ? breaks + 1 : breaks }
            guard column == indentation, !isAtEnd else {
                cursor = line
                return breaks
            }
            // Lines that are indented further are not folded.
            let isSpaced = Self.isWhite(byte)
            if isFolded, !isFirst, !followsSpaced, !isSpaced {
                appendFold(breaks)
            } else {
                text.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: breaks))
            }
            let start = cursor
            while byte != 0, !Self.isBreak(byte) { cursor += 1 }
            text += bytes[start..<cursor]
            (isFirst, followsSpaced, breaks) = (false, isSpaced, 0)
        }
    }
}
