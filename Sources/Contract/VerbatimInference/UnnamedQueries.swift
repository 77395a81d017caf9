import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Queries of GraphQL without a name: one operation mixes what they choose to be returned.
enum UnnamedQueries {
    /// Returns a warning for each address, in the order of the interactions.
    static func warnings(about traffic: StreamedTraffic) -> [String] {
        let unnamed = traffic.having { $0.contains(.choosesByQuery) }
        guard !unnamed.isEmpty else { return [] }
        let addresses = unnamed.facts([]) { part in
            part.map { "'\($1.request.method) \(RequestTarget($1.request.url).path)'" }
        }
        let counts = OrderedGroups(grouping: addresses) { $0 }
        return counts.pairs.prefix(limit).map { address, queries in
            "\(address) has queries of GraphQL without a name, which one operation describes: "
                + "\(String.count(queries.count, "interaction"))"
        }
    }

    /// The most addresses that are named.
    private static let limit = 20
}
