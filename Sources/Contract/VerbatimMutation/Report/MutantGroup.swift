package import VerbatimContract
package import VerbatimJSON

/// What became of mutants that the contract does not kill.
package enum MutantStatus: Sendable, Hashable {
    /// A model of the app rejects the body.
    case killedByModel
    /// No oracle kills it.
    case survived
    /// The recordings show that it is a response the API gives: the evidence of the finding.
    case equivalent
    /// A waiver of the contract gives a reason why the API may respond so.
    case waived(Waiver)
}

/// The mutants of one operator at one location of an operation's responses that the contract does not kill.
package struct MutantGroup: Sendable, Hashable {
    /// The first of them, standing for all. Its severity is off if no contract has to kill them.
    package private(set) var finding: Finding
    package let mutationOperator: MutationOperator
    package let status: MutantStatus
    /// An edit of the contract that kills them and keeps all recordings valid.
    package let edit: ContractEdit?

    init(
        _ finding: Finding, _ mutationOperator: MutationOperator, _ status: MutantStatus, edit: ContractEdit?
    ) {
        self.finding = finding
        self.mutationOperator = mutationOperator
        self.status = status
        self.edit = edit
    }

    func mappingTexts(_ map: (String) -> String) -> MutantGroup {
        var group = self
        group.finding = finding.mappingTexts(map)
        return group
    }
}

/// A reviewer's statement that the mutants of an operator are responses the API may give, with the reason.
///
/// The contract has it in the object that could be stricter, a schema, a header or a response:
/// `"x-mutation-waivers": {"drop-key": "absent when the catalogue has none"}`.
package struct Waiver: Sendable, Hashable {
    /// The extension that contains waivers.
    static let keyword = "x-mutation-waivers"

    /// The pointer to the object of the contract that has the waiver.
    package let pointer: JSONPointer
    /// The name of the operator, which may not exist.
    package let operatorName: String
    package let reason: String
    package let location: SourceLocation

    /// The finding about a waiver that waives no mutant.
    func unused(of api: String) -> Finding {
        Finding(
            .waiverUnused,
            about: .init(
                api: api, part: "the waiver of '\(operatorName)' at '\(pointer.path)'",
                contractPointer: pointer),
            .found("waives no mutant; its reason was '\(reason)'"), at: location,
            next: "remove it, or correct its operator or its position")
    }

    /// All waivers of a contract, in document order.
    static func all(in contract: Contract) -> [Waiver] {
        var found: [Waiver] = []
        collect(contract.document, contract, &found)
        return found
    }

    static func waivers(of node: JSON, in contract: Contract) -> [Waiver] {
        node[keyword].members.map { member in
            Waiver(
                pointer: node.pointer, operatorName: member.name, reason: member.value.string ?? "",
                location: contract.location(of: member.value))
        }
    }

    private static func collect(_ node: JSON, _ contract: Contract, _ found: inout [Waiver]) {
        if node.kind == .object { found += waivers(of: node, in: contract) }
        for member in node.members where member.name != Self.keyword {
            collect(member.value, contract, &found)
        }
        for element in node.elements { collect(element, contract, &found) }
    }
}
