public import VerbatimContract
public import VerbatimJSON

/// A reviewer's word that a kind of mutant is an answer the API may give, with the reason.
///
/// It stands in the contract, beside the promise that might have been tighter:
/// `"x-mutation-waivers": {"drop-key": "absent when the catalogue has none"}` in a schema, a header or a response.
public struct Waiver: Sendable, Hashable {
    /// The name of the member that holds waivers.
    static let member = "x-mutation-waivers"

    /// The object in the contract that has it.
    public let pointer: JSONPointer
    /// The operator by its name, as it is written.
    public let mutation: String
    /// Why a mutant of this kind is no mistake.
    public let reason: String
    /// Where it stands.
    public let location: SourceLocation

    /// Every waiver of a contract, in document order.
    static func all(in contract: Contract) -> [Waiver] {
        var found: [Waiver] = []
        collect(contract.document, contract, &found)
        return found
    }

    /// The waivers that one object of the contract has.
    static func waivers(of node: JSON, in contract: Contract) -> [Waiver] {
        node[member].members.map { member in
            Waiver(
                pointer: node.pointer, mutation: member.name, reason: member.value.string ?? "",
                location: contract.location(of: member.value))
        }
    }

    private static func collect(_ node: JSON, _ contract: Contract, _ found: inout [Waiver]) {
        if node.kind == .object { found += waivers(of: node, in: contract) }
        for member in node.members where member.name != Self.member {
            collect(member.value, contract, &found)
        }
        for element in node.elements { collect(element, contract, &found) }
    }
}
