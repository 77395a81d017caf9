import Foundation
import Synchronization

/// The running tasks of a service, which can be cancelled from outside.
final class TaskRegistry: Sendable {
    private let cancellations = Mutex<[UUID: @Sendable () -> Void]>([:])

    /// Runs an operation in a task that ends when ``cancelAll()`` is called or the caller's task is
    /// cancelled.
    ///
    /// - Parameter cancellingOthers: Whether to cancel all other running tasks first.
    func run<Value: Sendable, Failure: Error>(
        cancellingOthers: Bool = false,
        _ operation: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let task = Task { () async -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        let id = UUID()
        let others = cancellations.withLock { cancellations in
            let others = cancellingOthers ? Array(cancellations.values) : []
            if cancellingOthers { cancellations = [:] }
            cancellations[id] = { task.cancel() }
            return others
        }
        for cancel in others { cancel() }
        defer { cancellations.withLock { $0[id] = nil } }
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }

    /// Cancels all running tasks.
    func cancelAll() {
        let cancellations = cancellations.withLock { cancellations in
            defer { cancellations = [:] }
            return cancellations.values
        }
        for cancel in cancellations { cancel() }
    }
}
