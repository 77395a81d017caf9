import Foundation

/// Returns the result of a function that waits, called on a thread of its own.
///
/// Tasks share as many threads as there are processors: tests that keep them waiting, for what another task
/// or a global queue does, would never end.
public func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { result in
        Thread { result.resume(with: Result(catching: body)) }.start()
    }
}
