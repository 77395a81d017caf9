/// A location in a JSON text.
public struct JSONPosition: Sendable, Hashable {
    /// The number of bytes before the location.
    public var offset: Int
    /// The line, counted from 1; a line ends after its line feed.
    public var line: Int
    /// The column, counted from 1 in UTF-8 bytes.
    public var column: Int

    /// Creates a position from its three parts.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
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
