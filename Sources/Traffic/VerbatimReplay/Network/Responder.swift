public import Foundation
import Synchronization
public import VerbatimHAR

/// A source of responses: ``Player`` replays and records them.
///
/// URL session interceptors and servers turn a request of their own kind into an ``VerbatimHAR/HTTPRequest``
/// and pass it to a responder. They follow redirects themselves, hop by hop, where their client expects that.
public protocol Responder: Sendable {
    /// Responds to one hop of a request.
    ///
    /// Never blocks: work that takes time is returned as ``ResponderResult/deferred(_:)``.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeout: The timeout of a request to the network, in seconds.
    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult

    /// Whether responses come from the network, so that they may arrive in parts.
    var isLive: Bool { get }

    /// Notes a request that was not sent, because nothing intercepts it and it would reach the network.
    func refuse(_ request: HTTPRequest)
}

extension Responder {
    /// False.
    public var isLive: Bool { false }

    /// Does nothing.
    public func refuse(_ request: HTTPRequest) {}
}

/// The outcome of a request, or the work that leads to it.
public enum ResponderResult: Sendable {
    /// The outcome is known.
    case immediate(Outcome)
    /// The outcome needs the network. The caller runs the closure exactly once, off its own queue; the
    /// receiver is called on any thread, exactly once with ``ResponsePart/end(_:)``.
    case deferred(@Sendable (_ receive: @escaping @Sendable (ResponsePart) -> Void) -> any CancellableTask)
}

extension ResponderResult {
    /// The outcome, at its end.
    var outcome: Outcome {
        get async {
            switch self {
            case .immediate(let outcome): outcome
            case .deferred(let begin): await RunningAttempt().end(of: begin).outcome
            }
        }
    }
}

/// A part of a response, which arrives from the network.
///
/// Head and pieces are optional, as the end repeats them. Those that arrive at the same time as the end, on
/// another thread, may follow it, and are ignored then.
public enum ResponsePart: Sendable {
    /// The head, a response without a body.
    case head(HTTPResponse)
    /// A piece of the body, which follows the head.
    case piece(Data)
    /// The outcome with all of the body.
    case end(Outcome)

    /// The outcome, at the end.
    public var outcome: Outcome? { if case .end(let outcome) = self { outcome } else { nil } }
}

/// The network, as a player uses it: one hop of a request at a time.
///
/// A transport follows no redirects, stores no cookies and caches nothing. A 302 is an outcome like any
/// other, so that every hop is recorded. `VerbatimURLSession` contains the transport for `URLSession`.
public protocol LiveTransport: Sendable {
    /// Sends a request to the network.
    ///
    /// - Parameters:
    ///   - request: The request. Its URL is that of a fake provider if the player has one for its origin.
    ///   - timeout: The seconds without data after which the outcome is a failure with code -1001.
    ///   - receive: Called on any thread, exactly once with ``ResponsePart/end(_:)``. After a cancellation
    ///     that is a failure with code -999 and what has arrived.
    /// - Returns: A task that cancels the request, which ends before the call returns.
    func send(
        _ request: HTTPRequest, timeout: Double, receive: @escaping @Sendable (ResponsePart) -> Void
    ) -> any CancellableTask
}

/// Work in progress that can be cancelled.
public protocol CancellableTask: Sendable {
    /// Cancels the work. Has no effect once it has ended.
    func cancel()
}

extension Task: CancellableTask where Success == Void, Failure == Never {}

/// A task that may be cancelled before it is known.
final class PendingTask: CancellableTask {
    private let state = Mutex((task: (any CancellableTask)?.none, isCancelled: false))

    /// Sets the task, which is cancelled at once if this one was.
    func set(_ task: any CancellableTask) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}
