import Foundation
import Synchronization
import VerbatimHAR
import VerbatimReplay
import VerbatimURLSession

/// Cancels tasks at random moments, from before they start until long after they were asked.
///
/// Nothing is answered until the task has ended: before 6.4 Foundation on Linux can deadlock when a task is cancelled at the
/// very moment it ends (swift-corelibs-foundation #5412), whatever answers it.
struct Cancelling: SoakScenario {
    let ledger: SoakStats

    func run(_ mark: String, using generator: inout SoakRandom) async throws {
        let withheld = NeverResponds()
        let door = URLSessionInterceptor(withheld)
        let asking = SoakClient(door.configuration())
        for number in 0..<6 {
            guard let kind = TaskKind.all.randomElement(using: &generator) else { continue }
            let delay = Int.random(in: -200..<1500, using: &generator)
            let request = HTTPRequest(
                kind.work == .upload ? "POST" : "GET", "https://api.example.com/items?id=\(number)",
                body: kind.work == .upload ? Data("x".utf8) : nil)
            let what = "cancel \(mark), \(kind), after \(delay) us"
            let seen = await ledger.follow(what) { await asking.cancelled(request, kind, after: delay) }
            ledger.note(seen, expected: .cancelled, what)
        }
        withheld.answer()
        asking.close()
        door.close()
    }
}

/// Answers when told to, too late.
private final class NeverResponds: Responder {
    private let waiting = Mutex<[@Sendable (Outcome) -> Void]>([])

    private struct Handle: CancellableTask {
        func cancel() {}
    }

    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        .deferred { [self] completion in
            waiting.withLock { $0.append(completion) }
            return Handle()
        }
    }

    /// Answers all that was asked so far.
    func answer() {
        let completions = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for completion in completions { completion(.response(HTTPResponse(200, body: .text("too late")))) }
    }
}
