/// A position in a text, in JSON or the notation that a document was translated from.
public struct JSONPosition: Sendable, Hashable {
    /// The number of bytes before the position.
    public var offset: Int
    /// The line number, from 1. A line ends after its line feed.
    public var line: Int
    /// The column number, from 1, in UTF-8 bytes.
    public var column: Int

    /// Creates a position from its parts.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// The position of the first byte of a text.
    static let start = JSONPosition(offset: 0, line: 1, column: 1)

    /// Returns the position in a text of which the text of this one begins at `start`.
    func following(_ start: JSONPosition) -> JSONPosition {
        JSONPosition(
            offset: start.offset + offset, line: start.line + line - 1,
            column: line == 1 ? start.column + column - 1 : column)
    }
}

extension JSONPosition: Comparable {
    /// Orders positions of one text by their offset.
    public static func < (a: JSONPosition, b: JSONPosition) -> Bool { a.offset < b.offset }
}

extension JSONPosition: CustomStringConvertible {
    /// The line and the column, as in `3:14`.
    public var description: String { "\(line):\(column)" }
}
