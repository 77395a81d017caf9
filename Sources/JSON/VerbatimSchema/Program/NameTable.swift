/// A hash table that finds the entry of a name by its bytes.
struct NameTable: BitwiseCopyable {
    /// The table has the slots `start..<start + mask + 1`; a slot contains the index of an entry, or -1.
    var start: Int32 = 0
    var mask: UInt32 = 0

    /// The length of a name with its first and last eight bytes, which tell most names apart.
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
        /// The schema of the property, or -1.
        var value: Int32 = -1
        /// The bit of a required property, or 0.
        var required: UInt64 = 0
    }
}

/// The bytes of a name in `Program.nameBytes`.
struct NameSpan: BitwiseCopyable {
    var offset: Int32
    var count: Int32

    var range: Range<Int> { Int(offset)..<Int(offset + count) }
}

extension NameTable.Key {
    /// Unsafe code. Invariant: eight bytes are readable from the start of a name, even if it is shorter.
    @inline(__always)
    init(_ start: UnsafePointer<UInt8>, _ count: Int) {
        let start = UnsafeRawPointer(start)
        let word = start.loadUnaligned(as: UInt64.self).littleEndian
        self.count = count
        if count >= 8 {
            prefix = word
            suffix = (start + (count &- 8)).loadUnaligned(as: UInt64.self).littleEndian
        } else {
            // For an empty name, the shift by 64 bits yields 0.
            prefix = word << UInt64(truncatingIfNeeded: 64 &- 8 &* count)
            suffix = 0
        }
    }
}
