/// The defense of a hash table with `ByteKey` hashes against strings that were made to collide.
///
/// The hash of a `ByteKey` is fast but fixed. A table whose strings form a long run of occupied slots, which
/// practically no strings do by chance, is built again with a hash that is seeded anew in each process. A
/// lookup therefore takes a bounded number of steps, whichever strings are looked up.
package enum KeyCollisions {
    /// The number of occupied slots in a row from which a table is built again. The longest run of a million
    /// strings in a half-empty table has some 70 slots.
    package static let longestRun = 256

    /// Returns whether slots, negative if empty, have a run that is too long; runs continue from the last
    /// slot to the first.
    package static func hasLongRun(_ slots: some Sequence<Int32>) -> Bool {
        var run = 0
        var first: Int?
        for slot in slots {
            guard slot < 0 else {
                run += 1
                if run > longestRun { return true }
                continue
            }
            first = first ?? run
            run = 0
        }
        return run + (first ?? 0) > longestRun
    }

    /// Returns the seeded hash of a string.
    package static func seededHash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }
}
