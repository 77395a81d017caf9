public import VerbatimContract
public import VerbatimJSON

/// The status of a mutant after its evaluation.
public enum MutantStatus: Sendable, Hashable {
    /// A model of the app rejects the body.
    case killedByModel
    /// No oracle kills it.
    case survived
    /// The recordings show that it is a response the API gives; the location of such a value.
    case equivalent(SourceLocation?)
    /// A waiver of the contract gives a reason why the API may respond so.
    case waived(Waiver)
}

/// The mutants of one operator at one location of an operation's responses that the contract does not kill.
public struct MutantGroup: Sendable, Hashable {
    /// The operation id.
    public let operation: String
    /// The exchange in short: `GET /books/v1/volumes -> 200`.
    public let exchange: String
    /// The mutation operator.
    public let mutationOperator: MutationOperator
    /// The pointer to the value in the body, with `*` for indices; nil for a mutation of the response as a
    /// whole.
    public let pointer: JSONPointer?
    /// The first mutation in words: `'/items/0/title' is ""`.
    public let change: String
    /// The location of the first mutated value.
    public let location: SourceLocation?
    /// The number of mutants.
    public internal(set) var count: Int
    /// The status of the mutants.
    public let status: MutantStatus
    /// An edit of the contract that kills them and keeps all recordings valid.
    public let edit: ContractEdit?
}

/// A reviewer's statement that the mutants of an operator are responses the API may give, with the reason.
///
/// The contract has it in the object that could be stricter, a schema, a header or a response:
/// `"x-mutation-waivers": {"drop-key": "absent when the catalogue has none"}`.
public struct Waiver: Sendable, Hashable {
    /// The extension that contains waivers.
    static let keyword = "x-mutation-waivers"

    /// The pointer to the object of the contract that has the waiver.
    public let pointer: JSONPointer
    /// The name of the operator, which may not exist.
    public let operatorName: String
    /// The reason.
    public let reason: String
    /// The location of the waiver.
    public let location: SourceLocation

    /// All waivers of a contract, in document order.
    static func all(in contract: Contract) -> [Waiver] {
        var found: [Waiver] = []
        collect(contract.document, contract, &found)
        return found
    }

    /// The waivers of one object of a contract.
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
