import Synchronization

/// The bytes of a document, followed by at least 64 zero bytes.
///
/// Unsafe code. Invariant: `base` points to `count` initialized bytes followed by 64 zero bytes, which are
/// not written and live until `deinit`; so 64 bytes can be read from any offset in `0...count`.
@usableFromInline
final class SourceBytes: @unchecked Sendable {
    @usableFromInline static let padding = 64

    @usableFromInline let base: UnsafePointer<UInt8>
    @usableFromInline let count: Int
    /// Whether the bytes are those of a mapped file; they begin at the start of a page.
    let isMapped: Bool
    private let lines = Mutex<LineIndex?>(nil)
    private let release: () -> Void

    /// Copies bytes; that costs less than the checks that the padding saves.
    init(copying bytes: UnsafeRawBufferPointer) {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: bytes.count + SourceBytes.padding, alignment: 16)
        if let start = bytes.baseAddress { memory.copyMemory(from: start, byteCount: bytes.count) }
        (memory + bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: SourceBytes.padding)
        base = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
        count = bytes.count
        isMapped = false
        release = { memory.deallocate() }
    }

    /// Adopts a mapped file that satisfies the invariant until `release` is called.
    init(mapped base: UnsafePointer<UInt8>, count: Int, release: @escaping () -> Void) {
        self.base = base
        self.count = count
        isMapped = true
        self.release = release
    }

    deinit { release() }

    /// Returns the position of a byte, from an index that is built at the first use.
    func position(at offset: Int) -> JSONPosition {
        lines.withLock { index in
            let ready = index ?? LineIndex(self)
            index = ready
            return ready.position(at: offset, in: self)
        }
    }
}
