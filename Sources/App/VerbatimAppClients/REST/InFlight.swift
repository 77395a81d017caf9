import Foundation
import Synchronization

/// The work of a service that is under way, so that it can be cancelled from outside.
final class InFlight: Sendable {
    private let cancellations = Mutex<[UUID: @Sendable () -> Void]>([:])

    /// Does work that ``cancelAll()`` can cancel, as can cancelling the caller's task.
    ///
    /// - Parameter replacingOthers: Whether all work that is under way is cancelled first.
    func run<Value: Sendable, Failure: Error>(
        replacingOthers: Bool = false,
        _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let task = Task { () async -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        let id = UUID()
        let replaced = cancellations.withLock { cancellations in
            let others = replacingOthers ? Array(cancellations.values) : []
            if replacingOthers { cancellations = [:] }
            cancellations[id] = { task.cancel() }
            return others
        }
        for cancel in replaced { cancel() }
        defer { cancellations.withLock { $0[id] = nil } }
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }

    /// Cancels all work that is under way.
    func cancelAll() {
        let cancellations = cancellations.withLock { cancellations in
            defer { cancellations = [:] }
            return cancellations.values
        }
        for cancel in cancellations { cancel() }
    }
}
