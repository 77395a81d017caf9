import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// The server at which traffic was recorded, in place of those of the contracts: a local one, or one
/// whose URL has a path.
struct TrafficServer: Sendable {
    /// The text on the command line.
    let text: String
    private let base: String
    /// The servers in whose place it is, each with the contract that declares it.
    private var servers: [(url: String, contract: ContractSet)] = []

    static let option = Option.reading(
        "--server", "URL[=PREFIX]",
        "check requests to this server, below the path PREFIX, as if they were to those of the contracts"
    ) { text throws(UsageError) in try TrafficServer(text) }

    private init(_ text: String) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let (url, prefix) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        guard !URLParts(url).host.isEmpty, prefix.isEmpty || prefix.hasPrefix("/"), !url.contains("?") else {
            throw .malformed("--server \(text)", expected: "a URL such as http://localhost:8080=/api")
        }
        self.text = text
        let base = RequestTarget(url).text
        self.base =
            (base.hasSuffix("/") ? String(base.dropLast()) : base)
            + (prefix.hasSuffix("/") ? prefix.dropLast() : prefix[...])
    }

    /// Returns the server in place of those of contracts.
    func inPlace(of contracts: ContractSet) -> TrafficServer {
        var copy = self
        copy.servers = contracts.contracts.flatMap { contract in
            contract.serverURLsByOperations.map { ($0, ContractSet([contract])) }
        }
        return copy
    }

    /// Moves interactions to the servers of the contracts, each to the first that has an operation for it.
    /// Returns the number of interactions that were moved.
    func move(_ interactions: inout [Interaction], api: String?) -> Int {
        var count = 0
        for index in interactions.indices {
            guard let rest = rest(of: interactions[index].request.url) else { continue }
            var moved = interactions[index]
            for server in servers {
                moved.request.url = server.url + rest
                guard server.contract.operation(of: moved, api: api) != nil else { continue }
                interactions[index] = moved
                count += 1
                break
            }
        }
        return count
    }

    /// Returns the part of a URL that follows that of the server; nil if it is elsewhere.
    private func rest(of url: String) -> String? {
        let path = RequestTarget(url).text
        guard path.hasPrefix(base), ["", "/"].contains(path.dropFirst(base.count).prefix(1)) else {
            return nil
        }
        let query = URLParts(url).query.map { "?" + $0 } ?? ""
        return path.dropFirst(base.count) + query
    }
}
