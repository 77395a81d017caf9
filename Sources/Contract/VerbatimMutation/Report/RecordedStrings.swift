import VerbatimContract
import VerbatimJSON

/// The strings of recorded bodies, by operation and pointer pattern.
final class RecordedStrings {
    private let originals: OriginalResponses
    /// The distinct strings, which are looked for once they are needed.
    private lazy var strings = find()

    private struct Place: Hashable {
        let operation: String
        let pointer: JSONPointer
    }

    private typealias Strings = OrderedGroups<ExactString, String>

    init(_ originals: OriginalResponses) { self.originals = originals }

    /// The number of bytes from which no more strings at a pattern are kept: so many are no enumeration.
    private static let limit = 1 << 20

    /// Returns the distinct strings at a pattern, in the order of the recordings.
    func strings(at pointer: JSONPointer?, of operation: String) -> [String] {
        guard let pointer else { return [] }
        return strings[Place(operation: operation, pointer: pointer)]?.values ?? []
    }

    private func find() -> [Place: Strings] {
        var (found, sizes) = ([Place: Strings](), [Place: Int]())
        for original in originals.all {
            guard let map = original.map else { continue }
            let nodes = OrderedGroups(grouping: map.nodes.filter { $0.kind == .string }, by: \.pattern)
            for (pattern, nodes) in nodes.pairs {
                let place = Place(
                    operation: original.operation.id, pointer: map.patterns[pattern].pointer)
                for node in nodes where sizes[place, default: 0] < Self.limit {
                    let text = (try? JSON(parsing: map.text(of: node)))?.string ?? ""
                    if found[place]?[ExactString(text)] == nil { sizes[place, default: 0] += text.utf8.count }
                    found[place, default: Strings()][ExactString(text), default: text] = text
                }
            }
        }
        return found
    }
}
