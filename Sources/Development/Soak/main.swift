import Foundation
import VerbatimServer
import VerbatimURLSession

/// Replays, records and cancels in parallel: `verbatim-soak [SECONDS [SEED]]`, 600 seconds by default.
///
/// Prints a line every ten seconds. Exit 0 when all went well, 1 on a wrong answer, a hang, or memory that grows, 2 for
/// wrong usage, 3 when it could not start or a scenario could not go on.

let arguments = CommandLine.arguments.dropFirst()
guard let seconds = arguments.first.map({ Double($0) }) ?? 600,
    let seed = arguments.dropFirst().first.map({ UInt64($0) }) ?? UInt64.random(in: 0..<1_000_000)
else {
    print("usage: verbatim-soak [SECONDS [SEED]]")
    exit(2)
}
say("soak: seed \(seed), \(Int(seconds)) s")

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "verbatim-soak-\(UUID().uuidString)")
let ledger = SoakStats()
let watchdog = Watchdog(ledger)
do {
    let server = try HTTPServer.start { request, reply in
        ledger.noteServed()
        reply(SoakRecording.reply(to: request))
    }
    let withholding = try WithholdingServer(ledger)
    let transport = URLSessionTransport()
    let scenarios: [any SoakScenario] = [
        Replaying(ledger: ledger), Cancelling(ledger: ledger),
        SoakRecording(ledger: ledger, origin: server.origin, transport: transport, folder: folder),
        CancellingLive(ledger: ledger, server: withholding, transport: transport, folder: folder),
    ]
    watchdog.watch()
    try await soak(scenarios, for: .seconds(seconds), seed: seed)
    server.stop()
    withholding.stop()
    _ = try? FileManager.default.removeItem(at: folder)
} catch {
    print("soak: \(error)")
    exit(3)
}

let (counts, memory) = (ledger.counts, watchdog.samples)
let (start, end) = (memory.quarter(2), memory.quarter(4))
say(
    "soak: \(counts.requests) requests (\(counts.cancelled) cancelled), \(counts.wrong) wrong, "
        + "RSS \(Int(start.resident)) MB / \(Int(end.resident)) MB, "
        + "of which Foundation keeps \(Int(start.kept)) MB / \(Int(end.kept)) MB of \(counts.served) live requests"
)
if !memory.isFlat { say("memory grew by more than \(Int(MemorySamples.bound)) MB after the warm-up") }
exit(counts.wrong == 0 && memory.isFlat ? 0 : 1)

/// Has workers run scenarios one after the other until the time is over.
func soak(_ scenarios: [any SoakScenario], for duration: Duration, seed: UInt64) async throws {
    let end = ContinuousClock.now + duration
    try await withThrowingTaskGroup { group in
        for worker in 0..<24 {
            group.addTask {
                var generator = SoakRandom(seed: seed &+ UInt64(worker) << 32)
                var turn = 0
                while ContinuousClock.now < end {
                    turn += 1
                    guard let scenario = scenarios.randomElement(using: &generator) else { return }
                    try await scenario.run("\(worker)-\(turn)", using: &generator)
                }
            }
        }
        try await group.waitForAll()
    }
}
