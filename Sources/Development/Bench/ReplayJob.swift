import Foundation
import VerbatimHAR
import VerbatimReplay
import VerbatimURLSession

/// Replays a second through `URLSession`, 1 KB each, from recordings of several sizes; one at a time and 64 at once,
/// beside a bare `URLProtocol` with a dictionary, in a session as it comes and in one without a cache.
///
/// The same requests are asked in every round; where a recording is large enough, new ones in every round as well.
struct ReplayJob: BenchmarkJob {
    let name = "replay"
    let usage = "[ENTRIES]..."

    private let rounds = 61
    private let calls = 512

    func run(_ arguments: [String]) async throws {
        let counts = arguments.isEmpty ? [10, 1000, 10_000, 100_000] : arguments.compactMap { Int($0) }
        for count in counts {
            try await withTemporaryFolder { folder in
                let file = folder.appendingPathComponent("items.har")
                try RecordedItems(count: count).archive().selfContainedHAR().write(to: file)
                try await measureReplays(RecordedItems(count: count), file)
            }
        }
    }

    private func measureReplays(_ items: RecordedItems, _ file: URL) async throws {
        let player = try Player(recording: file, options: Player.Options(exhausted: .repeatLast))
        let door = URLSessionInterceptor(player)
        defer { door.close() }
        let ours = door.session()
        for (hasCache, floorName) in [(true, "floor"), (false, "floor-without-cache")] {
            let floor = try CannedProtocol.session(items, hasCache: hasCache)
            for (width, way) in [(1, "sequential"), (64, "64-at-once")] {
                let rivalry = try await compare(ours, floor, atOnce: width) { items.url($1 &* 7919) }
                rivalry.print("replay/\(way)/\(items.count)", against: floorName)
            }
        }
        guard items.count > 2 * (rounds + 1) * calls else { return }
        let floor = try CannedProtocol.session(items, hasCache: false)
        for (half, width, way) in [(0, 1, "sequential"), (1, 64, "64-at-once")] {
            let rivalry = try await compare(ours, floor, atOnce: width) { [calls, rounds] round, number in
                items.url((half * (rounds + 1) + round) * calls + number)
            }
            rivalry.print("replay-new/\(way)/\(items.count)", against: "floor-without-cache")
        }
    }

    /// - Parameter url: What is asked, by round and number of the call.
    private func compare(
        _ ours: URLSession, _ floor: URLSession, atOnce width: Int,
        _ url: @escaping @Sendable (Int, Int) -> String
    ) async throws -> PairedBenchmark {
        try await PairedBenchmark(rounds: rounds, calls: calls) { round in
            try await ours.ask(calls, atOnce: width) { url(round, $0) }
        } floor: { round in
            try await floor.ask(calls, atOnce: width) { url(round, $0) }
        }
    }
}
