import Foundation
import Synchronization

/// The actions in progress, and the counts of completed ones.
final class SoakStats: Sendable {
    struct Counts: Sendable {
        var requests = 0
        var cancelled = 0
        var recordings = 0
        /// The number of requests that have reached a server.
        var served = 0
        var failures = 0
    }

    private struct State {
        var counts = Counts()
        var running: [Int: (action: String, start: ContinuousClock.Instant)] = [:]
        var started = 0
    }

    private let state = Mutex(State())

    var counts: Counts { state.withLock { $0.counts } }

    /// Performs an action, which the watchdog monitors, and reports a result that is not the expected one.
    func expect(_ expected: ClientResult, _ action: String, _ body: () async -> ClientResult) async {
        let number = state.withLock { state in
            state.started += 1
            state.running[state.started] = (action, .now)
            return state.started
        }
        let result = await body()
        state.withLock { state in
            state.running[number] = nil
            state.counts.requests += 1
            if expected == .cancelled { state.counts.cancelled += 1 }
        }
        if result != expected { reportFailure("\(action): \(result), expected \(expected)") }
    }

    func countRecording() { state.withLock { $0.counts.recordings += 1 } }

    func countServed() { state.withLock { $0.counts.served += 1 } }

    func reportFailure(_ message: String) {
        state.withLock { $0.counts.failures += 1 }
        printLine("failure: \(message)")
    }

    /// Returns the actions that have been running for longer than a limit.
    func stuckActions(after limit: Duration) -> [String] {
        state.withLock { state in
            state.running.values.filter { .now - $0.start > limit }.map(\.action).sorted()
        }
    }
}

/// Prints a line and flushes it, so that a file of the output is up to date.
func printLine(_ line: String) {
    print(line)
    fflush(nil)
}

/// The memory of the process over time, in megabytes.
///
/// The first quarter of a soak is the warm-up, in which threads, protocol classes and caches are created. The
/// mean of the second quarter is compared with that of the last, both without what Foundation leaks.
struct MemorySamples: Sendable {
    /// The allowed growth in megabytes: allocators keep memory that threads have freed.
    static let allowedGrowth = 8.0

    private var resident: [Double] = []
    private var leaked: [Double] = []

    /// - Parameter requests: The number of requests that have reached the network.
    mutating func sample(after requests: Int) {
        resident.append(Double(residentMemory()) / 1e6)
        leaked.append(Double(requests * leakedBytesPerRequest) / 1e6)
    }

    var latest: Double { resident.last ?? 0 }

    var isFlat: Bool {
        let (start, end) = (quarter(2), quarter(4))
        return end.resident - end.leaked - (start.resident - start.leaked) <= Self.allowedGrowth
    }

    /// Returns the mean memory of a quarter, from 1 to 4, and the part of it that Foundation leaked.
    func quarter(_ number: Int) -> (resident: Double, leaked: Double) {
        let range = resident.count * (number - 1) / 4..<resident.count * number / 4
        guard !range.isEmpty else { return (latest, leaked.last ?? 0) }
        let count = Double(range.count)
        return (resident[range].reduce(0, +) / count, leaked[range].reduce(0, +) / count)
    }
}

/// A monitor of a soak on a separate thread, so that it works while all others are blocked.
final class Watchdog: Sendable {
    private let stats: SoakStats
    private let memory = Mutex(MemorySamples())
    private let startTime = ContinuousClock.now

    /// The time limit of any action.
    private static let limit = Duration.seconds(30)

    init(_ stats: SoakStats) { self.stats = stats }

    /// Samples the memory every two seconds, prints a line every ten, and exits with 1 if an action hangs.
    func start() {
        Thread.detachNewThread { [self] in
            var rounds = 0
            while true {
                Thread.sleep(forTimeInterval: 2)
                rounds += 1
                memory.withLock { $0.sample(after: stats.counts.served) }
                if rounds % 5 == 0 { printProgress() }
                exitIfStuck()
            }
        }
    }

    var samples: MemorySamples { memory.withLock { $0 } }

    private func printProgress() {
        let counts = stats.counts
        let seconds = (ContinuousClock.now - startTime).components.seconds
        printLine(
            "\(seconds) s: \(counts.requests) requests (\(counts.cancelled) cancelled), "
                + "\(counts.recordings) recordings, \(counts.failures) failures, "
                + "RSS \(Int(samples.latest)) MB")
    }

    private func exitIfStuck() {
        let actions = stats.stuckActions(after: Self.limit)
        guard !actions.isEmpty else { return }
        printLine("hang: running for more than \(Self.limit.components.seconds) s:")
        for action in actions { printLine("  \(action)") }
        exit(1)
    }
}
