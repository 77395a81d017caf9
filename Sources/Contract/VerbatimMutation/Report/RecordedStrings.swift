import VerbatimContract
import VerbatimJSON

/// The strings of recorded bodies, by operation and pointer pattern.
final class RecordedStrings {
    private let originals: [OriginalResponse]
    /// The distinct strings, which are looked for once they are needed.
    private lazy var strings = find()

    private struct Place: Hashable {
        let operation: String
        let pointer: JSONPointer
    }

    private typealias Strings = OrderedGroups<ExactString, String>

    init(_ originals: [OriginalResponse]) { self.originals = originals }

    /// Returns the distinct strings at a pattern, in the order of the recordings.
    func strings(at pointer: JSONPointer?, of operation: String) -> [String] {
        guard let pointer else { return [] }
        return strings[Place(operation: operation, pointer: pointer)]?.values ?? []
    }

    private func find() -> [Place: Strings] {
        var found: [Place: Strings] = [:]
        for original in originals {
            guard let map = original.map else { continue }
            let nodes = OrderedGroups(grouping: map.nodes.filter { $0.kind == .string }, by: \.pattern)
            for (pattern, nodes) in nodes.pairs {
                let place = Place(
                    operation: original.operation.id, pointer: map.patterns[pattern].pointer)
                for node in nodes {
                    let text = (try? JSON(parsing: map.text(of: node)))?.string ?? ""
                    found[place, default: Strings()][ExactString(text), default: text] = text
                }
            }
        }
        return found
    }
}
