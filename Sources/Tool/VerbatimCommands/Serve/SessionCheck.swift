import Dispatch
import Synchronization
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimReplay
import VerbatimServer

/// Checks what a server answers, beside serving it.
final class SessionCheck: Sendable {
    private let checker: Checker
    private let queue = DispatchQueue(label: "verbatim.serve.check")
    private let state = Mutex(State())
    /// Apart from the state, which the thread of the server needs.
    private let report: Mutex<CheckReport>

    private struct State {
        /// The exchanges that were checked: an equal one has the same findings.
        var seen: Set<Int> = []
        var waiting = 0
        var unchecked = 0
    }

    /// The number of exchanges that may wait, and the number of those that are remembered.
    private static let (waitingLimit, seenLimit) = (1_000, 100_000)

    init(_ checker: Checker) {
        self.checker = checker
        report = Mutex(checker.check([]))
    }

    /// Checks an exchange, later, unless its response is a fault. If very many wait, it is counted only.
    /// Returns whether an equal exchange is not checked again.
    @Sendable func observe(
        _ request: HTTPRequest, _ outcome: Outcome, _ player: Player, _ route: ProviderRoute
    ) -> Bool {
        guard outcome.response?.headers[HTTPResponse.substituteField] != "fault" else { return false }
        let identity = Self.identity(of: request, outcome)
        let (isNew, isSeen) = state.withLock { state in
            guard !state.seen.contains(identity) else { return (false, true) }
            let isFull = state.seen.count >= Self.seenLimit
            guard !isFull, state.waiting < Self.waitingLimit else {
                state.unchecked += 1
                return (false, isFull)
            }
            state.seen.insert(identity)
            state.waiting += 1
            return (true, true)
        }
        guard isNew else { return isSeen }
        queue.async { [self] in
            let interaction = Interaction(
                player.redacted(request), outcome, started: Interaction.unknownStart)
            report.withLock { checker.add([interaction], api: route.api, to: &$0) }
            state.withLock { $0.waiting -= 1 }
        }
        return true
    }

    private static func identity(of request: HTTPRequest, _ outcome: Outcome) -> Int {
        var hasher = Hasher()
        hasher.combine(request.method)
        hasher.combine(request.url)
        for field in request.headers {
            hasher.combine(field.name)
            hasher.combine(field.value)
        }
        hasher.combine(request.body)
        hasher.combine(outcome.response?.status)
        hasher.combine(outcome.response?.body.storedSize)
        return hasher.finalize()
    }

    func add(_ interactions: [Interaction], api: String?) {
        queue.sync { report.withLock { checker.add(interactions, api: api, to: &$0) } }
    }

    /// The report on everything that was observed, and the number of exchanges that were not checked.
    var result: (report: CheckReport, unchecked: Int) {
        queue.sync { (report.withLock { $0 }, state.withLock { $0.unchecked }) }
    }
}
