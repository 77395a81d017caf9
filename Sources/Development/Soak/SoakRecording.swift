import Foundation
import VerbatimHAR
import VerbatimReplay
import VerbatimServer
import VerbatimURLSession

/// Records from a server twice, the second time with a scenario that may fail, and replays what has to be there then.
struct SoakRecording: SoakScenario {
    let ledger: SoakStats
    let origin: String
    let transport: URLSessionTransport
    let folder: URL

    private static let paths = ["plain", "large", "cut", "moved", "missing"]

    func run(_ mark: String, using generator: inout SoakRandom) async throws {
        let file = folder.appendingPathComponent("\(mark)/recorded.har")
        defer { _ = try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let requests = (0..<4).map { number in
            HTTPRequest(
                "GET", "\(origin)/\(Self.paths.randomElement(using: &generator) ?? "plain")/\(number)")
        }
        let fails = Bool.random(using: &generator)
        try await record(requests, "\(mark).1", to: file, .succeeded, using: &generator)
        try await record(requests, "\(mark).2", to: file, fails ? .failed : .succeeded, using: &generator)
        try await replay(requests, "\(mark).\(fails ? 1 : 2)", from: file, using: &generator)
        ledger.noteRecording()
    }

    private func record(
        _ requests: [HTTPRequest], _ mark: String, to file: URL, _ ending: Player.Ending,
        using generator: inout SoakRandom
    ) async throws {
        let player = try Player(recording: file, mode: .record, transport: transport)
        let marked = requests.map { request in
            var request = request
            request.headers.append(Self.mark, mark)
            return request
        }
        try await ask(marked, mark, "record", player, using: &generator)
        try player.finish(ending)
    }

    private func replay(
        _ requests: [HTTPRequest], _ mark: String, from file: URL, using generator: inout SoakRandom
    ) async throws {
        let player = try Player(recording: file)
        try await ask(requests, mark, "replay of a recording", player, using: &generator)
        try player.finish(.succeeded)
    }

    private func ask(
        _ requests: [HTTPRequest], _ mark: String, _ action: String, _ player: Player,
        using generator: inout SoakRandom
    ) async throws {
        let door = URLSessionInterceptor(player)
        let asking = SoakClient(door.configuration())
        defer {
            asking.close()
            door.close()
        }
        for request in requests {
            guard let kind = TaskKind.making(request.method).randomElement(using: &generator) else {
                continue
            }
            let what = "\(action) \(mark), \(kind), \(request.url)"
            let seen = await ledger.follow(what) { await asking.seen(request, kind) }
            ledger.note(seen, expected: Self.expected(of: request.url, mark), what)
        }
    }
}

extension SoakRecording {
    private static let mark = "X-Mark"

    /// What the server says to a request with a mark.
    static func reply(to request: HTTPRequest) -> ServerResponse {
        let body = body(of: request.url, request.headers[mark] ?? "")
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

    /// What an app has to see of that.
    private static func expected(of url: String, _ mark: String) -> ClientResult {
        switch path(of: url) {
        case "cut": .failure(code: URLError.Code.networkConnectionLost.rawValue)
        case "moved": .answer(status: 200, body: body(of: url.replacing("/moved/", with: "/plain/"), mark))
        case "missing": .answer(status: 404, body: body(of: url, mark))
        default: .answer(status: 200, body: body(of: url, mark))
        }
    }

    private static func path(of url: String) -> Substring {
        url.split(separator: "/").dropFirst(2).first ?? ""
    }

    private static func body(of url: String, _ mark: String) -> Data {
        let length = path(of: url) == "large" ? 40_000 : 20
        return Data("\(mark) at \(url) \(String(repeating: "y", count: length))".utf8)
    }
}
