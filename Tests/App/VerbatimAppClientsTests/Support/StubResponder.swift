import Foundation
import Synchronization
import VerbatimAppClients

/// A session that answers every request from a closure, without a network.
///
/// Each has a `URLProtocol` class of its own, so that tests run side by side.
final class StubResponder: Sendable {
    enum Answer {
        case response(Int, [String: String], Data)
        case error(any Error)
        /// The request stays under way until it is cancelled.
        case never
    }

    let session: URLSession
    private let answer: @Sendable (URLRequest) -> Answer
    private let seen = Mutex<[URLRequest]>([])
    private let arrivals = AsyncStream<Void>.makeStream()

    init(_ answer: @escaping @Sendable (URLRequest) -> Answer) {
        self.answer = answer
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
        seen.withLock { $0.append(request.withBodyInMemory) }
        arrivals.continuation.yield()
        return answer(request)
    }
}

extension URLRequest {
    /// The same request with its body as data, which a protocol on Darwin is given as a stream.
    fileprivate var withBodyInMemory: URLRequest {
        guard let stream = httpBodyStream else { return self }
        stream.open()
        defer { stream.close() }
        var body = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 {
            body += buffer.prefix(count)
        }
        var request = self
        request.httpBody = body
        return request
    }
}
