import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimServer
import VerbatimURLSession

/// A use of recordings by an app; many run in parallel, each with separate sessions and recordings.
protocol SoakScenario: Sendable {
    /// - Parameter runID: A text that no other run has.
    func run(_ runID: String, using generator: inout SeededGenerator) async throws
}

/// Runs random scenarios on parallel workers until the time is over.
func soak(_ scenarios: [any SoakScenario], for duration: Duration, seed: UInt64) async throws {
    let end = ContinuousClock.now + duration
    try await withThrowingTaskGroup { group in
        for worker in 0..<24 {
            group.addTask {
                var generator = SeededGenerator(seed: seed &+ UInt64(worker) << 32)
                var round = 0
                while ContinuousClock.now < end {
                    round += 1
                    guard let scenario = scenarios.randomElement(using: &generator) else { return }
                    try await scenario.run("\(worker)-\(round)", using: &generator)
                }
            }
        }
        try await group.waitForAll()
    }
}

/// Replays a recording to an app that sends the same requests as all others.
struct ReplayScenario: SoakScenario {
    let stats: SoakStats

    func run(_ runID: String, using generator: inout SeededGenerator) async throws {
        let cases = (0..<12).map { SoakCase.random($0, runID: runID, using: &generator) }
        let player = Player(
            archive: Archive(cases.flatMap(\.interactions)), name: "soak/\(runID)",
            options: Player.Options(exhausted: .fail))
        let client = SoakClient(player)
        defer { client.close() }
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
        await stats.expect(example.expected, action) { await client.send(example.request, kind) }
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
        default: return SoakCase(request, response(200), expected: .response(status: 200, body: body))
        }
    }
}

extension SoakCase {
    fileprivate init(_ request: HTTPRequest, _ outcome: Outcome, expected: ClientResult) {
        self.init(request: request, interactions: [Interaction(request, outcome)], expected: expected)
    }
}

/// Records from a server twice, the second time in a run that may fail, and replays the remaining recording.
struct RecordScenario: SoakScenario {
    let stats: SoakStats
    let origin: String
    let transport: URLSessionTransport
    let folder: URL

    private static let paths = ["plain", "large", "cut", "moved", "missing"]

    func run(_ runID: String, using generator: inout SeededGenerator) async throws {
        let file = folder.appendingPathComponent("\(runID)/recorded.har")
        defer { _ = try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let requests = (0..<4).map { number in
            HTTPRequest(
                "GET", "\(origin)/\(Self.paths.randomElement(using: &generator) ?? "plain")/\(number)")
        }
        let fails = Bool.random(using: &generator)
        try await record(requests, "\(runID).1", to: file, .succeeded, using: &generator)
        try await record(requests, "\(runID).2", to: file, fails ? .failed : .succeeded, using: &generator)
        try await replay(requests, "\(runID).\(fails ? 1 : 2)", from: file, using: &generator)
        stats.countRecording()
    }

    private func record(
        _ requests: [HTTPRequest], _ runID: String, to file: URL, _ ending: Player.Ending,
        using generator: inout SeededGenerator
    ) async throws {
        let player = try Player(recording: file, mode: .record, transport: transport)
        let tagged = requests.map { request in
            var request = request
            request.headers.append(Self.runField, runID)
            return request
        }
        try await send(tagged, runID, "record", player, using: &generator)
        try player.finish(ending)
    }

    private func replay(
        _ requests: [HTTPRequest], _ runID: String, from file: URL, using generator: inout SeededGenerator
    ) async throws {
        let player = try Player(recording: file)
        try await send(requests, runID, "replay of a recording", player, using: &generator)
        try player.finish(.succeeded)
    }

    private func send(
        _ requests: [HTTPRequest], _ runID: String, _ action: String, _ player: Player,
        using generator: inout SeededGenerator
    ) async throws {
        let client = SoakClient(player)
        defer { client.close() }
        for request in requests {
            guard let kind = TaskKind.supporting(request.method).randomElement(using: &generator) else {
                continue
            }
            let action = "\(action) \(runID), \(kind), \(request.url)"
            await stats.expect(Self.result(of: request.url, runID), action) {
                await client.send(request, kind)
            }
        }
    }

    /// The header field with the identifier of the run.
    private static let runField = "X-Run"

    static func response(to request: HTTPRequest) -> ServerResponse {
        let body = body(of: request.url, request.headers[runField] ?? "")
        switch path(of: request.url) {
        case "cut": return ServerResponse(HTTPResponse(200, body: .data(body)), ending: .closed(afterBody: 3))
        case "moved":
            return ServerResponse(
                HTTPResponse(302, headers: ["Location": request.url.replacing("/moved/", with: "/plain/")]))
        case "missing": return ServerResponse(HTTPResponse(404, body: .data(body)))
        default: return ServerResponse(HTTPResponse(200, body: .data(body)))
        }
    }

    /// Returns the result that an app receives for it.
    private static func result(of url: String, _ runID: String) -> ClientResult {
        switch path(of: url) {
        case "cut": .failure(code: URLError.Code.networkConnectionLost.rawValue)
        case "moved": .response(status: 200, body: body(of: url.replacing("/moved/", with: "/plain/"), runID))
        case "missing": .response(status: 404, body: body(of: url, runID))
        default: .response(status: 200, body: body(of: url, runID))
        }
    }

    private static func path(of url: String) -> Substring {
        url.split(separator: "/").dropFirst(2).first ?? ""
    }

    private static func body(of url: String, _ runID: String) -> Data {
        let length = path(of: url) == "large" ? 40_000 : 20
        return Data("\(runID) at \(url) \(String(repeating: "y", count: length))".utf8)
    }
}
