/// A hash table of strings, each with a number, that finds the strings and names of a document without
/// decoding them.
///
/// The table consists of independent subtables, which share their memory.
///
/// The hash of a `ByteKey` is fast but fixed. A subtable whose strings form a long run of occupied slots,
/// which practically no strings do by chance, is built again with a hash that is seeded anew in each process.
/// A lookup therefore takes a bounded number of steps, whichever strings are looked up.
@usableFromInline
package struct KeyTable: Sendable {
    /// The slots of a subtable, `start...start + mask`; the default has none.
    @usableFromInline
    package struct Subtable: BitwiseCopyable, Sendable {
        @usableFromInline var start: Int32 = 0
        @usableFromInline var mask: Int32 = -1
        @usableFromInline var isSeeded = false
        @inlinable package var isEmpty: Bool { mask < 0 }

        package init() {}
    }

    /// A string, and its number.
    @usableFromInline
    package struct Entry: BitwiseCopyable, Sendable {
        @usableFromInline let key: ByteKey
        /// The offset of the bytes of the string.
        @usableFromInline let offset: Int32
        @usableFromInline package var number: Int32
    }

    /// The index of an entry, or -1. At most half of the slots of a subtable have an entry.
    package private(set) var slots: [Int32] = []
    /// The entries of all subtables, each after those of the subtables before.
    package var entries: [Entry] = []
    package private(set) var bytes: [UInt8] = []

    /// The number of occupied slots in a row from which a subtable is built again. The longest run of a
    /// million strings in a half-empty table has some 70 slots.
    package static let longestRun = 256

    package init() {}

    /// The number of entries in all subtables.
    package var count: Int { entries.count }

    private func range(of entry: Int) -> Range<Int> {
        let start = Int(entries[entry].offset)
        return start..<start + entries[entry].key.count
    }

    /// Returns the entries of a subtable, in any order.
    package func entries(in subtable: Subtable) -> [Int] {
        slots[Int(subtable.start)..<Int(subtable.start + subtable.mask + 1)].filter { $0 >= 0 }.map(Int.init)
    }

    // MARK: Building

    /// Adds a subtable of distinct strings. Their entries follow those of earlier subtables, in order.
    package mutating func addSubtable(_ strings: [(string: String, number: Int)]) -> Subtable {
        guard !strings.isEmpty else { return Subtable() }
        let (subtable, added) = addSubtable(of: strings.map(\.string))
        for (entry, (_, number)) in zip(added, strings) { entries[entry].number = Int32(number) }
        return subtable
    }

    /// Adds a subtable of strings, which may repeat, with the number -1; returns the entries of the strings,
    /// in their order.
    package mutating func addSubtable(of strings: [String]) -> (subtable: Subtable, entries: [Int]) {
        var size = 2
        while size < strings.count * 2 { size *= 2 }
        var subtable = Subtable()
        subtable.start = Int32(slots.count)
        subtable.mask = Int32(size - 1)
        slots += repeatElement(-1, count: size)
        let (firstEntry, firstByte) = (entries.count, bytes.count)
        if let added = insert(strings, into: subtable) { return (subtable, added) }
        for slot in slots.indices.suffix(size) { slots[slot] = -1 }
        entries.removeLast(entries.count - firstEntry)
        bytes.removeLast(bytes.count - firstByte)
        subtable.isSeeded = true
        return (subtable, insert(strings, into: subtable) ?? [])
    }

    /// Inserts strings into a subtable, and returns their entries; nil if too many of them collide.
    private mutating func insert(_ strings: [String], into subtable: Subtable) -> [Int]? {
        var added: [Int] = []
        added.reserveCapacity(strings.count)
        for string in strings {
            guard let entry = insert(string, into: subtable) else { return nil }
            added.append(entry)
        }
        let mayCollide = !subtable.isSeeded && subtable.mask > Self.longestRun
        return mayCollide && hasLongRun(slots[Int(subtable.start)...]) ? nil : added
    }

    private mutating func insert(_ string: String, into subtable: Subtable) -> Int? {
        let offset = bytes.count
        bytes += string.utf8
        let key = ByteKey(ofLast: bytes.count - offset, in: &bytes)
        let string = offset..<bytes.count
        let hash = subtable.isSeeded ? bytes[string].withUnsafeBufferPointer(Self.seededHash) : key.hash
        var slot = hash & UInt32(subtable.mask)
        var steps = 0
        while case let entry = Int(slots[Int(subtable.start) + Int(slot)]), entry >= 0 {
            if entries[entry].key == key, bytes[range(of: entry)] == bytes[string] {
                bytes.removeLast(string.count)
                return entry
            }
            steps += 1
            guard steps <= Self.longestRun || subtable.isSeeded else { return nil }
            slot = (slot + 1) & UInt32(subtable.mask)
        }
        slots[Int(subtable.start) + Int(slot)] = Int32(entries.count)
        entries.append(Entry(key: key, offset: Int32(offset), number: -1))
        return entries.count - 1
    }

    /// Returns whether slots have a run that is too long; runs continue from the last slot to the first.
    private func hasLongRun(_ slots: ArraySlice<Int32>) -> Bool {
        let runs = slots.split(omittingEmptySubsequences: false) { $0 < 0 }.map(\.count)
        return runs.contains { $0 > Self.longestRun }
            || (runs.first ?? 0) + (runs.last ?? 0) > Self.longestRun
    }

    @usableFromInline @inline(never)
    static func seededHash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }
}

