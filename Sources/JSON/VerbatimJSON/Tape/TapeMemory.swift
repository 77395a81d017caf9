/// The growing words of a tape, and the arrays and objects that are open.
///
/// Unsafe code. Invariant: `words` points to memory from `resized` for `capacity` words, and the words before
/// `count` are initialized. `realloc` moves large memory by remapping it, so growing copies nothing.
struct TapeMemory {
    private(set) var words: UnsafeMutablePointer<UInt64>
    private(set) var capacity: Int
    var count = 0

    /// The node of the innermost open array or object, or -1. Its second word has the node of the one around
    /// it.
    private(set) var open = -1
    /// The number of elements or members of the innermost one so far.
    var children = 0
    /// The number of open arrays and objects.
    var depth = 0

    init(capacity: Int) {
        self.capacity = capacity
        words = TapeMemory.resized(nil, to: capacity)
    }

    /// Makes room for at least two more words.
    @inline(__always)
    mutating func reserve() {
        if count &+ 2 > capacity { (words, capacity) = TapeMemory.grown(words, capacity) }
    }

    /// Appends a word, for which there must be room.
    @inline(__always)
    mutating func append(_ word: UInt64) {
        words[count] = word
        count &+= 1
    }

    /// Whether the innermost container is an object.
    @inline(__always)
    var isObject: Bool { words[open] & 15 == TapeWord.Tag.object }

    /// Opens an array or object, for whose two words there must be room.
    @inline(__always)
    mutating func enter(_ tag: UInt64, _ offset: Int) {
        if open >= 0 { words[open &+ 1] |= UInt64(truncatingIfNeeded: children) << 32 }
        let node = count
        append(TapeWord(tag, offset: offset, length: 0).bits)
        append(UInt64(truncatingIfNeeded: open) & 0xffff_ffff)
        open = node
        children = 0
        depth &+= 1
    }

    /// Closes the innermost array or object.
    @inline(__always)
    mutating func leave() {
        let around = Int(Int32(truncatingIfNeeded: words[open &+ 1]))
        words[open &+ 1] = UInt64(truncatingIfNeeded: children) << 32 | UInt64(truncatingIfNeeded: count)
        open = around
        if open >= 0 {
            children = Int(words[open &+ 1] >> 32)
            words[open &+ 1] &= 0xffff_ffff
        }
        depth &-= 1
    }

    /// Forgets all words and open containers.
    mutating func removeAll() { (count, open, children, depth) = (0, -1, 0, 0) }

    /// Takes values rather than `self`, which can thus stay in registers.
    @inline(never)
    private static func grown(
        _ words: UnsafeMutablePointer<UInt64>, _ capacity: Int
    ) -> (UnsafeMutablePointer<UInt64>, Int) {
        let larger = capacity * 3 / 2 + 16
        return (resized(words, to: larger), larger)
    }

    mutating func trim() {
        guard count > 0, capacity - count > capacity / 8 else { return }
        capacity = count
        words = TapeMemory.resized(words, to: capacity)
    }
}
