import Foundation
import Synchronization
import VerbatimAppClients

/// A session that responds to every request with a closure, without a network.
///
/// Each has its own `URLProtocol` class, so that tests can run in parallel.
final class StubResponder: Sendable {
    enum Response {
        case response(Int, [String: String], Data)
        case error(any Error)
        /// The request stays in progress until it is cancelled.
        case never
    }

    let session: URLSession
    private let handler: @Sendable (URLRequest) -> Response
    private let seen = Mutex<[URLRequest]>([])
    private let arrivals = AsyncStream<Void>.makeStream()

    init(_ handler: @escaping @Sendable (URLRequest) -> Response) {
        self.handler = handler
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        let protocolClass = StubProtocolClasses.makeClass()
        configuration.protocolClasses = [protocolClass]
        session = URLSession(configuration: configuration)
        StubProtocolClasses.set(self, for: protocolClass)
    }

    convenience init(status: Int = 200, headers: [String: String] = [:], _ body: String) {
        self.init { _ in .response(status, headers, Data(body.utf8)) }
    }

    /// The requests so far, in order.
    var requests: [URLRequest] { seen.withLock(\.self) }

    /// The URLs of the requests so far, in order.
    var urls: [String] { requests.compactMap { $0.url?.absoluteString } }

    /// Waits until the given number of requests have begun.
    func waitForRequests(_ count: Int) async {
        guard requests.count < count else { return }
        for await _ in arrivals.stream where requests.count >= count { return }
    }

    func respond(to request: URLRequest) -> Response {
        seen.withLock { $0.append(request.withBodyInMemory) }
        arrivals.continuation.yield()
        return handler(request)
    }
}

extension URLRequest {
    /// The same request with its body as data, which a protocol on Darwin receives as a stream.
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
