import Foundation
import Synchronization
import VerbatimHAR
import VerbatimReplay

/// An event of a load that is delivered to the client of its protocol.
enum LoadingEvent: Sendable {
    /// The whole outcome, and the URL of its response.
    case outcome(Outcome, URL)
    /// The head of a response whose body follows in pieces.
    case head(HTTPResponse, URL)
    /// A piece of a body.
    case piece(Data)
    /// The end of a body in pieces; it is incomplete if there is a failure.
    case end(TransportFailure?, URL)
    /// A redirect that the loading system follows (on Apple platforms), and the request to which it leads. If
    /// the load is not stopped then, the outcome follows.
    case redirect(HTTPResponse, URL, next: URLRequest)

    var isLast: Bool {
        switch self {
        case .outcome, .end: true
        case .head, .piece, .redirect: false
        }
    }

    static func failure(_ code: URLError.Code, _ request: URLRequest, _ reason: String) -> LoadingEvent {
        .outcome(.failure(TransportFailure(code, reason)), request.url ?? .unknown)
    }
}

extension Outcome {
    func parts(from url: URL) throws -> [LoadingEvent] {
        guard let response else { return [.end(failure, url)] }
        let body = try response.body.bytes()
        return [.head(response, url)] + (body.isEmpty ? [] : [.piece(body)]) + [.end(failure, url)]
    }
}

extension URL {
    /// The URL in the error of a request without a valid one.
    static let unknown = URL(fileURLWithPath: "/")
}

/// The state of one load: its phase, and the events that wait to be delivered.
///
/// Foundation may start a load twice, suspend it, or stop it at any moment, while events arrive on any
/// thread. The load begins once, and the last event is delivered at most once.
final class LoadingEventQueue: Sendable {
    enum Action {
        /// Begin the load, at the first call.
        case load
        /// Deliver these events in order.
        case deliver([LoadingEvent])
    }

    private enum Phase {
        case new
        case loading
        case finished
        case stopped
    }

    private struct State {
        var phase = Phase.new
        var events: [LoadingEvent] = []
        var isSuspended = false
        var hasHead = false
        var wakeUp: (@Sendable () -> Void)?
        var running: (any CancellableTask)?
    }

    private let state = Mutex(State())

    /// Whether the load has begun and its last event is not yet queued.
    var isLoading: Bool { state.withLock { $0.phase == .loading && $0.events.last?.isLast != true } }

    /// Whether the response is delivered in parts, as its head is queued.
    var hasHead: Bool { state.withLock { $0.hasHead } }

    /// Whether the load was stopped, so that no event may be delivered.
    var isStopped: Bool { state.withLock { $0.phase == .stopped } }

    /// Marks the load as running, and removes the queued events.
    func start() -> Action {
        state.withLock { state in
            state.isSuspended = false
            if state.phase == .new {
                state.phase = .loading
                return .load
            }
            let events = state.events
            state.events = []
            if events.last?.isLast == true { state = State(phase: .finished) }
            return .deliver(events)
        }
    }

    /// Marks the load as suspended: events stay queued until the next start.
    func suspend() { state.withLock { $0.isSuspended = true } }

    /// Stops the load, at any time, and cancels its running work.
    func stop() {
        let running = state.withLock { state in
            defer { state = State(phase: .stopped) }
            return state.running
        }
        running?.cancel()
    }

    /// Finishes the load to deliver its last event immediately; returns false if it has already ended.
    func finish() -> Bool {
        state.withLock { state in
            guard state.phase == .loading else { return false }
            state = State(phase: .finished)
            return true
        }
    }

    /// Sets the closure that is called when an event is queued; calls it if one is queued already.
    func setWakeUp(_ wakeUp: @escaping @Sendable () -> Void) {
        let hasEvents = state.withLock { state in
            guard state.phase == .loading else { return false }
            state.wakeUp = wakeUp
            return !state.events.isEmpty && !state.isSuspended
        }
        if hasEvents { DispatchQueue.global().async(execute: wakeUp) }
    }

    /// Queues an event, on any thread; events after the last are dropped.
    func append(_ event: LoadingEvent) {
        let wakeUp = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.phase == .loading, state.events.last?.isLast != true else { return nil }
            state.events.append(event)
            if case .head = event { state.hasHead = true }
            if event.isLast { state.running = nil }
            return state.isSuspended ? nil : state.wakeUp
        }
        // Not on the caller's thread: on a work queue, waking a task traps.
        if let wakeUp { DispatchQueue.global().async(execute: wakeUp) }
    }

    /// Queues an event, or its pieces at their times.
    func append(_ event: LoadingEvent, timing context: TaskContext) {
        if let schedule = context.schedule(of: event) { append(schedule) } else { append(event) }
    }

    func append(_ schedule: [ScheduledEvent]) { append(schedule[...], from: .now()) }

    /// Queues one event after the other, so that none overtakes another of the same time.
    private func append(_ schedule: ArraySlice<ScheduledEvent>, from start: DispatchTime) {
        guard let next = schedule.first, isLoading else { return }
        DispatchQueue.global().asyncAfter(deadline: start + next.time) {
            self.append(next.event)
            self.append(schedule.dropFirst(), from: start)
        }
    }

    /// Cancels the running work and queues a last event; has no effect if the last event is already queued.
    func cancel(with event: LoadingEvent) {
        let running = state.withLock { $0.running }
        append(event)
        running?.cancel()
    }

    /// Stores the running work, which is cancelled if the load is stopped, or now if it has ended.
    func setRunning(_ task: any CancellableTask) {
        let hasEnded = state.withLock { state in
            if state.phase == .loading { state.running = task }
            return state.phase != .loading
        }
        if hasEnded { task.cancel() }
    }
}

/// An executor of calls to the client of a protocol object, one after the other.
struct ClientExecutor: Sendable {
    private let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Creates an executor from a function that calls a closure later, where the client may be called.
    init(_ schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.schedule = schedule
    }

    func callAsFunction(_ call: @escaping @Sendable () -> Void) { schedule(call) }
}
