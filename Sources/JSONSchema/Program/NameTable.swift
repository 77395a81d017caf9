/// A set of strings, each with an entry, found by their bytes.
struct NameTable: BitwiseCopyable {
    /// The slots `start..<start + mask + 1`; a slot has the number of an entry or -1.
    var start: Int32 = 0
    var mask: UInt32 = 0

    /// The first eight bytes of a name and its last eight say almost all about it.
    struct Key: BitwiseCopyable {
        let prefix: UInt64
        let suffix: UInt64
        let count: Int

        @inline(__always)
        var hash: UInt32 {
            let mixed = (prefix &+ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
            return UInt32(truncatingIfNeeded: (mixed ^ suffix &* 0xC2B2_AE3D_27D4_EB4F) >> 32)
        }
    }

    struct Entry: BitwiseCopyable {
        let prefix: UInt64
        let suffix: UInt64
        let span: NameSpan
        /// What the name stands for: a schema, or -1.
        var value: Int32 = -1
        /// The bit of a required name, or 0.
        var required: UInt64 = 0
    }
}

/// A name among the bytes of a program.
struct NameSpan: BitwiseCopyable {
    var offset: Int32
    var count: Int32
}

extension NameTable.Key {
    /// Unsafe code. Invariant: eight bytes can be read from the start of a name, however short it is.
    @inline(__always)
    init(_ name: UnsafeBufferPointer<UInt8>) {
        count = name.count
        guard let start = UnsafeRawPointer(name.baseAddress) else {
            (prefix, suffix) = (0, 0)
            return
        }
        let word = start.loadUnaligned(as: UInt64.self).littleEndian
        if count >= 8 {
            prefix = word
            suffix = (start + (count - 8)).loadUnaligned(as: UInt64.self).littleEndian
        } else {
            prefix = count == 0 ? 0 : word << UInt64(64 - 8 * count)
            suffix = 0
        }
    }
}
