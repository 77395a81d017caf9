import Foundation
import VerbatimServer
import VerbatimURLSession

/// Replays, records and cancels in parallel: `verbatim-soak [SECONDS [SEED]]`, 600 seconds by default.
///
/// Prints a line every ten seconds. Exits with 0 on success; 1 on a wrong result, a hang or growing memory; 2
/// on wrong usage; 3 if it cannot start or a scenario throws an error.

let arguments = CommandLine.arguments.dropFirst()
guard let seconds = arguments.first.map({ Double($0) }) ?? 600,
    let seed = arguments.dropFirst().first.map({ UInt64($0) }) ?? UInt64.random(in: 0..<1_000_000)
else {
    print("usage: verbatim-soak [SECONDS [SEED]]")
    exit(2)
}
printLine("soak: seed \(seed), \(Int(seconds)) s")

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "verbatim-soak-\(UUID().uuidString)")
allowManyFiles()
let stats = SoakStats()
let watchdog = Watchdog(stats)
do {
    let server = try HTTPServer.start { request, respond in
        stats.countServed()
        respond(RecordScenario.response(to: request))
    }
    let pausable = try PausableServer(stats)
    let transport = URLSessionTransport()
    let scenarios: [any SoakScenario] = [
        ReplayScenario(stats: stats), CancelScenario(stats: stats),
        RecordScenario(stats: stats, origin: server.origin, transport: transport, folder: folder),
        CancelLiveScenario(stats: stats, server: pausable, transport: transport, folder: folder),
    ]
    watchdog.start()
    try await soak(scenarios, for: .seconds(seconds), seed: seed)
    server.stop()
    pausable.stop()
    _ = try? FileManager.default.removeItem(at: folder)
} catch {
    print("soak: \(error)")
    exit(3)
}

let (counts, memory) = (stats.counts, watchdog.samples)
let (start, end) = (memory.quarter(2), memory.quarter(4))
printLine(
    "soak: \(counts.requests) requests (\(counts.cancelled) cancelled), \(counts.failures) failures, "
        + "RSS \(Int(start.resident)) MB / \(Int(end.resident)) MB, "
        + "of which Foundation leaked \(Int(start.leaked)) MB / \(Int(end.leaked)) MB "
        + "in \(counts.served) live requests")
if !memory.isFlat {
    printLine("memory grew by more than \(Int(MemorySamples.allowedGrowth)) MB after the warm-up")
}
exit(counts.failures == 0 && memory.isFlat ? 0 : 1)
