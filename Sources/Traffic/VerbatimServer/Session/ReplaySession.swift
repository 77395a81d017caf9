import Dispatch
import Foundation
import Synchronization
package import VerbatimHAR
package import VerbatimJSON
package import VerbatimReplay

/// Serves several APIs from their recordings, to clients that name the API and may name the scenario.
///
/// Every scenario that a client names has a player of its own; requests without one get the scenario of the
/// session. A request without an answer gets a 502 that explains why.
package final class ReplaySession: Sendable {
    /// A source of responses: the player of a recording, and what responds in its place.
    package struct Source: Sendable {
        package let player: Player
        /// The responder that uses the player; nil if there is none, so that the player responds.
        package let responder: (any Responder)?

        /// Creates a source; without a responder, the player responds.
        package init(_ player: Player, responder: (any Responder)? = nil) {
            self.player = player
            self.responder = responder
        }
    }

    /// The name of the recordings that a client asks for.
    package struct SourceName: Sendable, Hashable {
        /// The API, or a host that no API names.
        package let api: String
        /// The scenario; nil for all of the API.
        package let scenario: String?
    }

    /// The behavior of a session.
    package struct Options: Sendable {
        /// The scenario of requests that name none.
        package var scenario: String?
        /// The time before the head of each response; nil sends the pieces of a body at the times at which
        /// they were recorded.
        package var delay: Duration? = .zero
        /// The token that requests to the control path need; nil for none.
        package var token: String?
        /// Opens the recordings that a client asks for.
        package var open: @Sendable (SourceName) throws -> Source
        /// Receives each request that a player has answered, as the provider gets it, and returns whether it
        /// need not receive equal ones.
        package var observe: @Sendable (HTTPRequest, Outcome, Player, ProviderRoute) -> Bool = { _, _, _, _ in
            true
        }
        package var findings: @Sendable () -> JSONValue = { .array([]) }

        package init(open: @escaping @Sendable (SourceName) throws -> Source) { self.open = open }
    }

    package let routes: ProviderRoutes
    let options: Options
    private let exchange: ReplayExchange
    private let state = Mutex(State())
    /// Answers what may take longer than other clients should wait: a miss is compared with what is recorded.
    private let slow = DispatchQueue(label: "verbatim.serve.slow")

    private struct State: Sendable {
        var sources: [SourceName: Source] = [:]
        /// The number of requests of which no API has answered, and those that each has.
        var otherRequests = 0
        var answers: [String: Repetition] = [:]
        /// The requests without an answer that no player knows: the first ones, and the number of all.
        var unrouted: [String] = []
        var unroutedCount = 0
        /// What was before the last reset.
        var earlier = Unanswered()
    }

    /// The requests without an answer.
    package struct Unanswered: Sendable {
        /// The number of all requests, with those that were answered.
        package var requests = 0
        /// The number of requests without an answer.
        package var count = 0
        /// The requests that were not in a recording, at most 1,000.
        package var misses: [Miss] = []
        /// The methods and URLs of requests to no provider, at most 1,000.
        package var unrouted: [String] = []

        fileprivate mutating func add(_ other: Unanswered) {
            requests += other.requests
            count += other.count
            misses += other.misses.prefix(Miss.limit - misses.count)
            unrouted += other.unrouted.prefix(Miss.limit - unrouted.count)
        }
    }

    package init(_ routes: ProviderRoutes, _ options: Options) {
        self.routes = routes
        self.options = options
        exchange = ReplayExchange(isPaced: options.delay == nil)
    }
}

// MARK: - Responding

extension ReplaySession {
    package func handle(_ request: HTTPRequest, respond: @escaping @Sendable (ServerResponse) -> Void) {
        let parts = URLParts(request.url)
        if let response = controlResponse(to: request, parts) { return respond(response) }
        guard let route = routes.route(request, parts) else {
            note(unrouted: request)
            return respond(.problem(404, unknownPath(request), for: request))
        }
        guard route.api != nil || routes.includesOtherHosts else {
            note(unrouted: request)
            return respond(.problem(502, unknownHost(route), for: request))
        }
        let source: Source
        do {
            let api = route.api ?? URLParts(route.url).host.lowercased()
            source = try self.source(.init(api: api, scenario: route.scenario ?? options.scenario))
        } catch {
            note(unrouted: request)
            return respond(.problem(502, "\(error)".problem("scenario-unavailable"), for: request))
        }
        let sent = exchange.sent(request, to: route.url)
        let finish = { @Sendable [self] (outcome: Outcome, isLast: Bool) in
            respond(response(for: outcome, isLast: isLast, to: sent, route, source))
        }
        let isReplay = source.responder == nil && !source.player.isLive
        if isReplay, let recorded = source.player.recordedOutcome(of: sent) {
            return finish(recorded.outcome, recorded.isLast)
        }
        slow.async { [exchange] in
            exchange.outcome(of: sent, from: source.responder ?? source.player) { finish($0, false) }
        }
    }

