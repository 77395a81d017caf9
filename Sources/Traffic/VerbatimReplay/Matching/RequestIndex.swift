import VerbatimHAR

/// A hash table that finds the entries of a recording by fingerprint, in time independent of their number.
struct RequestIndex: Sendable {
    /// The entries whose requests match each other, in recorded order.
    struct Group: Sendable {
        /// The position of the group, from 0, in the order of first entries.
        let number: Int
        fileprivate let entries: ArraySlice<UInt32>

        var count: Int { entries.count }
        subscript(turn: Int) -> Int { Int(entries[entries.startIndex + turn]) }
    }

    private var fingerprints: FingerprintList
    /// The number of a group, from 1, in the first free slot at or after its hash. The size is a power of 2.
    private var table: [UInt32] = []
    /// The entries, group after group.
    private var entries: [UInt32] = []
    /// The index in `entries` at which each group begins; at the end the number of entries.
    private var starts: [Int] = []

    init(_ lists: consuming [FingerprintList]) {
        fingerprints = lists.isEmpty ? FingerprintList() : lists.removeFirst()
        for list in lists { fingerprints += list }
        var size = 2
        while size < fingerprints.count * 2 { size *= 2 }
        table = Array(repeating: 0, count: size)
        fill()
    }

    init(_ interactions: [Interaction], _ fingerprinter: Fingerprinter) {
        var list = FingerprintList()
        for interaction in interactions { list.append(fingerprinter.fingerprint(of: interaction.request)) }
        self.init([list])
    }

    /// The number of groups.
    var count: Int { starts.count - 1 }

    func group(of fingerprint: RequestFingerprint) -> Group? {
        let hash = fingerprint.hashValue
        var slot = slot(of: hash)
        while table[slot] > 0 {
            let number = Int(table[slot]) - 1
            if fingerprints.isEqual(Int(entries[starts[number]]), fingerprint, hash: hash) {
                return Group(number: number, entries: entries[starts[number]..<starts[number + 1]])
            }
            slot = self.slot(after: slot)
        }
        return nil
    }

    private func slot(of hash: Int) -> Int { hash & (table.count - 1) }
    private func slot(after slot: Int) -> Int { (slot + 1) & (table.count - 1) }

    private mutating func fill() {
        var firstEntries: [Int] = []
        var counts: [Int] = []
        let numbers = (0..<fingerprints.count).map { entry in
            let number = number(of: entry, &firstEntries)
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

    /// Returns the number of the group of an entry, which is new if no earlier entry is equal.
    private mutating func number(of entry: Int, _ firstEntries: inout [Int]) -> Int {
        var slot = slot(of: fingerprints.hashes[entry])
        while table[slot] > 0 {
            let number = Int(table[slot]) - 1
            if fingerprints.areEqual(firstEntries[number], entry) { return number }
            slot = self.slot(after: slot)
        }
        firstEntries.append(entry)
        table[slot] = UInt32(firstEntries.count)
        return firstEntries.count - 1
    }
}

/// A list of fingerprints in little memory: the lines are stored consecutively, and bodies only where there
/// are any.
struct FingerprintList: Sendable {
    private var lines: [UInt8] = []
    /// The end of each line.
    private var ends: [Int] = []
    private var bodies: [Int: BodyFingerprint] = [:]
    private(set) var hashes: [Int] = []

    var count: Int { ends.count }

    mutating func append(_ fingerprint: RequestFingerprint) {
        if fingerprint.body != .none { bodies[count] = fingerprint.body }
        lines += fingerprint.line
        ends.append(lines.count)
        hashes.append(fingerprint.hashValue)
    }

    static func += (list: inout FingerprintList, other: FingerprintList) {
        for (index, body) in other.bodies { list.bodies[list.count + index] = body }
        list.ends += other.ends.map { [shift = list.lines.count] in $0 + shift }
        list.lines += other.lines
        list.hashes += other.hashes
    }

    func isEqual(_ index: Int, _ fingerprint: RequestFingerprint, hash: Int) -> Bool {
        hashes[index] == hash && line(index).elementsEqual(fingerprint.line)
            && bodies[index, default: .none] == fingerprint.body
    }

    func areEqual(_ first: Int, _ second: Int) -> Bool {
        hashes[first] == hashes[second] && line(first) == line(second) && bodies[first] == bodies[second]
    }

    private func line(_ index: Int) -> ArraySlice<UInt8> {
        lines[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    }
}
