/// Finds the entries of a recording that answer a request, at a cost that does not depend on their number.
struct RecordingIndex: Sendable {
    /// The entries that answer equal requests, in recorded order.
    struct Queue: Sendable {
        /// From 0, in the order of the first entries.
        let number: Int
        fileprivate let entries: ArraySlice<UInt32>

        var count: Int { entries.count }
        subscript(turn: Int) -> Int { Int(entries[entries.startIndex + turn]) }
    }

    private var fingerprints: FingerprintList
    /// A hash table: the number of a queue, from 1, at the first free location from its hash on; its size is a power of 2.
    private var table: [UInt32] = []
    /// The entries, queue after queue, and where each queue begins.
    private var entries: [UInt32] = []
    private var starts: [Int] = []

    /// Creates an index of the entries of some lists, one after the other.
    init(_ lists: consuming [FingerprintList]) {
        fingerprints = lists.isEmpty ? FingerprintList() : lists.removeFirst()
        for list in lists { fingerprints += list }
        var size = 2
        while size < fingerprints.count * 2 { size *= 2 }
        table = Array(repeating: 0, count: size)
        fill()
    }

    /// How many queues there are.
    var count: Int { starts.count - 1 }

    /// The queue that answers a request, or nil when nothing does.
    func queue(for fingerprint: Fingerprint) -> Queue? {
        let hash = fingerprint.hashValue
        var location = location(of: hash)
        while table[location] > 0 {
            let number = Int(table[location]) - 1
            if fingerprints.isEqual(Int(entries[starts[number]]), fingerprint, hash: hash) {
                return Queue(number: number, entries: entries[starts[number]..<starts[number + 1]])
            }
            location = self.location(behind: location)
        }
        return nil
    }

    private func location(of hash: Int) -> Int { hash & (table.count - 1) }
    private func location(behind location: Int) -> Int { (location + 1) & (table.count - 1) }

    private mutating func fill() {
        var firsts: [Int] = []
        var counts: [Int] = []
        let numbers = (0..<fingerprints.count).map { entry in
            let number = number(of: entry, &firsts)
            if number == counts.count { counts.append(0) }
            counts[number] += 1
            return number
        }
        starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        entries = Array(repeating: 0, count: numbers.count)
        var filled = starts
        for (entry, number) in numbers.enumerated() {
            entries[filled[number]] = UInt32(entry)
            filled[number] += 1
        }
    }

    /// The number of the queue of an entry, which is new when none before is equal.
    private mutating func number(of entry: Int, _ firsts: inout [Int]) -> Int {
        var location = location(of: fingerprints.hashes[entry])
        while table[location] > 0 {
            let number = Int(table[location]) - 1
            if fingerprints.areEqual(firsts[number], entry) { return number }
            location = self.location(behind: location)
        }
        firsts.append(entry)
        table[location] = UInt32(firsts.count)
        return firsts.count - 1
    }

    /// How many entries answer a request.
    func count(of fingerprint: Fingerprint) -> Int {
        queue(for: fingerprint)?.count ?? 0
    }
}
