import Foundation
import Synchronization

/// A monitor of a soak on a separate thread, so that it works while all others are blocked.
final class Watchdog: Sendable {
    private let stats: SoakStats
    private let memory = Mutex(MemorySamples())
    private let startTime = ContinuousClock.now

    /// The time limit of any action.
    private static let limit = Duration.seconds(30)

    init(_ stats: SoakStats) {
        self.stats = stats
    }

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

    /// The samples so far.
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
