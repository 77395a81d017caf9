public import VerbatimContract
public import VerbatimHAR
public import VerbatimJSON
import VerbatimModels

/// An edit of one object of a contract.
public struct ContractEdit: Sendable, Hashable {
    /// The changes of the value of a keyword.
    public enum Change: Sendable, Hashable {
        /// Sets the keyword to a value.
        case set(JSONValue)
        /// Appends a value to the keyword's array.
        case insert(JSONValue)
        /// Removes a value from the keyword's array.
        case remove(JSONValue)
    }

    /// The pointer to the object in the contract: `/components/schemas/Volume`.
    public let pointer: JSONPointer
    /// The keyword: `required`.
    public let keyword: String
    /// The change of its value.
    public let change: Change
    /// The location of the object.
    public let location: SourceLocation

    /// The edited document.
    func applied(to document: JSONValue) -> JSONValue {
        var edited = document
        edited.edit(pointer) { object in
            guard case .object(var members)? = object else { return object }
            members[keyword] = newValue(for: members[keyword])
            return .object(members)
        }
        return edited
    }

    private func newValue(for old: JSONValue?) -> JSONValue? {
        switch change {
        case .set(let value): return value
        case .insert(let value): return .array((old?.array ?? []) + [value])
        case .remove(let value):
            let rest = (old?.array ?? []).filter { $0 != value }
            return rest.count == 1 ? rest[0] : .array(rest)
        }
    }
}

extension ContractEdit: CustomStringConvertible {
    /// The edit in words: `add "title" to 'required'`.
    public var description: String {
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
public struct ContractTightening: Sendable {
    /// The edits, in the order of the report.
    public let edits: [ContractEdit]
    /// The edits that too few responses support.
    public let withheld: [Withheld]
    /// The text of the edited contract.
    public let text: String

    /// An edit that is not made, because too few responses support it.
    public struct Withheld: Sendable, Hashable {
        /// The edit.
        public let edit: ContractEdit
        /// The number of responses that have the value.
        public let responses: Int
    }

    /// Selects edits from those that a report suggests.
    ///
    /// - Parameters:
    ///   - interactions: The recordings that have to stay valid.
    ///   - minimumResponses: The number of responses that must have a value for an edit of its schema, as for
    ///     `ContractInference`.
    public init(
        of contract: Contract, by report: MutationReport, keeping interactions: [Interaction],
        minimumResponses: Int
    ) {
        let oracle = ContractOracle(contract)
        let originals = interactions.compactMap { OriginalResponse($0, contract, oracle, []) }
        let trial = ContractTrial(contract, originals)
        var chosen: [ContractEdit] = []
        var withheld: [Withheld] = []
        for group in report.groups {
            guard let edit = group.edit, !chosen.contains(where: { $0.excludes(edit) }) else { continue }
            let responses = originals.count { $0.hasValue(of: group) }
            if !edit.isOfType, responses < minimumResponses {
                withheld.append(Withheld(edit: edit, responses: responses))
            } else if case .holds = trial.outcome(of: chosen + [edit]) {
                chosen.append(edit)
            }
        }
        edits = chosen
        self.withheld = withheld.enumerated().filter { index, one in
            !withheld[..<index].contains { $0.edit.excludes(one.edit) }
        }.map(\.element)
        text = contract.editedText(chosen)
    }
}

extension OriginalResponse {
    /// Returns whether it has the value that the mutants of a group change.
    fileprivate func hasValue(of group: MutantGroup) -> Bool {
        guard operation.id == group.finding.operation else { return false }
        guard let pointer = group.finding.pointer else {
            return interaction.summary(path: operation.path) == group.finding.exchange
        }
        return map?.patterns.contains { $0.pointer == pointer } ?? false
    }
}

extension ContractEdit {
    /// Whether it sets the type of a value, or the schema of a body that had none.
    fileprivate var isOfType: Bool { keyword == "type" || keyword == "schema" }

    /// Whether another edit is the same, or sets the same keyword to another value.
    fileprivate func excludes(_ other: ContractEdit) -> Bool {
        guard pointer == other.pointer, keyword == other.keyword else { return false }
        if case .set = change { return true }
        return change == other.change
    }
}
