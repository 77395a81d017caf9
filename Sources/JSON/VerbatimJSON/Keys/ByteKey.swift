/// The key of a UTF-8 string in a hash table: its length, its first eight bytes, and its last eight bytes.
///
/// Strings of at most 16 bytes are equal exactly if their keys are; longer ones need a comparison of the
/// bytes in between. It is public, as SPI, because only public functions are inlined into other
/// modules.
@_spi(Tape) @frozen public struct ByteKey: BitwiseCopyable, Hashable, Sendable {
    /// The first eight bytes; those of a shorter string are the highest.
    public let prefix: UInt64
    /// The last eight bytes; zero for a string of fewer than eight.
    public let suffix: UInt64
    /// The number of bytes.
    public let count: Int

    /// Creates a key from its parts.
    @inlinable @inline(__always)
    init(prefix: UInt64, suffix: UInt64, count: Int) {
        self.prefix = prefix
        self.suffix = suffix
        self.count = count
    }

    /// Creates the key of some bytes.
    ///
    /// Unsafe code. Invariant: eight bytes can be read from `start`, however small `count` is, as from every
    /// string of a document.
    @inlinable @inline(__always)
    public init(unsafePadded start: UnsafePointer<UInt8>, count: Int) {
        let start = UnsafeRawPointer(start)
        let word = start.loadUnaligned(as: UInt64.self).littleEndian
        if count >= 8 {
            let suffix = (start + (count &- 8)).loadUnaligned(as: UInt64.self).littleEndian
            self.init(prefix: word, suffix: suffix, count: count)
        } else {
            // A shift by 64 bits leaves nothing, as an empty string should.
            let prefix = word << UInt64(truncatingIfNeeded: 64 &- 8 &* count)
            self.init(prefix: prefix, suffix: 0, count: count)
        }
    }

    /// The hash: multiplicative, of all three parts. Keys can be made to collide, see `KeyCollisions`.
    ///
    /// Each bit of the product depends on the lower bits of the factors only, so the highest ones are mixed
    /// in.
    @inlinable @inline(__always)
    public var hash: UInt32 {
        let mixed = prefix ^ (suffix << 23 | suffix >> 41) &+ UInt64(truncatingIfNeeded: count)
        let product = mixed &* 0x9E37_79B9_7F4A_7C15
        return UInt32(truncatingIfNeeded: product >> 32 ^ product >> 47)
    }
}

extension ByteKey {
    /// Creates the key of the bytes at the end of an array, which is padded meanwhile.
    package init(ofLast count: Int, in bytes: inout [UInt8]) {
        let start = bytes.count - count
        bytes += repeatElement(0, count: 8)
        defer { bytes.removeLast(8) }
        self = bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { ByteKey(unsafePadded: $0 + start, count: count) }
                ?? ByteKey(prefix: 0, suffix: 0, count: 0)
        }
    }
}
