import Foundation
import RecordReplay
import Synchronization

/// The life of one request at a door: asked once, answered once, told to the client once.
///
/// Foundation may start it twice, suspend it, or stop it at any moment, while answers arrive on any thread.
final class Exchange: Sendable {
    /// What a call of `startLoading()` is for.
    enum Step {
        /// The first call: the player is to be asked.
        case ask
        /// The answer has come.
        case deliver(Conclusion)
        /// Nothing to do: the answer is still under way, or everything was said.
        case wait
    }

    private enum Phase {
        case new
        case waiting
        case answered(Conclusion)
        case over
    }

    private struct State {
        var phase = Phase.new
        var suspended = false
        var wake: (@Sendable () -> Void)?
        var underWay: (any Cancellable)?
    }

    private let state = Mutex(State())

    /// Whether the client wants no answer any more.
    var isOver: Bool {
        state.withLock { if case .over = $0.phase { true } else { false } }
    }

    /// Notes that the task runs.
    func start() -> Step {
        state.withLock { state in
            state.suspended = false
            switch state.phase {
            case .new:
                state.phase = .waiting
                return .ask
            case .answered(let conclusion): return .deliver(conclusion)
            case .waiting, .over: return .wait
            }
        }
    }

    /// Notes that the task was suspended, or ends the exchange and what is under way for it.
    func stop(forGood: Bool) {
        let underWay = state.withLock { state -> (any Cancellable)? in
            guard forGood else {
                state.suspended = true
                return nil
            }
            defer { state = State(phase: .over) }
            return state.underWay
        }
        underWay?.cancel()
    }

    /// Notes that the client is about to be told; false when it must not be.
    func finish() -> Bool {
        state.withLock { state in
            if case .over = state.phase { return false }
            state = State(phase: .over)
            return true
        }
    }

    /// Keeps the way back to the work queue until the answer comes.
    func onArrival(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { if case .waiting = $0.phase { $0.wake = wake } }
    }

    /// Parks the conclusion and wakes the task, from any thread; the first conclusion counts.
    func arrive(_ conclusion: Conclusion) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard case .waiting = state.phase else { return nil }
            state.phase = .answered(conclusion)
            state.underWay = nil
            return state.suspended ? nil : state.wake
        }
        // not on the caller's thread: it may be a work queue itself, where waking a task traps
        if let wake { DispatchQueue.global().async(execute: wake) }
    }

    /// Ends what is under way and parks a conclusion in its stead; without effect once the answer has come.
    func giveUp(_ conclusion: Conclusion) {
        let underWay = state.withLock { $0.underWay }
        arrive(conclusion)
        underWay?.cancel()
    }

    /// Keeps the handle of what is under way, or ends it when nobody waits for it any more.
    func hold(_ handle: any Cancellable) {
        let isOver = state.withLock { state in
            if case .over = state.phase { return true }
            if case .waiting = state.phase { state.underWay = handle }
            return false
        }
        if isOver { handle.cancel() }
    }
}
