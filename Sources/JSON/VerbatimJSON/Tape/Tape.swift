/// A parsed document, or one value of a text: the source and one flat array of words that says where each value stands in it.
///
/// The values lie in document order. An array or object takes two words, its members follow; a member is the word of
/// its name and then its value; everything else takes one word (see `TapeWord`).
///
/// Unsafe code. Invariant: `words` points to `count` initialized words, written by `TapeBuilder` from the very bytes
/// of `source` and by nobody afterwards; every `next` in them is at most `count`, and every offset and length lies
/// inside the source. So a reader that walks from a node of this tape by `next(after:)` never leaves it.
@usableFromInline
final class Tape: @unchecked Sendable {
    @usableFromInline let source: SourceBytes
    @usableFromInline let words: UnsafeMutablePointer<UInt64>
    @usableFromInline let count: Int
    /// Where the value of the tape stands in its text, when that is more than the value.
    let location: Location

    /// Where a value stands in its text.
    enum Location {
        /// It is the whole text.
        case root
        /// It is an element of an array, which names lead to from the root.
        case element(Int, of: [String])

        var tokens: [String] {
            switch self {
            case .root: []
            case .element(let index, let names): names + [String(index)]
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

    /// The node behind a value and everything in it, in constant time.
    @inlinable func next(after node: Int) -> Int {
        word(node).isContainer ? Int(words[node + 1] & 0xffff_ffff) : node + 1
    }

    /// The number of elements or members.
    @inlinable func childCount(_ node: Int) -> Int {
        word(node).isContainer ? Int(words[node + 1] >> 32) : 0
    }

    /// The line and column of a byte.
    func position(at offset: Int) -> JSONPosition { source.position(at: offset) }
}
