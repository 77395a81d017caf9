import Foundation
import VerbatimHAR
import VerbatimReplay
import VerbatimURLSession

/// Cancels tasks whose requests are on their way to a server, some before they left, while others are answered, and
/// replays what was recorded of the others.
///
/// The server withholds its answers until the tasks have ended, for the reason ``Cancelling`` tells.
struct CancellingLive: SoakScenario {
    let ledger: SoakStats
    let server: WithholdingServer
    let transport: URLSessionTransport
    let folder: URL

    func run(_ mark: String, using generator: inout SoakRandom) async throws {
        let file = folder.appendingPathComponent("\(mark)/cancelled.har")
        defer { _ = try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let mode: RecordingMode = Bool.random(using: &generator) ? .record : .live
        let player = try Player(recording: file, mode: mode, transport: transport)
        let answered = try await ask(mark, player, using: &generator)
        let summary = try player.finish(.succeeded)
        guard summary.publication == .published, !answered.isEmpty else { return }
        try await replay(answered, mark, from: file)
        ledger.noteRecording()
    }

    /// Has some requests answered and cancels the others; returns those that were answered.
    private func ask(
        _ mark: String, _ player: Player, using generator: inout SoakRandom
    ) async throws -> [HTTPRequest] {
        let door = URLSessionInterceptor(player)
        let asking = SoakClient(door.configuration())
        server.withhold(mark)
        defer {
            server.answer(mark)
            asking.close()
            door.close()
        }
        var answered: [HTTPRequest] = []
        for number in 0..<6 {
            let isCancelled = Bool.random(using: &generator)
            let kinds = isCancelled ? TaskKind.all : TaskKind.making("GET")
            guard let kind = kinds.randomElement(using: &generator) else { continue }
            let request = server.request(mark, number, kind, isWithheld: isCancelled)
            let delay = Int.random(in: -200..<5000, using: &generator)
            let what = "\(player.mode) \(mark), \(kind), \(request.url)"
            if isCancelled {
                let seen = await ledger.follow("cancelled " + what) {
                    await asking.cancelled(request, kind, after: delay)
                }
                ledger.note(seen, expected: .cancelled, "\(what), cancelled after \(delay) us")
            } else {
                let seen = await ledger.follow(what) { await asking.seen(request, kind) }
                ledger.note(seen, expected: server.answer(to: request), what)
                answered.append(request)
            }
        }
        return answered
    }

    /// Asks the recording for what was answered; of the rest it may have errors only.
    private func replay(_ requests: [HTTPRequest], _ mark: String, from file: URL) async throws {
        let player = try Player(recording: file)
        let door = URLSessionInterceptor(player)
        let asking = SoakClient(door.configuration())
        defer {
            asking.close()
            door.close()
        }
        for request in requests {
            let what = "replay beside cancelled \(mark), \(request.url)"
            let seen = await ledger.follow(what) {
                await asking.seen(request, TaskKind(work: .data, form: .delegate))
            }
            ledger.note(seen, expected: server.answer(to: request), what)
        }
        for interaction in try player.finish(.succeeded).unused.load() {
            guard case .failure(let failure, _) = interaction.outcome,
                failure.code == URLError.Code.cancelled.rawValue
            else {
                ledger.noteWrong("\(mark): recorded \(interaction.outcome) of \(interaction.request.url)")
                continue
            }
        }
    }
}
