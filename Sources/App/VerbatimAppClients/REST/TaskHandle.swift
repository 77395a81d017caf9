import Dispatch
import Foundation
import Synchronization

/// A session's task that may be cancelled before, while or after it is started, from any thread.
final class TaskHandle: Sendable {
    private enum State {
        case waiting
        case started(URLSessionTask)
        case cancelled
    }

    private let state = Mutex(State.waiting)

    /// Starts a task; one that was cancelled meanwhile ends at once, with the error of a cancelled task.
    func start(_ task: URLSessionTask) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .started(task)
            return false
        }
        if isCancelled { task.cancel() } else { task.resume() }
    }

    /// Cancels the task from another thread.
    ///
    /// The caller may hold a lock that the loading queue is waiting for.
    func cancel() {
        let started = state.withLock { state in
            defer { state = .cancelled }
            if case .started(let task) = state { return Optional(task) }
            return nil
        }
        if let started { DispatchQueue.global().async { started.cancel() } }
    }
}
