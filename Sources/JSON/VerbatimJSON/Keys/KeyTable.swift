/// A hash table of strings, each with a number, that finds the strings and names of a document without
/// decoding them.
///
/// The table consists of independent subtables, which share their memory. A string is inserted once per
/// subtable.
package struct KeyTable: Sendable {
    /// The slots of a subtable, `start...start + mask`; the default has none.
    package struct Subtable: BitwiseCopyable, Sendable {
        fileprivate var start: Int32 = 0
        fileprivate var mask: Int32 = -1
        /// Whether the hashes are those of `KeyCollisions`.
        fileprivate var isSeeded = false

        /// Creates a subtable without strings.
        package init() {}
    }

    private struct Entry: BitwiseCopyable, Sendable {
        let key: ByteKey
        let offset: Int32
        let number: Int32
    }

    /// The index of an entry, or -1. At most half of the slots of a subtable have an entry.
    private var slots: [Int32] = []
    private var entries: [Entry] = []
    private var bytes: [UInt8] = []

    /// Creates a table without subtables.
    package init() {}

    /// The number of entries in all subtables.
    package var count: Int { entries.count }

    /// Adds a subtable of distinct strings. Their entries follow those of earlier subtables, in order.
    package mutating func addSubtable(_ strings: [(string: String, number: Int)]) -> Subtable {
        guard !strings.isEmpty else { return Subtable() }
        var size = 2
        while size < strings.count * 2 { size *= 2 }
        var subtable = Subtable()
        subtable.start = Int32(slots.count)
        subtable.mask = Int32(size - 1)
        slots.append(contentsOf: repeatElement(-1, count: size))
        let first = entries.count
        for (string, number) in strings { append(string, number) }
        guard !fillSlots(of: subtable, from: first) else { return subtable }
        for slot in slots.indices.suffix(size) { slots[slot] = -1 }
        subtable.isSeeded = true
        _ = fillSlots(of: subtable, from: first)
        return subtable
    }

    private mutating func append(_ string: String, _ number: Int) {
        let offset = bytes.count
        bytes += string.utf8
        let key = ByteKey(ofLast: bytes.count - offset, in: &bytes)
        entries.append(Entry(key: key, offset: Int32(offset), number: Int32(number)))
    }

    /// Gives each entry from the first one on a slot; returns false if too many of them collide.
    private mutating func fillSlots(of subtable: Subtable, from first: Int) -> Bool {
        let mask = UInt32(subtable.mask)
        for entry in first..<entries.count {
            var slot = hash(of: entry, in: subtable) & mask
            var steps = 0
            while slots[Int(subtable.start) + Int(slot)] >= 0 {
                slot = (slot + 1) & mask
                steps += 1
                guard steps <= KeyCollisions.longestRun || subtable.isSeeded else { return false }
            }
            slots[Int(subtable.start) + Int(slot)] = Int32(entry)
        }
        return subtable.isSeeded || !KeyCollisions.hasLongRun(slots[Int(subtable.start)...])
    }

    private func hash(of entry: Int, in subtable: Subtable) -> UInt32 {
        guard subtable.isSeeded else { return entries[entry].key.hash }
        let start = Int(entries[entry].offset)
        return bytes[start..<start + entries[entry].key.count]
            .withUnsafeBufferPointer(KeyCollisions.seededHash)
    }

    /// Returns the number of an entry.
    package func number(of entry: Int) -> Int { Int(entries[entry].number) }

    /// Returns the string of an entry.
    package func string(of entry: Int) -> String {
        let start = Int(entries[entry].offset)
        return String(decoding: bytes[start..<start + entries[entry].key.count], as: UTF8.self)
    }

    /// Returns the entry of a string or name of a document, or nil if the subtable does not contain it.
    package func find(_ node: Int, in subtable: Subtable, of reader: TapeReader) -> Int? {
        guard subtable.mask >= 0 else { return nil }
        let (start, count) = reader.plainString(node)
        guard count < 0 else { return find(unsafePadded: start, count: count, in: subtable) }
        let capacity = reader.rawString(node).count + 8
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { decoded in
            decoded.initialize(repeating: 0)
            let count = reader.unescape(node, into: decoded)
            return decoded.baseAddress.flatMap {
                find(unsafePadded: UnsafePointer($0), count: count, in: subtable)
            }
        }
    }

    /// Unsafe code. Invariant: that of `ByteKey.init(unsafePadded:count:)`.
    private func find(unsafePadded start: UnsafePointer<UInt8>, count: Int, in subtable: Subtable) -> Int? {
        let key = ByteKey(unsafePadded: start, count: count)
        let hash =
            subtable.isSeeded
            ? KeyCollisions.seededHash(UnsafeBufferPointer(start: start, count: count)) : key.hash
        var slot = hash & UInt32(subtable.mask)
        while true {
            let entry = Int(slots[Int(subtable.start) + Int(slot)])
            guard entry >= 0 else { return nil }
            if entries[entry].key == key, count <= 16 || isEqual(start, count, to: entry) { return entry }
            slot = (slot + 1) & UInt32(subtable.mask)
        }
    }

    /// Compares the bytes between the first and the last eight, in words of which the last may overlap the
    /// last eight.
    ///
    /// Unsafe code. Invariant: `start` has `count` bytes, as many as the entry.
    private func isEqual(_ start: UnsafePointer<UInt8>, _ count: Int, to entry: Int) -> Bool {
        let start = UnsafeRawPointer(start)
        return bytes.withUnsafeBytes { bytes in
            for offset in stride(from: 8, to: count - 8, by: 8) {
                let word = bytes.loadUnaligned(
                    fromByteOffset: Int(entries[entry].offset) + offset, as: UInt64.self)
                guard word == (start + offset).loadUnaligned(as: UInt64.self) else { return false }
            }
            return true
        }
    }
}
