import VerbatimHAR
import VerbatimJSON

/// The names in a body down to a few levels, by which responses of one operation are known.
struct ResponseOutline {
    /// The hashes of the paths to the names, in ascending order.
    let names: [Int]
    /// Whether an array is empty, so that names may be missing.
    let isIncomplete: Bool

    private static let depthLimit = 5
    private static let nameLimit = 256
    /// With fewer names in both, nothing can be said.
    private static let leastNames = 4

    /// - Returns: nil if the body is not JSON.
    init?(_ response: HTTPResponse) {
        guard let bytes = try? response.body.storedBytes(),
            let json = try? JSON(parsing: bytes.withoutByteOrderMark)
        else { return nil }
        var collector = Collector()
        collector.collect(json, 0, path: 0)
        names = collector.names.sorted()
        isIncomplete = collector.isIncomplete
    }

    private struct Collector {
        var names: Set<Int> = []
        var isIncomplete = false

        mutating func collect(_ value: JSON, _ depth: Int, path: Int) {
            guard depth < depthLimit, names.count < nameLimit else { return }
            if value.kind == .array {
                if value.count == 0 { isIncomplete = true }
                for element in value.elements.prefix(3) { collect(element, depth + 1, path: path) }
            }
            guard value.kind == .object else { return }
            for member in value.members.prefix(nameLimit) {
                var hasher = Hasher()
                hasher.combine(path)
                hasher.combine(member.name)
                let name = hasher.finalize()
                names.insert(name)
                collect(member.value, depth + 1, path: name)
            }
        }
    }

    /// The share of names that two outlines have in common, from 0 to 1; nil if they say too little.
    func similarity(to other: ResponseOutline) -> Double? {
        guard !isIncomplete, !other.isIncomplete else { return nil }
        var (left, right, common) = (0, 0, 0)
        while left < names.count, right < other.names.count {
            if names[left] == other.names[right] { common += 1 }
            let (one, two) = (names[left], other.names[right])
            if one <= two { left += 1 }
            if two <= one { right += 1 }
        }
        let all = names.count + other.names.count - common
        return all < Self.leastNames ? nil : Double(common) / Double(all)
    }
}
