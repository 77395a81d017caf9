import Foundation
import Synchronization
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimServer
import VerbatimURLSession

/// Cancels tasks at random moments, from before they are resumed until long after.
///
/// No outcome arrives before the task has ended: Foundation on Linux before 6.4 can deadlock if a task is
/// cancelled at the moment at which it ends, whatever protocol loads it (swift-corelibs-foundation #5412).
struct CancelScenario: SoakScenario {
    let stats: SoakStats

    func run(_ runID: String, using generator: inout SeededGenerator) async throws {
        let responder = LateResponder()
        let client = SoakClient(responder)
        for number in 0..<6 {
            guard let kind = TaskKind.all.randomElement(using: &generator) else { continue }
            let delay = Int.random(in: -200..<1500, using: &generator)
            let request = HTTPRequest(
                kind.work == .upload ? "POST" : "GET", "https://api.example.com/items?id=\(number)",
                body: kind.work == .upload ? Data("x".utf8) : nil)
            let action = "cancel \(runID), \(kind), after \(delay) us"
            await stats.expect(.cancelled, action) { await client.sendAndCancel(request, kind, after: delay) }
        }
        responder.complete()
        client.close()
    }
}

/// A responder whose outcomes arrive only on request, after the tasks have ended.
private final class LateResponder: Responder {
    private let pending = Mutex<[@Sendable (ResponsePart) -> Void]>([])

    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        .deferred { [self] receive in
            pending.withLock { $0.append(receive) }
            return CompletedTask()
        }
    }

    /// Completes all requests so far.
    func complete() {
        let receivers = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        for receive in receivers { receive(.end(.response(HTTPResponse(200, body: .text("too late"))))) }
    }
}

/// Cancels some live requests while others complete, and replays the recording of the latter.
///
/// The server delays its responses until the tasks have ended, for the same reason as ``CancelScenario``.
struct CancelLiveScenario: SoakScenario {
    let stats: SoakStats
    let server: PausableServer
    let transport: URLSessionTransport
    let folder: URL

    func run(_ runID: String, using generator: inout SeededGenerator) async throws {
        let file = folder.appendingPathComponent("\(runID)/cancelled.har")
        defer { _ = try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let mode: RecordingMode = Bool.random(using: &generator) ? .record : .live
        let player = try Player(recording: file, mode: mode, transport: transport)
        let completed = try await send(runID, player, using: &generator)
        let summary = try player.finish(.succeeded)
        guard summary.publication == .published, !completed.isEmpty else { return }
        try await replay(completed, runID, from: file)
        stats.countRecording()
    }

    /// Completes some requests, cancels the others, and returns those that completed.
    private func send(
        _ runID: String, _ player: Player, using generator: inout SeededGenerator
    ) async throws -> [HTTPRequest] {
        let client = SoakClient(player)
        server.pause(runID)
        defer {
            server.resume(runID)
            client.close()
        }
        var completed: [HTTPRequest] = []
        for number in 0..<6 {
            let isCancelled = Bool.random(using: &generator)
            let kinds = isCancelled ? TaskKind.all : TaskKind.supporting("GET")
            guard let kind = kinds.randomElement(using: &generator) else { continue }
            let request = server.request(runID, number, kind, isDelayed: isCancelled)
            let delay = Int.random(in: -200..<5000, using: &generator)
            let action = "\(player.mode) \(runID), \(kind), \(request.url)"
            if isCancelled {
                await stats.expect(.cancelled, "\(action), cancelled after \(delay) us") {
                    await client.sendAndCancel(request, kind, after: delay)
                }
            } else {
                await stats.expect(server.result(of: request), action) { await client.send(request, kind) }
                completed.append(request)
            }
        }
        return completed
    }

    /// Replays the completed requests; any other interaction of the recording must be a cancellation.
    private func replay(_ requests: [HTTPRequest], _ runID: String, from file: URL) async throws {
        let player = try Player(recording: file)
        let client = SoakClient(player)
        defer { client.close() }
        for request in requests {
            let action = "replay after cancellations \(runID), \(request.url)"
            await stats.expect(server.result(of: request), action) {
                await client.send(request, TaskKind(work: .data, interface: .delegate))
            }
        }
        for interaction in try player.finish(.succeeded).unused.load() {
            guard case .failure(let failure, _) = interaction.outcome,
                failure.code == URLError.Code.cancelled.rawValue
            else {
                stats.reportFailure("\(runID): recorded \(interaction.outcome) of \(interaction.request.url)")
                continue
            }
        }
    }
}

/// A server that delays some responses until it is resumed.
final class PausableServer: Sendable {
    private typealias Send = @Sendable () -> Void

    /// The responses that are yet to be sent, by run.
    private final class Delayed: Sendable {
        let sends = Mutex<[String: [Send]]>([:])
    }

    private let delayed: Delayed
    private let server: HTTPServer

    init(_ stats: SoakStats) throws {
        let delayed = Delayed()
        self.delayed = delayed
        server = try HTTPServer.start { request, respond in
            stats.countServed()
            // `delayed` or `immediate`, the run, and a number.
            let path = request.url.split(separator: "/").dropFirst(2).map(String.init)
            let send: Send = {
                respond(ServerResponse(HTTPResponse(200, body: .text(path.joined(separator: "/")))))
            }
            let isDelayed = delayed.sends.withLock { sends in
                guard path.count > 1, path[0] == "delayed", sends[path[1]] != nil else { return false }
                sends[path[1]]?.append(send)
                return true
            }
            if !isDelayed { send() }
        }
    }

    func stop() { server.stop() }

    /// Returns a request of a run, whose response is immediate, or delayed until the run is resumed.
    func request(_ runID: String, _ number: Int, _ kind: TaskKind, isDelayed: Bool) -> HTTPRequest {
        let isUpload = kind.work == .upload
        let url = "\(server.origin)/\(isDelayed ? "delayed" : "immediate")/\(runID)/\(number)"
        return HTTPRequest(isUpload ? "POST" : "GET", url, body: isUpload ? Data("x".utf8) : nil)
    }

    /// Returns the result that an app receives for a request.
    func result(of request: HTTPRequest) -> ClientResult {
        let path = request.url.split(separator: "/").dropFirst(2)
        return .response(status: 200, body: Data(path.joined(separator: "/").utf8))
    }

    /// Delays the responses to a run's delayed requests.
    func pause(_ runID: String) { delayed.sends.withLock { $0[runID] = [] } }

    /// Sends the delayed responses of a run; later ones are sent immediately.
    func resume(_ runID: String) {
        let sends = delayed.sends.withLock { $0.removeValue(forKey: runID) } ?? []
        for send in sends { send() }
    }
}
