import Synchronization

/// A parsed document: the source and one flat array of words that says where each value stands in it.
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
    private let lines = Mutex<LineIndex?>(nil)

    init(source: SourceBytes, words: UnsafeMutablePointer<UInt64>, count: Int) {
        self.source = source
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

    /// The line and column of a byte; the index behind it is built at the first use.
    func position(at offset: Int) -> JSONPosition {
        lines.withLock { index in
            let ready = index ?? LineIndex(source)
            index = ready
            return ready.position(at: offset, in: source)
        }
    }
}
