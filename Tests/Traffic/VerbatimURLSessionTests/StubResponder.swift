import Foundation
import Synchronization
import VerbatimHAR
import VerbatimReplay
import VerbatimURLSession

/// Answers with what a closure says, and keeps the requests it was asked.
final class StubResponder: Responder {
    private let reply: @Sendable (HTTPRequest) -> ResponderResult
    private let asked = Mutex<[HTTPRequest]>([])

    init(answer: @escaping @Sendable (HTTPRequest) -> ResponderResult) { reply = answer }

    convenience init(_ outcome: @escaping @Sendable (HTTPRequest) -> Outcome) {
        self.init(answer: { .immediate(outcome($0)) })
    }

    convenience init(_ response: HTTPResponse) {
        self.init { _ in .response(response) }
    }

    var requests: [HTTPRequest] { asked.withLock { $0 } }

    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        asked.withLock { $0.append(request) }
        return reply(request)
    }

    /// Opens a door to it for as long as the closure runs.
    func serve<Result>(_ body: (URLSessionInterceptor) async throws -> Result) async throws -> Result {
        let door = URLSessionInterceptor(self)
        defer { door.close() }
        return try await body(door)
    }
}

/// The handle of something that never answers.
final class Silence: CancellableTask {
    private let cancellations = AsyncStream.makeStream(of: Void.self)
    func cancel() { cancellations.continuation.yield() }
    func isCancelled() async { for await _ in cancellations.stream { return } }
}

extension URL {
    init(literal: StaticString) {
        guard let url = URL(string: "\(literal)") else { preconditionFailure("'\(literal)' is no URL") }
        self = url
    }
}
