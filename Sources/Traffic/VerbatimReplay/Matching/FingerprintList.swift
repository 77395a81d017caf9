/// The fingerprints of many requests in little memory: their lines lie one behind the other, and few have a body.
struct FingerprintList: Sendable {
    private var lines: [UInt8] = []
    /// Behind each line.
    private var ends: [Int] = []
    private var bodies: [Int: BodyFingerprint] = [:]
    /// The hash of each fingerprint.
    private(set) var hashes: [Int] = []

    var count: Int { ends.count }

    mutating func append(_ fingerprint: Fingerprint) {
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

    /// Whether the fingerprint at an index is some fingerprint of a hash.
    func isEqual(_ index: Int, _ fingerprint: Fingerprint, hash: Int) -> Bool {
        hashes[index] == hash && line(index).elementsEqual(fingerprint.line)
            && bodies[index, default: .none] == fingerprint.body
    }

    func areEqual(_ one: Int, _ other: Int) -> Bool {
        hashes[one] == hashes[other] && line(one) == line(other) && bodies[one] == bodies[other]
    }

    private func line(_ index: Int) -> ArraySlice<UInt8> {
        lines[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    }
}
