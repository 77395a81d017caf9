import Foundation
import Services
import Synchronization

/// A session that answers every request from a closure, without a network.
///
/// Each has a `URLProtocol` class of its own, so that tests run side by side.
final class Canned: Sendable {
    enum Answer {
        case response(Int, [String: String], Data)
        case error(any Error)
        /// The request stays under way until it is cancelled.
        case never
    }

    let session: URLSession
    private let answer: @Sendable (URLRequest) -> Answer
    private let seen = Mutex<[URLRequest]>([])
    private let arrivals:
        (stream: AsyncStream<URLRequest>, continuation: AsyncStream<URLRequest>.Continuation)

    init(_ answer: @escaping @Sendable (URLRequest) -> Answer) {
        self.answer = answer
        arrivals = AsyncStream.makeStream()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        let protocolClass = CannedRoutes.makeClass()
        configuration.protocolClasses = [protocolClass]
        session = URLSession(configuration: configuration)
        CannedRoutes.set(self, for: protocolClass)
    }

    convenience init(status: Int = 200, headers: [String: String] = [:], _ body: String) {
        self.init { _ in .response(status, headers, Data(body.utf8)) }
    }

    /// The requests so far, in order.
    var requests: [URLRequest] { seen.withLock(\.self) }

    /// The addresses of the requests so far, in order.
    var addresses: [String] { requests.compactMap { $0.url?.absoluteString } }

    /// Waits until that many requests have begun.
    func waitForRequests(_ count: Int) async {
        guard requests.count < count else { return }
        for await _ in arrivals.stream where requests.count >= count { return }
    }

    func take(_ request: URLRequest) -> Answer {
        seen.withLock { $0.append(request) }
        arrivals.continuation.yield(request)
        return answer(request)
    }
}
