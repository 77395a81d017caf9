import Synchronization

/// A parsed document, or one value of a document: the source, and a flat array of words that locate its
/// values.
///
/// The values are in document order, and a node is the index of a word. An array or object takes two words,
/// followed by its children; a member is the word of its name followed by its value; any other value takes
/// one word (see `TapeWord`).
///
/// Unsafe code. Invariant: `words` points to `count` initialized words, which a builder has written for the
/// bytes of `source` and which do not change. Every `next` in them is at most `count`, and every offset and
/// length lies inside the source. So a walk from a node of this tape by `next(after:)` never leaves it.
@usableFromInline
final class Tape: @unchecked Sendable {
    @usableFromInline let source: SourceBytes
    @usableFromInline let words: UnsafeMutablePointer<UInt64>
    @usableFromInline let count: Int
    /// The location of the value in the document.
    let location: Location
    /// Finds the children of large arrays and objects.
    let children = Mutex<ChildIndex>(ChildIndex())

    /// The location of the value of a tape in the document.
    enum Location {
        /// The root.
        case root
        /// An element of the array at a path of names from the root; the offset at which the source begins in
        /// a file, and the lines of that file.
        case element(Int, of: [String], at: Int, in: FileLines)

        var tokens: [String] {
            switch self {
            case .root: []
            case .element(let index, let names, _, _): names + [String(index)]
            }
        }
    }

    init(
        source: SourceBytes, words: UnsafeMutablePointer<UInt64>, count: Int, location: Location = .root
    ) {
        self.source = source
        self.location = location
        self.words = words
        self.count = count
    }

    deinit { TapeMemory.release(words) }

    @inlinable func word(_ node: Int) -> TapeWord { TapeWord(bits: words[node]) }

    /// Returns the node after a value and its descendants, in constant time.
    @inlinable func next(after node: Int) -> Int {
        word(node).isContainer ? Int(words[node + 1] & 0xffff_ffff) : node + 1
    }

    /// Returns the number of elements or members; 0 for any other value.
    @inlinable func childCount(_ node: Int) -> Int {
        word(node).isContainer ? Int(words[node + 1] >> 32) : 0
    }

    /// Returns the position of a byte in the document.
    func position(at offset: Int) -> JSONPosition {
        let position = source.position(at: offset)
        guard case .element(_, _, let start, let lines) = location else { return position }
        return position.following(lines.position(at: start))
    }
}
