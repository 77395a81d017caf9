import Foundation
import VerbatimHAR
import VerbatimReplay
import VerbatimURLSession

/// Replays of 1 KB through `URLSession` from recordings of several sizes, one at a time and 64 at once,
/// compared with a `URLProtocol` that has a dictionary, in sessions with and without a cache.
///
/// Every round sends the same requests; if the recording is large enough, also new ones in every round.
struct ReplayBenchmark: Benchmark {
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
        let interceptor = URLSessionInterceptor(player)
        defer { interceptor.close() }
        let session = interceptor.session()
        for (hasCache, baselineName) in [(true, "floor"), (false, "floor-without-cache")] {
            let baseline = try StubURLProtocol.session(items, hasCache: hasCache)
            for (width, way) in [(1, "sequential"), (64, "64-at-once")] {
                let benchmark = try await compare(session, baseline, concurrently: width) {
                    items.url($1 &* 7919)
                }
                benchmark.print("replay/\(way)/\(items.count)", against: baselineName)
            }
        }
        guard items.count > 2 * (rounds + 1) * calls else { return }
        let baseline = try StubURLProtocol.session(items, hasCache: false)
        for (half, width, way) in [(0, 1, "sequential"), (1, 64, "64-at-once")] {
            let benchmark = try await compare(session, baseline, concurrently: width) {
                [calls, rounds] round, number in
                items.url((half * (rounds + 1) + round) * calls + number)
            }
            benchmark.print("replay-new/\(way)/\(items.count)", against: "floor-without-cache")
        }
    }

    /// - Parameter url: The URL by round and number of the call.
    private func compare(
        _ session: URLSession, _ baseline: URLSession, concurrently width: Int,
        _ url: @escaping @Sendable (Int, Int) -> String
    ) async throws -> PairedBenchmark {
        try await PairedBenchmark(rounds: rounds, calls: calls) { round in
            try await session.fetch(calls, concurrently: width) { url(round, $0) }
        } baseline: { round in
            try await baseline.fetch(calls, concurrently: width) { url(round, $0) }
        }
    }
}
