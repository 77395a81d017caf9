import Synchronization

/// A service whose requests can be observed and cancelled.
public protocol RemoteService: Sendable {
    /// The requests in progress.
    var activity: RequestActivity { get }

    /// Cancels all requests in progress; they throw errors that are ``ServiceError/isCancelled``.
    func cancel()
}

/// The number of requests in progress, for an activity indicator.
///
/// ```swift
/// for await count in books.activity.counts { indicator.isHidden = count == 0 }
/// ```
public final class RequestActivity: Sendable {
    private struct State {
        var count = 0
        var observers: [AsyncStream<Int>.Continuation] = []
    }

    private let state = Mutex(State())

    /// Creates an activity without a request.
    public init() {}

    deinit {
        for observer in state.withLock(\.observers) { observer.finish() }
    }

    /// The number of requests in progress.
    public var count: Int { state.withLock(\.count) }

    /// The number now, and again whenever it changes; who reads slowly gets only the latest.
    public var counts: AsyncStream<Int> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { observer in
            state.withLock { state in
                observer.yield(state.count)
                state.observers.append(observer)
            }
        }
    }

    func begin() { add(1) }
    func end() { add(-1) }

    private func add(_ difference: Int) {
        state.withLock { state in
            state.count += difference
            let count = state.count
            state.observers.removeAll { observer in
                if case .terminated = observer.yield(count) { true } else { false }
            }
        }
    }
}
