/// A hash table that finds the entry of a name by its bytes.
struct StringTable: BitwiseCopyable {
    /// The table has the slots `start..<start + mask + 1`; a slot contains the index of an entry, or -1.
    var start: Int32 = 0
    var mask: UInt32 = 0
    /// Whether the hashes are those of `KeyCollisions`, as the names were made to collide.
    var isSeeded = false

    /// A string with the parts of its `ByteKey`.
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
