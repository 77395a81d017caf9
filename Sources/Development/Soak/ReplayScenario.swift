import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimURLSession

/// Replays a recording to an app that sends the same requests as all others.
struct ReplayScenario: SoakScenario {
    let stats: SoakStats

    func run(_ runID: String, using generator: inout SeededGenerator) async throws {
        let cases = (0..<12).map { SoakCase.random($0, runID: runID, using: &generator) }
        let player = Player(
            archive: Archive(cases.flatMap(\.interactions)), name: "soak/\(runID)",
            options: Player.Options(exhausted: .fail))
        let interceptor = URLSessionInterceptor(player)
        let client = SoakClient(interceptor.configuration())
        defer {
            client.close()
            interceptor.close()
        }
        let pairs = cases.shuffled(using: &generator).map { example in
            (example, TaskKind.supporting(example.request.method).randomElement(using: &generator))
        }
        await withTaskGroup { group in
            for case (let example, let kind?) in pairs {
                group.addTask { await send(example, kind, client, runID) }
            }
        }
        let summary = try player.finish(.succeeded)
        if !summary.unused.isEmpty || !summary.misses.isEmpty {
            stats.reportFailure("replay \(runID): \(summary.unused.count) unused, misses \(summary.misses)")
        }
    }

    private func send(_ example: SoakCase, _ kind: TaskKind, _ client: SoakClient, _ runID: String) async {
        let action = "replay \(runID), \(kind), \(example.request.method) \(example.request.url)"
        let result = await stats.track(action) { await client.send(example.request, kind) }
        stats.verify(result, expected: example.expected, action)
    }
}

/// A request, its recorded interactions, and the result that an app must receive.
private struct SoakCase: Sendable {
    let request: HTTPRequest
    let interactions: [Interaction]
    let expected: ClientResult

    /// Returns a case; the requests of all runs are equal, and the bodies of the responses name the run.
    static func random(_ number: Int, runID: String, using generator: inout SeededGenerator) -> SoakCase {
        let origin = "https://api.example.com"
        let url = "\(origin)/items?id=\(number)"
        let isPost = Int.random(in: 0..<3, using: &generator) == 0
        let request = HTTPRequest(
            isPost ? "POST" : "GET", url, headers: isPost ? ["Content-Type": "text/plain"] : [:],
            body: isPost ? Data("request \(number)".utf8) : nil)
        let length = Int.random(in: 0..<4, using: &generator) == 0 ? 40_000 : 20
        let body = Data("\(runID) responds to \(number) \(String(repeating: "x", count: length))".utf8)
        func response(_ status: Int, _ headers: HeaderFields = [:]) -> Outcome {
            .response(HTTPResponse(status, headers: headers, body: .data(body)))
        }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0:
            let failure = TransportFailure(code: -1001, reason: "timed out")
            return SoakCase(request, .failure(failure), expected: .failure(code: -1001))
        case 1:
            let outcome = response(401, ["WWW-Authenticate": "Basic realm=\"soak\""])
            return SoakCase(request, outcome, expected: .response(status: 401, body: body))
        case 2:
            let target = HTTPRequest("GET", "\(origin)/moved?id=\(number)")
            let moved = Outcome.response(HTTPResponse(303, headers: ["Location": "/moved?id=\(number)"]))
            return SoakCase(
                request: request,
                interactions: [Interaction(request, moved), Interaction(target, response(200))],
                expected: .response(status: 200, body: body))
        default:
            return SoakCase(request, response(200), expected: .response(status: 200, body: body))
        }
    }

    private init(_ request: HTTPRequest, _ outcome: Outcome, expected: ClientResult) {
        self.init(request: request, interactions: [Interaction(request, outcome)], expected: expected)
    }

    private init(request: HTTPRequest, interactions: [Interaction], expected: ClientResult) {
        self.request = request
        self.interactions = interactions
        self.expected = expected
    }
}
