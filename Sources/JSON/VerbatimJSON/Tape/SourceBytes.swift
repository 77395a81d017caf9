import Synchronization

/// The bytes of a document, followed by at least 64 bytes of zero.
///
/// Unsafe code. Invariant: `base` points to `count` initialized bytes and 64 zero bytes behind them, which nobody
/// writes and which live until `deinit`; so a reader may load 64 bytes from any offset in `0...count`.
@usableFromInline
final class SourceBytes: @unchecked Sendable {
    @usableFromInline static let padding = 64

    @usableFromInline let base: UnsafePointer<UInt8>
    @usableFromInline let count: Int
    /// Whether the bytes are those of a mapped file, at the start of a page.
    let isMapped: Bool
    private let lines = Mutex<LineIndex?>(nil)
    private let release: () -> Void

    /// Copies the bytes: the copy costs less than the checks that the padding saves.
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

    /// Adopts a mapped file that satisfies the invariant, until it calls `release`.
    init(mapped base: UnsafePointer<UInt8>, count: Int, release: @escaping () -> Void) {
        self.base = base
        self.count = count
        isMapped = true
        self.release = release
    }

    deinit { release() }

    /// The line and column of a byte; the index behind it is built at the first use.
    func position(at offset: Int) -> JSONPosition {
        lines.withLock { index in
            let ready = index ?? LineIndex(self)
            index = ready
            return ready.position(at: offset, in: self)
        }
    }
}
