/// The growing words of a tape.
///
/// Unsafe code. Invariant: `words` points to memory from `resized` for `capacity` words, and the words before
/// `count` are initialized. `realloc` moves large memory by remapping it, so growing copies nothing.
struct TapeMemory {
    private(set) var words: UnsafeMutablePointer<UInt64>
    private(set) var capacity: Int
    var count = 0

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

    /// Takes values rather than `self`, which can thus stay in registers.
    @inline(never)
    private static func grown(
        _ words: UnsafeMutablePointer<UInt64>, _ capacity: Int
    ) -> (UnsafeMutablePointer<UInt64>, Int) {
        let larger = capacity * 3 / 2 + 16
        return (resized(words, to: larger), larger)
    }

    /// Releases unused memory.
    mutating func trim() {
        guard count > 0, capacity - count > capacity / 8 else { return }
        capacity = count
        words = TapeMemory.resized(words, to: capacity)
    }
}
