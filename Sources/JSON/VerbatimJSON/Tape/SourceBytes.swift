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
        return lines.withLock { index in
            let ready = index ?? LineIndex(bytes)
            index = ready
            return ready.position(at: offset, in: bytes)
        }
    }
}
