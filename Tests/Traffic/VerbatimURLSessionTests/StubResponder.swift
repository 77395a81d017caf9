import Foundation
import Synchronization
import VerbatimHAR
import VerbatimReplay
import VerbatimURLSession

/// A responder that returns the results of a closure, and stores the requests.
final class StubResponder: Responder {
    private let result: @Sendable (HTTPRequest) -> ResponderResult
    private let received = Mutex<[HTTPRequest]>([])

    init(result: @escaping @Sendable (HTTPRequest) -> ResponderResult) { self.result = result }

    convenience init(_ outcome: @escaping @Sendable (HTTPRequest) -> Outcome) {
        self.init(result: { .immediate(outcome($0)) })
    }

    convenience init(_ response: HTTPResponse) {
        self.init { _ in .response(response) }
    }

    var requests: [HTTPRequest] { received.withLock { $0 } }

    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        received.withLock { $0.append(request) }
        return result(request)
    }

    /// Runs a closure with an interceptor, which is closed afterwards.
    func intercept<Result>(_ body: (URLSessionInterceptor) async throws -> Result) async throws -> Result {
        let interceptor = URLSessionInterceptor(self)
        defer { interceptor.close() }
        return try await body(interceptor)
    }
}

/// A task that never completes.
final class UnfinishedTask: CancellableTask {
    private let cancellations = AsyncStream.makeStream(of: Void.self)
    func cancel() { cancellations.continuation.yield() }
    func isCancelled() async { for await _ in cancellations.stream { return } }
}

extension URL {
    init(literal: StaticString) {
        guard let url = URL(string: "\(literal)") else { preconditionFailure("'\(literal)' is not a URL") }
        self = url
    }
}
