import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Queries of GraphQL without a name: one operation mixes what they choose to be returned.
enum UnnamedQueries {
    /// Returns a warning for each address, in the order of the interactions.
    static func warnings(about traffic: StreamedTraffic) -> [String] {
        var counts = OrderedGroups<String, Int>()
        for interaction in traffic.having({ $0.contains(.choosesByQuery) }) {
            let path = RequestTarget(interaction.request.url).path
            counts["'\(interaction.request.method) \(path)'", default: 0] += 1
        }
        return counts.pairs.prefix(limit).map { address, count in
            "\(address) has queries of GraphQL without a name, which one operation describes: "
                + "\(String.count(count, "interaction"))"
        }
    }

    /// The most addresses that are named.
    private static let limit = 20
}