    /// - Parameter isLast: Whether each later equal request has the same outcome.
    private func response(
        for outcome: Outcome, isLast: Bool, to request: HTTPRequest, _ route: ProviderRoute, _ source: Source
    ) -> ServerResponse {
        guard var response = exchange.response(for: outcome, location: route.serverURL) else {
            state.withLock { $0.otherRequests += 1 }
            guard let failure = outcome.playerFailure else { return .failure(outcome) }
            let miss = source.player.misses.last { $0.description == failure.reason }
            return .problem(502, miss?.json ?? failure.reason.problem("recording-unreadable"), for: request)
        }
        response.delay = options.delay ?? .zero
        let answers = answers(route.api ?? "")
        answers.count()
        let isObserved = options.observe(request, outcome, source.player, route)
        if isLast, isObserved { response.repetition = answers }
        return response
    }

    /// Returns the count of the requests that an API has answered since the last reset.
    private func answers(_ api: String) -> Repetition {
        state.withLock { state in
            let answers = state.answers[api] ?? Repetition()
            state.answers[api] = answers
            return answers
        }
    }

    /// Returns the recordings with a name, which are opened once. Names that lead to none are not kept.
    private func source(_ name: SourceName) throws -> Source {
        if let known = state.withLock({ $0.sources[name] }) { return known }
        let opened = try options.open(name)
        return state.withLock { state in
            let source = state.sources[name] ?? opened
            state.sources[name] = source
            return source
        }
    }

    /// Opens the recordings of an API that answer requests without a scenario.
    ///
    /// - Throws: The error of ``Options/open``.
    package func prepare(_ api: String) throws {
        _ = try source(SourceName(api: api, scenario: options.scenario))
    }

    private func note(unrouted request: HTTPRequest) {
        state.withLock { state in
            state.otherRequests += 1
            state.unroutedCount += 1
            guard state.unrouted.count < Miss.limit else { return }
            // A query may have secrets.
            state.unrouted.append("\(request.method) \(request.url.prefix { $0 != "?" })")
        }
    }

    // MARK: State

    /// The players that clients have used, by name.
    package var players: [Player] {
        state.withLock { $0.sources.values.map(\.player) }.sorted { $0.name < $1.name }
    }

    /// The requests without an answer, those before a reset first.
    package var unanswered: Unanswered {
        slow.sync {}
        var all = state.withLock { $0.earlier }
        all.add(current)
        return all
    }

    /// The requests without an answer since the last reset.
    var current: Unanswered {
        var all = state.withLock { state in
            let requests = state.answers.values.reduce(state.otherRequests) { $0 + $1.responses }
            return Unanswered(requests: requests, count: state.unroutedCount, unrouted: state.unrouted)
        }
        for player in players { all.add(Unanswered(count: player.missCount, misses: player.misses)) }
        return all
    }

    /// Returns the number of requests to an API that were answered since the last reset.
    func answered(_ api: String) -> Int { state.withLock { $0.answers[api]?.responses ?? 0 } }

    /// Forgets which responses were used, and counts from zero.
    func reset() {
        let unanswered = unanswered
        state.withLock { state in
            state.answers.values.forEach { $0.end() }
            state = State(earlier: unanswered)
        }
    }

    // MARK: Problems

    private func unknownPath(_ request: HTTPRequest) -> JSONValue {
        let names = routes.apis.map(\.name).list("or")
        return "no provider in '\(request.url)'".problem(
            "provider-missing",
            next: "begin the path with \(names), the host of a provider, or the provider's whole URL, "
                + "e.g. /https://itunes.apple.com/search?term=a")
    }

    private func unknownHost(_ route: ProviderRoute) -> JSONValue {
        let hosts = Array(routes.hosts.prefix(10)).list("and")
        return "no API has the host of '\(route.url.prefix { $0 != "?" })'".problem(
            "host-unknown",
            next: "the known hosts are \(hosts); add the host to 'servers' of the contract")
    }
}

extension String {
    func problem(_ error: String, next: String? = nil) -> JSONValue {
        JSONValue(members: [
            ("error", .string(error)), ("message", .string(self)), ("next", next.map { .string($0) }),
        ])
    }
}

extension Miss {
    /// The miss as an object with `error`, `message`, `request`, `recording` and `nearest`.
    var json: JSONValue {
        JSONValue(members: [
            ("error", .string(rule)), ("message", .string(description)), ("request", .string(request)),
            ("recording", .string(recording)), ("nearest", .array(nearest.map(\.json))),
        ])
    }
}

extension Miss.Neighbor {
    fileprivate var json: JSONValue {
        JSONValue(members: [
            ("request", .string(request)),
            ("differences", .array(differences.map { .string($0.description) })),
        ])
    }
}

extension ServerResponse {
    /// Returns the response about a problem: its message and the next step as text if the client accepts text
    /// and no JSON, otherwise all of it as JSON.
    static func problem(_ status: Int, _ problem: JSONValue, for request: HTTPRequest) -> ServerResponse {
        let accepted = request.headers.values(of: "Accept").joined(separator: ",").lowercased()
        guard accepted.contains("text/"), !accepted.contains("json") else { return json(status, problem) }
        let lines = ["message", "next"].compactMap { problem[$0]?.string }
        return text(status, lines.joined(separator: "\n  next: "))
    }

    static func json(_ status: Int, _ value: JSONValue) -> ServerResponse {
        ServerResponse(
            HTTPResponse(
                status, headers: ["Content-Type": "application/json"],
                body: .text(value.text(.pretty) + "\n")))
    }
}
