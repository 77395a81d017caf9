import Synchronization

/// The bytes of a document, followed by at least 64 zero bytes.
///
/// A document that was translated from another notation knows the origins of its tokens.
///
/// Unsafe code. Invariant: `base` points to `count` initialized bytes followed by 64 zero bytes, which are
/// not written and live until `deinit`; so 64 bytes can be read from any offset in `0...count`.
@usableFromInline
final class SourceBytes: @unchecked Sendable {
    @usableFromInline static let padding = 64

    @usableFromInline let base: UnsafePointer<UInt8>
    @usableFromInline let count: Int
    private let memory: UnsafeMutableRawPointer
    private let lines = Mutex<LineIndex?>(nil)
    private let origins: TextOrigins?

    /// Copies bytes; that costs less than the checks that the padding saves.
    convenience init(copying bytes: UnsafeRawBufferPointer, origins: TextOrigins? = nil) {
        guard let memory = SourceBytes.allocate(bytes.count) else { fatalError("out of memory") }
        if let start = bytes.baseAddress { memory.copyMemory(from: start, byteCount: bytes.count) }
        self.init(adopting: memory, to: bytes.count, origins: origins)
    }

    /// Adopts memory from `allocate` whose first `end` bytes are initialized, and adds the padding.
    ///
    /// - Parameter start: The number of bytes before those of the document.
    init(
        adopting memory: UnsafeMutableRawPointer, from start: Int = 0, to end: Int,
        origins: TextOrigins? = nil
    ) {
        (memory + end).initializeMemory(as: UInt8.self, repeating: 0, count: SourceBytes.padding)
        self.memory = memory
        self.origins = origins
        count = end - start
        base = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self) + start)
    }

    deinit {
        let start = UnsafeRawPointer(base) - UnsafeRawPointer(memory)
        DocumentMemory.release(memory, start + count + SourceBytes.padding)
    }

    /// Allocates memory for some bytes and the padding; returns nil if there is none.
    static func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
        DocumentMemory.allocate(count + padding)
    }

    /// The bytes without the padding.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

    /// Returns the position of a byte, from an index that is built at the first use; for a translated
    /// document, that of the origin of its token.
    func position(at offset: Int) -> JSONPosition {
        if let origins { return origins.position(at: offset) }
        if offset == 0 { return JSONPosition(offset: 0, line: 1, column: 1) }
        return lines.withLock { index in
            let ready = index ?? LineIndex(bytes)
            index = ready
            return ready.position(at: offset, in: bytes)
        }
    }
}

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
