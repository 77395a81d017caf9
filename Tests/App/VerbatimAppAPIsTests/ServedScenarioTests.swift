import Foundation
import Testing
import VerbatimAPI
import VerbatimAppAPIs
import VerbatimHAR
import VerbatimReplay
import VerbatimServer
import VerbatimTestSupport
import VerbatimURLSession

/// Every scenario of every API, replayed from its committed recording by an interceptor and through a server.
@Suite struct ServedScenarioTests {
    /// Sends requests to a server, which knows their hosts by a field.
    private struct ServerTransport: LiveTransport {
        let server: String
        let base = URLSessionTransport()

        func send(
            _ request: HTTPRequest, timeout: Double, receive: @escaping @Sendable (ResponsePart) -> Void
        ) -> any CancellableTask {
            var request = request
            let origin = URLParts(request.url).origin
            request.headers["X-Verbatim-Host"] = origin
            request.url = server + request.url.dropFirst(origin.count)
            return base.send(request, timeout: timeout, receive: receive)
        }
    }

    /// What an app gets: the status and the body of each response, and whether it was cut off.
    private static func results(_ interactions: [Interaction]) throws -> [String] {
        try interactions.map { interaction in
            let response = interaction.outcome.response
            let isBroken = if case .failure = interaction.outcome { true } else { false }
            let body = try response?.body.bytes().base64EncodedString() ?? "no response"
            return "\(interaction.request.url) \(response?.status ?? 0) \(isBroken) \(body)"
        }
    }

    private static func player(_ item: ScenarioTests.Case) throws -> Player {
        let file = PackageFolder.url.appending(path: "Recordings/\(item.name).har")
        let options = Player.Options(redaction: item.api.redaction(), matching: item.api.matching)
        return try Player(recording: file, options: options)
    }

    /// Runs a scenario in the session of a player.
    private static func run(_ item: ScenarioTests.Case, on player: Player) async throws {
        let interceptor = URLSessionInterceptor(player)
        defer { interceptor.close() }
        try await item.scenario.run(ScenarioContext(session: interceptor.session()))
    }

    @Test(arguments: ScenarioTests.Case.all)
    func `a scenario has the same results both ways`(_ item: ScenarioTests.Case) async throws {
        let intercepted = try Self.player(item)
        try await Self.run(item, on: intercepted)
        let expected = try intercepted.finish(.succeeded).used.load()

        let served = try Self.player(item)
        let session = ReplaySession(
            ProviderRoutes([], includingOtherHosts: true), .init { _ in .init(served) })
        let server = try HTTPServer.start(handler: session.handle)
        defer { server.stop() }
        let client = try Player(
            recording: URL(filePath: "/none/\(item.name).har"), mode: .live,
            options: .init(redaction: item.api.redaction(), matching: item.api.matching),
            transport: ServerTransport(server: server.origin))
        try await Self.run(item, on: client)
        #expect(try Self.results(client.recorded) == Self.results(expected))
        #expect(session.unanswered.misses.isEmpty)
    }
}
