import Foundation
import Synchronization
import VerbatimReplay

/// The life of one request at a door: asked once, answered once, and its client told to the end once.
///
/// Foundation may start it twice, suspend it, or stop it at any moment, while answers arrive on any thread.
final class ProtocolLoad: Sendable {
    /// What a call of `startLoading()` is for.
    enum Step {
        /// The first call: the player is to be asked.
        case ask
        /// LoadingEvent has arrived, in this order.
        case tell([LoadingEvent])
    }

    private enum Phase {
        case new
        case waiting
        case over
    }

    private struct State {
        var phase = Phase.new
        var arrived: [LoadingEvent] = []
        var suspended = false
        var wake: (@Sendable () -> Void)?
        var underWay: (any CancellableTask)?
    }

    private let state = Mutex(State())

    /// Whether the client has not been told the last yet, and wants to be.
    var isWaiting: Bool {
        state.withLock { $0.phase == .waiting && $0.arrived.last?.isLast != true }
    }

    /// Notes that the task runs.
    func start() -> Step {
        state.withLock { state in
            state.suspended = false
            if state.phase == .new {
                state.phase = .waiting
                return .ask
            }
            let news = state.arrived
            state.arrived = []
            if news.last?.isLast == true { state = State(phase: .over) }
            return .tell(news)
        }
    }

    /// Notes that the task was suspended: what arrives waits for the next start.
    func pause() {
        state.withLock { $0.suspended = true }
    }

    /// Ends the exchange and what is under way for it.
    func stop() {
        let underWay = state.withLock { state in
            defer { state = State(phase: .over) }
            return state.underWay
        }
        underWay?.cancel()
    }

    /// Notes that the client is told the last at once; false when it must not be.
    func finish() -> Bool {
        state.withLock { state in
            if state.phase == .over { return false }
            state = State(phase: .over)
            return true
        }
    }

    /// Keeps the way back to the work queue until the last news has arrived, and takes it for what is there already.
    func onArrival(_ wake: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            guard state.phase == .waiting else { return false }
            state.wake = wake
            return !state.arrived.isEmpty && !state.suspended
        }
        if isLate { DispatchQueue.global().async(execute: wake) }
    }

    /// Parks news and wakes the task, from any thread; what comes after the last counts for nothing.
    func arrive(_ news: LoadingEvent) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.phase == .waiting, state.arrived.last?.isLast != true else { return nil }
            state.arrived.append(news)
            if news.isLast { state.underWay = nil }
            return state.suspended ? nil : state.wake
        }
        // not on the caller's thread: it may be a work queue itself, where waking a task traps
        if let wake { DispatchQueue.global().async(execute: wake) }
    }

    /// Ends what is under way and parks the last news in its stead; without effect once that has come.
    func giveUp(_ news: LoadingEvent) {
        let underWay = state.withLock { $0.underWay }
        arrive(news)
        underWay?.cancel()
    }

    /// Keeps the handle of what is under way, or ends it when nobody waits for it any more.
    func hold(_ handle: any CancellableTask) {
        let isOver = state.withLock { state in
            if state.phase == .waiting { state.underWay = handle }
            return state.phase == .over
        }
        if isOver { handle.cancel() }
    }
}
