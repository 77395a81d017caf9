import Foundation
import HTTPArchive
import RecordReplay
import Synchronization
import URLSessionReplay

/// Cancels tasks at random moments, from before they start until long after they were asked.
///
/// Nothing is answered until the task has ended: before 6.4 Foundation on Linux can deadlock when a task is cancelled at the
/// very moment it ends (swift-corelibs-foundation #5412), whatever answers it.
struct Cancelling: Scenario {
    let ledger: Ledger

    func run(_ mark: String, using generator: inout SeededGenerator) async throws {
        let withheld = Withheld()
        let door = SessionDoor(withheld)
        let asking = Asking(door.configuration())
        for number in 0..<6 {
            guard let kind = TaskKind.all.randomElement(using: &generator) else { continue }
            let delay = Int.random(in: -200..<1500, using: &generator)
            let request = HTTPRequest(
                kind.work == .upload ? "POST" : "GET", "https://api.example.com/items?id=\(number)",
                body: kind.work == .upload ? Data("x".utf8) : nil)
            let what = "cancel \(mark), \(kind), after \(delay) us"
            let seen = await ledger.follow(what) { await cancelled(asking, request, kind, after: delay) }
            ledger.note(seen, expected: .cancelled, what)
        }
        withheld.answer()
        asking.close()
        door.close()
    }

    /// Cancels a task after some microseconds; below zero before it is resumed.
    private func cancelled(
        _ asking: Asking, _ request: HTTPRequest, _ kind: TaskKind, after delay: Int
    ) async -> Seen {
        guard kind.form == .async else {
            return await asking.seen(request, kind) { task in
                if delay >= 0 { task.resume() }
                DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(max(delay, 0))) {
                    task.cancel()
                }
            }
        }
        return await withTaskGroup { group in
            group.addTask { await asking.seen(request, kind) }
            _ = try? await Task.sleep(for: .microseconds(max(delay, 0)))
            group.cancelAll()
            return await group.next() ?? .failure(code: 0)
        }
    }
}

/// Answers when told to, too late.
private final class Withheld: Answering {
    private let waiting = Mutex<[@Sendable (Outcome) -> Void]>([])

    private struct Handle: Cancellable {
        func cancel() {}
    }

    func answer(_ request: HTTPRequest, timeout: Double) -> Answer {
        .later { [self] completion in
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
