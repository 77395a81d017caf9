import Foundation
import Synchronization
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimURLSession

/// Cancels tasks at random moments, from before they are resumed until long after.
///
/// No outcome arrives before the task has ended: Foundation on Linux before 6.4 can deadlock if a task is
/// cancelled at the moment at which it ends, whatever protocol loads it (swift-corelibs-foundation #5412).
struct CancelScenario: SoakScenario {
    let stats: SoakStats

    func run(_ runID: String, using generator: inout SeededGenerator) async throws {
        let responder = LateResponder()
        let interceptor = URLSessionInterceptor(responder)
        let client = SoakClient(interceptor.configuration())
        for number in 0..<6 {
            guard let kind = TaskKind.all.randomElement(using: &generator) else { continue }
            let delay = Int.random(in: -200..<1500, using: &generator)
            let request = HTTPRequest(
                kind.work == .upload ? "POST" : "GET", "https://api.example.com/items?id=\(number)",
                body: kind.work == .upload ? Data("x".utf8) : nil)
            let action = "cancel \(runID), \(kind), after \(delay) us"
            let result = await stats.track(action) {
                await client.sendAndCancel(request, kind, after: delay)
            }
            stats.verify(result, expected: .cancelled, action)
        }
        responder.complete()
        client.close()
        interceptor.close()
    }
}

/// A responder whose outcomes arrive only on request, after the tasks have ended.
private final class LateResponder: Responder {
    private let pending = Mutex<[@Sendable (Outcome) -> Void]>([])

    private struct NoWork: CancellableTask {
        func cancel() {}
    }

    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        .deferred { [self] completion in
            pending.withLock { $0.append(completion) }
            return NoWork()
        }
    }

    /// Completes all requests so far.
    func complete() {
        let completions = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        for completion in completions { completion(.response(HTTPResponse(200, body: .text("too late")))) }
    }
}
