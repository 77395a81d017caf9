import Synchronization

/// The memory of the bytes of documents.
///
/// That of the last large document is kept for the next one: getting new pages takes longer than reading a
/// file into them.
enum DocumentMemory {
    /// Memory of this size is allocated in pages of `page` bytes.
    private static let large = 1 << 22
    static let page = 1 << 21
    /// The largest block that is kept.
    private static let largestSpare = 1 << 26

    /// A block from `allocateLarge` that belongs to nothing else.
    private struct Spare: @unchecked Sendable {
        let memory: UnsafeMutableRawPointer
        let size: Int
    }

    private static let spare = Mutex<Spare?>(nil)

    /// Returns uninitialized memory, or nil if there is none.
    static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        guard size >= large else { return allocateSmall(size) }
        let size = rounded(size)
        let reused = spare.withLock { spare -> Spare? in
            guard let block = spare, block.size == size else { return nil }
            spare = nil
            return block
        }
        return reused?.memory ?? allocateLarge(size)
    }

    /// Releases memory from `allocate`.
    static func release(_ memory: UnsafeMutableRawPointer, _ size: Int) {
        guard size >= large, rounded(size) <= largestSpare else { return free(memory) }
        let block = Spare(memory: memory, size: rounded(size))
        let old = spare.withLock { spare in
            defer { spare = block }
            return spare
        }
        if let old { free(old.memory) }
    }

    private static func rounded(_ size: Int) -> Int { (size + page - 1) / page * page }
}
