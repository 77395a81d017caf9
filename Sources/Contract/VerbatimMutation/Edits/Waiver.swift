public import VerbatimContract
public import VerbatimJSON

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
