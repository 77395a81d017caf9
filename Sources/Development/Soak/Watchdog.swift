import Foundation
import Synchronization

/// Looks after a soak from a thread of its own, so that it sees what blocks all others.
final class Watchdog: Sendable {
    private let ledger: SoakStats
    private let memory = Mutex(MemorySamples())
    private let start = ContinuousClock.now

    /// How long anything may take.
    private static let patience = Duration.seconds(30)

    init(_ ledger: SoakStats) {
        self.ledger = ledger
    }

    /// Samples memory every two seconds, prints a line every ten, and ends the program with 1 when something hangs.
    func watch() {
        Thread.detachNewThread { [self] in
            var rounds = 0
            while true {
                Thread.sleep(forTimeInterval: 2)
                rounds += 1
                memory.withLock { $0.take(after: ledger.counts.served) }
                if rounds % 5 == 0 { printProgress() }
                endIfStuck()
            }
        }
    }

    /// The samples so far.
    var samples: MemorySamples { memory.withLock { $0 } }

    private func printProgress() {
        let counts = ledger.counts
        let seconds = (ContinuousClock.now - start).components.seconds
        say(
            "\(seconds) s: \(counts.requests) requests (\(counts.cancelled) cancelled), "
                + "\(counts.recordings) recordings, \(counts.wrong) wrong, RSS \(Int(samples.latest)) MB")
    }

    private func endIfStuck() {
        let stuck = ledger.stuck(for: Self.patience)
        guard !stuck.isEmpty else { return }
        say("hang: for more than \(Self.patience.components.seconds) s under way:")
        for what in stuck { say("  \(what)") }
        exit(1)
    }
}