/// A complete `KeyTable`, whose memory does not move.
package struct FixedKeyTable: Sendable {
    private let slots: FixedArray<Int32>
    private let entries: FixedArray<KeyTable.Entry>
    private let bytes: FixedArray<UInt8>

    package init(_ table: KeyTable) {
        slots = FixedArray(table.slots)
        entries = FixedArray(table.entries)
        bytes = FixedArray(table.bytes)
    }

    /// The number of entries in all subtables.
    package var count: Int { entries.count }

    /// A search of the table. It must not outlive that.
    package var search: KeySearch { KeySearch(slots: slots.base, entries: entries.base, bytes: bytes.base) }
}

/// Finds strings in the memory of a `FixedKeyTable`, without bounds checks or reference counting.
///
/// Unsafe code. Invariant: the pointers are those of the arrays of one table, and so is every subtable.
@usableFromInline
package struct KeySearch: BitwiseCopyable {
    @usableFromInline let slots: UnsafePointer<Int32>
    @usableFromInline let entries: UnsafePointer<KeyTable.Entry>
    @usableFromInline let bytes: UnsafePointer<UInt8>

    @inlinable @inline(__always)
    package func number(of entry: Int) -> Int32 { entries[entry].number }

    package func string(of entry: Int) -> String {
        let start = bytes + Int(entries[entry].offset)
        return String(
            decoding: UnsafeBufferPointer(start: start, count: entries[entry].key.count), as: UTF8.self)
    }

    /// Returns the entry of a string, or -1 if a subtable with slots does not contain it.
    ///
    /// Unsafe code. Invariant: that of `ByteKey.init(unsafePadded:count:)`.
    @inlinable @inline(__always)
    package func find(_ start: UnsafePointer<UInt8>, _ count: Int, in subtable: KeyTable.Subtable) -> Int {
        let key = ByteKey(unsafePadded: start, count: count)
        let hash =
            subtable.isSeeded
            ? KeyTable.seededHash(UnsafeBufferPointer(start: start, count: count)) : key.hash
        let mask = UInt32(bitPattern: subtable.mask)
        var slot = hash & mask
        while true {
            let entry = Int(slots[Int(subtable.start) &+ Int(slot)])
            if entry < 0 { return -1 }
            if entries[entry].key == key, count <= 16 || isEqual(start, count, to: entry) { return entry }
            slot = (slot &+ 1) & mask
        }
    }

    /// Compares the bytes between the first and the last eight, in words of which the last may overlap the
    /// last eight.
    @usableFromInline
    func isEqual(_ start: UnsafePointer<UInt8>, _ count: Int, to entry: Int) -> Bool {
        let (left, right) = (UnsafeRawPointer(start), UnsafeRawPointer(bytes + Int(entries[entry].offset)))
        return stride(from: 8, to: count - 8, by: 8).allSatisfy {
            (left + $0).loadUnaligned(as: UInt64.self) == (right + $0).loadUnaligned(as: UInt64.self)
        }
    }
}

/// The key of a UTF-8 string in a hash table: its length, its first eight bytes, and its last eight bytes.
///
/// Strings of at most 16 bytes are equal exactly if their keys are; longer ones need a comparison of the
/// bytes in between.
@usableFromInline
package struct ByteKey: BitwiseCopyable, Hashable, Sendable {
    /// The first eight bytes; those of a shorter string are the highest.
    @usableFromInline package let prefix: UInt64
    /// The last eight bytes; zero for a string of fewer than eight.
    @usableFromInline package let suffix: UInt64
    @usableFromInline package let count: Int

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
    package init(unsafePadded start: UnsafePointer<UInt8>, count: Int) {
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

    /// The hash: multiplicative, of all three parts. Keys can be made to collide, see `KeyTable`.
    ///
    /// Each bit of the product depends on the lower bits of the factors only, so the highest ones are mixed
    /// in.
    @inlinable @inline(__always)
    package var hash: UInt32 {
        let mixed = prefix ^ (suffix << 23 | suffix >> 41) &+ UInt64(truncatingIfNeeded: count)
        let product = mixed &* 0x9E37_79B9_7F4A_7C15
        return UInt32(truncatingIfNeeded: product >> 32 ^ product >> 47)
    }

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
