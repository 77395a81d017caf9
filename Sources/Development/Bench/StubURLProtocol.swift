import Foundation
import Synchronization
import VerbatimHAR

/// The cheapest possible `URLProtocol`, the baseline for replays: a dictionary of replies by URL.
final class StubURLProtocol: URLProtocol {
    private struct Reply {
        let response: HTTPURLResponse
        let body: Data
    }

    private static let replies = Mutex<[String: Reply]>([:])

    /// A session that replies with items and nothing else.
    ///
    /// - Parameter hasCache: Whether the session keeps the default cache. Foundation on Linux needs a queue
    ///   less without it.
    static func session(_ items: RecordedItems, hasCache: Bool) throws -> URLSession {
        var replies: [String: Reply] = [:]
        for number in 0..<items.count {
            guard let url = URL(string: items.url(number)),
                let response = HTTPURLResponse(
                    url: url, statusCode: 200, httpVersion: "HTTP/1.1",
                    headerFields: Dictionary(
                        items.response(number).headers.fields.map { ($0.name, $0.value) }
                    ) { $1 })
            else { throw URLError(.badURL) }
            replies[items.url(number)] = Reply(response: response, body: items.body(number))
        }
        Self.replies.withLock { $0 = replies }
        let configuration = URLSessionConfiguration.ephemeral
        if !hasCache { configuration.urlCache = nil }
        configuration.protocolClasses = [StubURLProtocol.self]
        return URLSession(configuration: configuration)
    }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let url = request.url?.absoluteString ?? ""
        guard let reply = Self.replies.withLock({ $0[url] }) else {
            client?.urlProtocol(self, didFailWithError: URLError(.resourceUnavailable))
            return
        }
        client?.urlProtocol(self, didReceive: reply.response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: reply.body)
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}
