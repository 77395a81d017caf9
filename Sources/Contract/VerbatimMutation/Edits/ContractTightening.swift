package import VerbatimContract
import VerbatimHAR
package import VerbatimInference
package import VerbatimJSON

/// An edit of one object of a contract.
package struct ContractEdit: Sendable, Hashable {
    package enum Change: Sendable, Hashable {
        case set(JSONValue)
        /// Appends a value to the keyword's array.
        case insert(JSONValue)
        /// Removes a value from the keyword's array.
        case remove(JSONValue)
    }

    /// The pointer to the object in the contract: `/components/schemas/Volume`.
    package let pointer: JSONPointer
    /// The keyword: `required`.
    package let keyword: String
    package let change: Change
    package let location: SourceLocation

    /// Whether it requires a property.
    var isOfRequired: Bool { keyword == "required" }

    func apply(to document: inout JSONValue) {
        let target = pointer.appending(keyword)
        switch change {
        case .set(let value): document.edit(target) { _ in value }
        case .insert(let value): document.append([value], at: target)
        case .remove(let value):
            document.edit(target) { old in
                let rest = (old?.array ?? []).filter { $0 != value }
                return rest.count == 1 ? rest[0] : .array(rest)
            }
        }
    }
}

extension ContractEdit: CustomStringConvertible {
    /// The edit in words: `add "title" to 'required'`.
    package var description: String {
        switch change {
        case .set(let value): "set \(JSONValue.string(keyword)): \(value)"
        case .insert(let value): "add \(value) to '\(keyword)'"
        case .remove(let value): "remove \(value) from '\(keyword)'"
        }
    }
}

/// The edits that make a contract kill survivors and that together keep all recordings valid.
///
/// An edit is written only with as much evidence as an inference asks for: two forecasts do not show that no
/// latitude is negative. An edit of a type needs none, as a type is inferred from the first value.
package struct ContractTightening: Sendable {
    /// The edits, in the order of the report.
    package let edits: [ContractEdit]
    /// The edits that too few responses support.
    package let withheld: [Withheld]
    /// The text of the edited contract.
    package let text: String

    /// An edit that is not made, because too few responses support it.
    package struct Withheld: Sendable, Hashable {
        package let edit: ContractEdit
        /// The number of responses that have the value.
        package fileprivate(set) var responses: Int
    }

    /// Selects edits from those that a report suggests.
    ///
    /// - Parameters:
    ///   - traffic: The recordings that have to stay valid, which are read several times.
    ///   - minimumResponses: The number of responses that must have a value for an edit of its schema, as for
    ///     `ContractInference`.
    package init(
        of contract: Contract, by report: MutationReport, keeping traffic: StreamedTraffic,
        minimumResponses: Int
    ) {
        let groups = report.groups.compactMap { group in group.edit.map { (group: group, edit: $0) } }
        var counts = groups.map { _ in 0 }
        let originals = OriginalResponses(of: traffic, contract, []) { original in
            let values = RecordedValues(of: original)
            for index in groups.indices where values.hasValue(of: groups[index].group) { counts[index] += 1 }
        }
        let trial = ContractTrial(contract, originals)
        var candidates = OrderedGroups<TriedEdits.Slot, [ContractEdit]>()
        var withheld = OrderedGroups<TriedEdits.Slot, Withheld>()
        for ((_, edit), responses) in zip(groups, counts) {
            let slot = TriedEdits.Slot(edit)
            // An edit of 'schema' is that of a body without a schema.
            if ["type", "schema"].contains(edit.keyword) || responses >= minimumResponses {
                if !candidates[slot, default: []].contains(edit) {
                    candidates[slot, default: []].append(edit)
                }
            } else if withheld[slot] == nil {
                withheld[slot, default: Withheld(edit: edit, responses: responses)].responses = responses
            }
        }
        edits = Self.choose(from: candidates.values, trial)
        let made = Set(edits.map(TriedEdits.Slot.init))
        self.withheld = withheld.pairs.filter { !made.contains($0.0) }.map(\.1)
        text = contract.editedText(edits)
    }

    /// Returns one edit of each list, the first that keeps the recordings valid with those of the lists
    /// before, in the order of the lists.
    private static func choose(from lists: [[ContractEdit]], _ trial: ContractTrial) -> [ContractEdit] {
        var chosen: [ContractEdit] = []
        var pending = lists
        while !pending.isEmpty {
            take(pending.map { $0[0] }[...], into: &chosen, trial)
            let made = Set(chosen)
            pending = pending.compactMap { list in
                made.contains(list[0]) || list.count == 1 ? nil : Array(list.dropFirst())
            }
        }
        let made = Set(chosen)
        return lists.compactMap { $0.first(where: made.contains) }
    }

    /// Takes edits if they keep the recordings valid, or else of each half what does.
    private static func take(
        _ edits: ArraySlice<ContractEdit>, into chosen: inout [ContractEdit], _ trial: ContractTrial
    ) {
        if trial.holds(chosen + edits) { return chosen += edits }
        guard edits.count > 1 else { return }
        let middle = edits.startIndex + edits.count / 2
        take(edits[..<middle], into: &chosen, trial)
        take(edits[middle...], into: &chosen, trial)
    }
}

/// The values of a recorded response, by pattern.
private struct RecordedValues {
    private let original: OriginalResponse
    private let pointers: Set<JSONPointer>

    init(of original: OriginalResponse) {
        self.original = original
        pointers = Set((original.map?.patterns ?? []).map(\.pointer))
    }

    /// Returns whether it has the value that the mutants of a group change.
    func hasValue(of group: MutantGroup) -> Bool {
        let operation = original.operation
        guard operation.id == group.finding.operation else { return false }
        guard let pointer = group.finding.pointer else {
            return original.interaction.summary(path: operation.path) == group.finding.exchange
        }
        return pointers.contains(pointer)
    }
}
