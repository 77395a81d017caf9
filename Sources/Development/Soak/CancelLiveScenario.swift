import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimURLSession

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
        let interceptor = URLSessionInterceptor(player)
        let client = SoakClient(interceptor.configuration())
        server.pause(runID)
        defer {
            server.resume(runID)
            client.close()
            interceptor.close()
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
                let result = await stats.track("cancelled " + action) {
                    await client.sendAndCancel(request, kind, after: delay)
                }
                stats.verify(result, expected: .cancelled, "\(action), cancelled after \(delay) us")
            } else {
                let result = await stats.track(action) { await client.send(request, kind) }
                stats.verify(result, expected: server.result(of: request), action)
                completed.append(request)
            }
        }
        return completed
    }

    /// Replays the completed requests; any other interaction of the recording must be a cancellation.
    private func replay(_ requests: [HTTPRequest], _ runID: String, from file: URL) async throws {
        let player = try Player(recording: file)
        let interceptor = URLSessionInterceptor(player)
        let client = SoakClient(interceptor.configuration())
        defer {
            client.close()
            interceptor.close()
        }
        for request in requests {
            let action = "replay after cancellations \(runID), \(request.url)"
            let result = await stats.track(action) {
                await client.send(request, TaskKind(work: .data, interface: .delegate))
            }
            stats.verify(result, expected: server.result(of: request), action)
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
