import Synchronization
import VerbatimHAR
import VerbatimJSON

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
    private let order = Order()

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
        for request in interactions.lazy.map(\.request) {
            list.append(fingerprinter.fingerprint(of: request), of: request)
        }
        self.init([list])
    }

    var count: Int { starts.count - 1 }

    /// The origins of the requests with the numbers of their requests, in recorded order.
    var origins: OrderedGroups<String, Int> { fingerprints.origins }

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

// MARK: - Similar requests

extension RequestIndex {
    /// The groups in the order of their URLs, made for the first request without a match.
    private final class Order: Sendable {
        let groups = Mutex<[UInt32]?>(nil)
    }

    /// The number of groups that are compared with a request without a match, and of those with the nearest
    /// URLs if there are more: a client that sends many such requests must not keep others waiting.
    private static let (fewGroups, nearGroups) = (128, 32)

    /// Returns the first entries of the groups with the URLs that are next to that of a request, in the order
    /// of bytes, as those with the same path are; of all groups if they are few.
    func entries(near fingerprint: RequestFingerprint) -> [Int] {
        guard count > Self.fewGroups else { return (0..<count).map(firstEntry) }
        let groups = order.groups.withLock { groups in
            let sorted = groups ?? (0..<UInt32(count)).sorted { isBefore(Int($0), Int($1)) }
            groups = sorted
            return sorted
        }
        let url = FingerprintList.url(of: fingerprint.line[...])
        var (low, high) = (0, groups.count)
        while low < high {
            let middle = (low + high) / 2
            let isBefore = fingerprints.url(firstEntry(Int(groups[middle]))).lexicographicallyPrecedes(url)
            if isBefore { low = middle + 1 } else { high = middle }
        }
        let start = max(0, min(low - Self.nearGroups / 2, groups.count - Self.nearGroups))
        return groups[start..<(start + Self.nearGroups)].map { firstEntry(Int($0)) }
    }

    private func firstEntry(_ group: Int) -> Int { Int(entries[starts[group]]) }

    private func isBefore(_ first: Int, _ second: Int) -> Bool {
        let (old, new) = (fingerprints.url(firstEntry(first)), fingerprints.url(firstEntry(second)))
        return old.lexicographicallyPrecedes(new) || old == new && first < second
    }
}

/// A list of fingerprints in little memory: the lines are stored consecutively, and bodies only where there
/// are any.
struct FingerprintList: Sendable {
    private var lines: [UInt8] = []
    private var ends: [Int] = []
    private var bodies: [Int: BodyFingerprint] = [:]
    private(set) var hashes: [Int] = []
    /// The origins of the requests with the numbers of their requests, in order.
    private(set) var origins = OrderedGroups<String, Int>()

    var count: Int { ends.count }

    mutating func append(_ fingerprint: RequestFingerprint, of request: HTTPRequest) {
        origins[URLParts(request.url).origin, default: 0] += 1
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
        for (origin, count) in other.origins.pairs { list.origins[origin, default: 0] += count }
    }

    func isEqual(_ index: Int, _ fingerprint: RequestFingerprint, hash: Int) -> Bool {
        hashes[index] == hash && line(index).elementsEqual(fingerprint.line)
            && bodies[index, default: .none] == fingerprint.body
    }

    func areEqual(_ first: Int, _ second: Int) -> Bool {
        hashes[first] == hashes[second] && line(first) == line(second) && bodies[first] == bodies[second]
    }

    /// The URL, and the header fields that are compared.
    func url(_ index: Int) -> ArraySlice<UInt8> { Self.url(of: line(index)) }

    /// Returns the part of a line after the method.
    static func url(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> { line.drop { $0 != UInt8(ascii: " ") } }

    private func line(_ index: Int) -> ArraySlice<UInt8> {
        lines[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    }
}
