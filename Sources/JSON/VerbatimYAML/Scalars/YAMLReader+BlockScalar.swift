/// Literal and folded scalars (8.1).
extension YAMLReader {
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
        let indentation =
            if let digit { max(parent, 0) + digit } else { try detectIndentation(in: parent) }
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

    /// Appends the lines of a scalar to the text; returns the number of line breaks after the last line that
    /// is not empty.
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
