import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// A protocol whose calls share one address: an operation mixes what they return.
enum ForeignProtocol: String {
    case graphQL = "queries of GraphQL, which choose what is returned"
    case jsonRPC = "calls of JSON-RPC, which return what their methods do"

    /// Returns a warning for each address and each protocol, in the order of the interactions.
    static func warnings(about interactions: [Interaction]) -> [String] {
        var counts = OrderedGroups<String, Int>()
        for interaction in interactions {
            guard let known = ForeignProtocol(of: interaction) else { continue }
            let path = RequestTarget(interaction.request.url).path
            counts["'\(interaction.request.method) \(path)' has \(known.rawValue)", default: 0] += 1
        }
        return counts.pairs.prefix(limit).map { "\($0): \(String.count($1, "interaction"))" }
    }

    /// The most addresses that are named.
    private static let limit = 20

    private init?(of interaction: Interaction) {
        guard let body = interaction.request.body, BodyKind(body) == .json,
            let json = try? JSON(parsing: body.withoutByteOrderMark)
        else { return nil }
        let call = json.elements.first ?? json
        if call["jsonrpc"].exists, call["method"].exists {
            self = .jsonRPC
        } else if interaction.choosesByQuery {
            self = .graphQL
        } else {
            return nil
        }
    }
}
