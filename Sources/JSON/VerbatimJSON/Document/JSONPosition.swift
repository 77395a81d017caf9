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

extension JSON {
    /// The position of the first byte of the value, or of the last existing value on the path to a missing
    /// one.
    ///
    /// The first position of a document costs one pass over its bytes, any other one a scan of up to 4,096
    /// bytes.
    public var position: JSONPosition { tape.position(at: tape.word(anchor).offset) }

    /// Returns whether another value is this one or inside of it; one of another document is not.
    package func contains(_ other: JSON) -> Bool {
        tape === other.tape && exists && (reference..<tape.next(after: reference)).contains(other.anchor)
    }

    /// The exact source text of the value, or an empty string if it is missing.
    ///
    /// If the document was translated from another notation, it is the JSON text of the translation.
    public var text: String { exists ? tape.text(reference) : "" }

    /// The offsets of the bytes of the value in the text that was parsed; empty if it is missing.
    package var range: Range<Int> { exists ? tape.range(reference) : 0..<0 }

    /// The path from the root of the text to the value, or to the last existing value on the path to a
    /// missing one.
    ///
    /// It is found by a walk from the root. In a large array or object on the path, the first walk costs one
    /// pass over its children, any other one a few steps.
    public var pointer: JSONPointer {
        var tokens = tape.location.tokens
        var node = 0
        while node != anchor { node = descend(from: node, &tokens) }
        return JSONPointer(tokens)
    }

    /// Returns the child of a node that is or contains the anchor, and appends its token.
    private func descend(from node: Int, _ tokens: inout [String]) -> Int {
        let child = tape.child(of: node, containing: anchor)
        guard tape.word(node).tag == TapeWord.Tag.object else {
            tokens.append(String(child.index))
            return child.node
        }
        tokens.append(tape.string(child.node))
        return child.node + 1
    }
}
