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
            let mixed = prefix ^ (suffix << 23 | suffix >> 41) &+ UInt64(truncatingIfNeeded: count)
            return UInt32(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 32)
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

    var range: Range<Int> { Int(offset)..<Int(offset + count) }
}

extension NameTable.Key {
    /// Unsafe code. Invariant: eight bytes can be read from the start of a name, however short it is.
    @inline(__always)
    init(_ start: UnsafePointer<UInt8>, _ count: Int) {
        let start = UnsafeRawPointer(start)
        let word = start.loadUnaligned(as: UInt64.self).littleEndian
        self.count = count
        if count >= 8 {
            prefix = word
            suffix = (start + (count &- 8)).loadUnaligned(as: UInt64.self).littleEndian
        } else {
            // A shift by 64 bits leaves nothing, as an empty name should.
            prefix = word << UInt64(truncatingIfNeeded: 64 &- 8 &* count)
            suffix = 0
        }
    }
}
