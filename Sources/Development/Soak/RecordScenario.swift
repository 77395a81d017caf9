import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimServer
import VerbatimURLSession

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
        let interceptor = URLSessionInterceptor(player)
        let client = SoakClient(interceptor.configuration())
        defer {
            client.close()
            interceptor.close()
        }
        for request in requests {
            guard let kind = TaskKind.supporting(request.method).randomElement(using: &generator) else {
                continue
            }
            let action = "\(action) \(runID), \(kind), \(request.url)"
            let result = await stats.track(action) { await client.send(request, kind) }
            stats.verify(result, expected: Self.result(of: request.url, runID), action)
        }
    }
}

extension RecordScenario {
    /// The header field with the identifier of the run.
    private static let runField = "X-Run"

    /// Returns the server's response to a request.
    static func response(to request: HTTPRequest) -> ServerResponse {
        let body = body(of: request.url, request.headers[runField] ?? "")
        switch path(of: request.url) {
        case "cut":
            return ServerResponse(HTTPResponse(200, body: .data(body)), ending: .closed(afterBody: 3))
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
