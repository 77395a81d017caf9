import VerbatimHAR
package import VerbatimJSON
import VerbatimReplay

/// The control path, by which a client reads the state of a session and resets it.
///
/// No provider has it: it begins with a dot, which no name of an API and no host does, and a request with the
/// host of a provider never leads to it. Neither does one from a web page of another origin.
///
/// | request | |
/// |---|---|
/// | `GET /.verbatim/state` | the URLs of the APIs and the numbers of requests |
/// | `GET /.verbatim/unmatched` | the requests without an answer since the last reset, at most 1,000 |
/// | `GET /.verbatim/findings` | what breaks the contracts |
/// | `POST /.verbatim/reset` | replays every recording from its beginning |
extension ReplaySession {
    private static let controlPath = "/.verbatim"

    /// Returns the response to a request to the control path, given the parts of its URL; nil for all others.
    func controlResponse(to request: HTTPRequest, _ parts: URLParts) -> ServerResponse? {
        let path = parts.path
        guard path.utf8.starts(with: Self.controlPath.utf8),
            ["", "/"].contains(path.dropFirst(Self.controlPath.count).prefix(1)),
            parts.isLoopback || options.token != nil, request.headers[ProviderRoutes.hostField] == nil
        else { return nil }
        if let token = options.token, request.headers["Authorization"] != "Bearer \(token)" {
            return .json(401, "the control path needs 'Authorization: Bearer TOKEN'".problem("unauthorized"))
        }
        if let origin = request.headers["Origin"], !URLParts(origin).isLoopback {
            return .json(403, "a page of another origin may not control the server".problem("forbidden"))
        }
        let (method, name) = (request.method, path.dropFirst(Self.controlPath.count + 1))
        switch (method, name) {
        case ("GET", "state"), ("GET", ""): return .json(200, stateValue(server: parts.origin))
        case ("GET", "unmatched"): return .json(200, unmatchedValue)
        case ("GET", "findings"): return .json(200, options.findings())
        case ("POST", "reset"):
            guard !players.contains(where: { $0.isLive }) else {
                let text = "a session that records is not reset: what it has recorded would be lost"
                return .json(409, text.problem("recording"))
            }
            reset()
            return .json(200, stateValue(server: parts.origin))
        default:
            let text = "no '\(method) \(path)': there are GET state, GET unmatched, GET findings, POST reset"
            return .json(404, text.problem("control-unknown"))
        }
    }

    /// The URLs of the APIs on a server: `{"google-books": "http://localhost:49152/google-books"}`.
    package func urls(on server: String) -> JSONValue {
        .object(JSONObject(routes.apis.map { ($0.name, .string("\(server)/\($0.name)")) }))
    }

    private func stateValue(server: String) -> JSONValue {
        let current = current
        let counts = routes.apis.map { ($0.name, JSONValue.number(JSONNumber(answered($0.name)))) }
        return JSONValue(members: [
            ("url", .string(server)), ("apis", urls(on: server)),
            ("scenario", options.scenario.map { .string($0) }),
            ("requests", .number(JSONNumber(current.requests))), ("answered", .object(JSONObject(counts))),
            ("unmatched", .number(JSONNumber(current.count))),
        ])
    }

    private var unmatchedValue: JSONValue {
        let current = current
        let others = current.unrouted.map { JSONValue(members: [("request", .string($0))]) }
        return JSONValue(members: [("unmatched", .array(current.misses.map(\.json) + others))])
    }
}
