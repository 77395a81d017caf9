import Synchronization

/// What is under way, and what came of the rest.
final class SoakStats: Sendable {
    struct Counts: Sendable {
        var requests = 0
        var cancelled = 0
        var recordings = 0
        var served = 0
        var wrong = 0
    }

    private struct State {
        var counts = Counts()
        var underWay: [Int: (what: String, since: ContinuousClock.Instant)] = [:]
        var begun = 0
    }

    private let state = Mutex(State())

    var counts: Counts { state.withLock { $0.counts } }

    /// Does one thing under the eyes of the watchdog.
    func follow<Result>(_ what: String, _ work: () async -> Result) async -> Result {
        let number = state.withLock { state in
            state.begun += 1
            state.underWay[state.begun] = (what, .now)
            return state.begun
        }
        defer { state.withLock { $0.underWay[number] = nil } }
        return await work()
    }

    /// Counts a request, and tells what is wrong with its end, if anything.
    func note(_ seen: ClientResult, expected: ClientResult, _ what: String) {
        state.withLock { state in
            state.counts.requests += 1
            if expected == .cancelled { state.counts.cancelled += 1 }
        }
        if seen != expected { noteWrong("\(what): \(seen), expected \(expected)") }
    }

    func noteRecording() {
        state.withLock { $0.counts.recordings += 1 }
    }

    /// Counts a request that has reached a server.
    func noteServed() {
        state.withLock { $0.counts.served += 1 }
    }

    func noteWrong(_ what: String) {
        state.withLock { $0.counts.wrong += 1 }
        say("wrong: \(what)")
    }

    /// What has been under way for longer than some time.
    func stuck(for limit: Duration) -> [String] {
        state.withLock { state in
            state.underWay.values.filter { .now - $0.since > limit }.map(\.what).sorted()
        }
    }
}
