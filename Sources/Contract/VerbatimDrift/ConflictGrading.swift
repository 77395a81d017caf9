import VerbatimContract
import VerbatimJSON

/// The values of a new body that the models of the app do not decode, each kind of value once, and the
/// changes that cause them.
struct ConflictGrading {
    /// The property and the location of a conflict, which are the same in every element of a list.
    private struct Key: Hashable {
        let property: String
        let pattern: JSONPointer

        init(_ conflict: ModelConflict) {
            property = conflict.property.name
            pattern = conflict.pointer?.pattern ?? .root
        }
    }

    private let conflicts: [(key: Key, conflict: ModelConflict)]

    /// - Parameters:
    ///   - old: The conflicts of the old body, which are not new.
    ///   - new: Those of the new one.
    init(_ old: [ModelConflict], _ new: [ModelConflict]) {
        var seen = Set(old.map(Key.init))
        let kinds = new.map { (key: Key($0), conflict: $0) }.filter { seen.insert($0.key).inserted }
        conflicts = Array(kinds.prefix(Self.limit))
    }

    /// The number of conflicts that are assigned: each is compared with each change.
    private static let limit = 200

    /// Returns changes of the body with the properties they break, and conflicts that no change explains.
    ///
    /// A change that breaks a property is breaking. Any other is at most a warning: the models decode it.
    func grade(_ changes: [Finding]) -> (changes: [Finding], rest: [ModelConflict]) {
        let patterns = changes.map(\.bodyPattern)
        var graded = changes
        for index in changes.indices { graded[index].severity = min(changes[index].severity, .warning) }
        var rest: [ModelConflict] = []
        for (key, conflict) in conflicts {
            let causes = Self.causes(of: key.pattern.tokens, among: patterns)
            if causes.isEmpty {
                var conflict = conflict
                conflict.pointer = key.pattern
                rest.append(conflict)
            }
            for index in causes {
                graded[index].severity = .breaking
                graded[index].affected.append(conflict.property)
            }
        }
        return (graded, rest)
    }

    /// Returns the indices of the changes at a location, or else of those around it, or else of those in it.
    private static func causes(of location: [String], among patterns: [[String]]) -> [Int] {
        func indices(_ isCause: ([String]) -> Bool) -> [Int] {
            patterns.indices.filter { isCause(patterns[$0]) }
        }
        let same = indices { $0 == location }
        guard same.isEmpty else { return same }
        let around = indices { location.starts(with: $0) }
        return around.isEmpty ? indices { $0.starts(with: location) } : around
    }
}
