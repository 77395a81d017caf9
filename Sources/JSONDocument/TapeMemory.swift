#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The growing words of a tape.
///
/// Unsafe code. Invariant: `words` points to memory of `malloc` for `capacity` words; the words before `count` are
/// initialized. `realloc` moves large memory by remapping it, so growth copies nothing and the rest is given back.
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
        if count &+ 2 > capacity { grow() }
    }

    /// Appends a word, for which there must be room.
    @inline(__always)
    mutating func append(_ word: UInt64) {
        words[count] = word
        count &+= 1
    }

    @inline(never)
    private mutating func grow() {
        capacity = capacity * 3 / 2 + 16
        words = TapeMemory.resized(words, to: capacity)
    }

    /// Gives back what is not used.
    mutating func trim() {
        guard count > 0, capacity - count > capacity / 8 else { return }
        capacity = count
        words = TapeMemory.resized(words, to: capacity)
    }

    static func release(_ words: UnsafeMutablePointer<UInt64>) { free(words) }

    private static func resized(
        _ words: UnsafeMutablePointer<UInt64>?, to capacity: Int
    ) -> UnsafeMutablePointer<UInt64> {
        guard let memory = realloc(words, capacity * MemoryLayout<UInt64>.stride) else {
            fatalError("out of memory")
        }
        return memory.bindMemory(to: UInt64.self, capacity: capacity)
    }
}
