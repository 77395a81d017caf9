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

    /// Performs an action, which the watchdog monitors.
    func track<Result>(_ action: String, _ body: () async -> Result) async -> Result {
        let number = state.withLock { state in
            state.started += 1
            state.running[state.started] = (action, .now)
            return state.started
        }
        defer { state.withLock { $0.running[number] = nil } }
        return await body()
    }

    /// Counts a request, and reports a result that is not the expected one.
    func verify(_ result: ClientResult, expected: ClientResult, _ action: String) {
        state.withLock { state in
            state.counts.requests += 1
            if expected == .cancelled { state.counts.cancelled += 1 }
        }
        if result != expected { reportFailure("\(action): \(result), expected \(expected)") }
    }

    func countRecording() {
        state.withLock { $0.counts.recordings += 1 }
    }

    func countServed() {
        state.withLock { $0.counts.served += 1 }
    }

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
