import Foundation
import VerbatimHAR

extension SoakClient {
    /// Asks, and cancels after some microseconds; below zero before the task is resumed.
    func cancelled(_ request: HTTPRequest, _ kind: TaskKind, after delay: Int) async -> ClientResult {
        guard kind.form == .async else {
            return await seen(request, kind) { task in
                if delay >= 0 { task.resume() }
                DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(max(delay, 0))) {
                    task.cancel()
                }
            }
        }
        return await withTaskGroup { group in
            group.addTask { await seen(request, kind) }
            _ = try? await Task.sleep(for: .microseconds(max(delay, 0)))
            group.cancelAll()
            return await group.next() ?? .failure(code: 0)
        }
    }
}
