import Foundation
import Synchronization
import VerbatimHAR

/// A recording of a number of items of 1 KB, with the same bytes in every run.
struct RecordedItems {
    let count: Int

    private static let headers: HeaderFields = [
        "Content-Type": "application/json; charset=utf-8", "Content-Length": "1024",
        "Cache-Control": "no-store",
    ]

    /// The URL of an item; numbers wrap around.
    func url(_ number: Int) -> String {
        "https://api.example.com/items?id=\(number % count)&expand=all"
    }

    func response(_ number: Int) -> HTTPResponse {
        HTTPResponse(200, headers: Self.headers, body: .data(body(number)))
    }

    func body(_ number: Int) -> Data {
        let start = "{\"id\":\(number % count),\"notes\":\""
        return Data((start + String(repeating: "x", count: 1022 - start.utf8.count) + "\"}").utf8)
    }

    /// The recording, with a suffix for every URL.
    func archive(suffix: String = "") -> Archive {
        Archive(
            (0..<count).map { number in
                Interaction(HTTPRequest("GET", url(number) + suffix), .response(response(number)))
            })
    }
}

/// Runs a closure with a new folder, which is removed afterwards.
func withTemporaryFolder<Result>(_ work: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "verbatim-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { _ = try? FileManager.default.removeItem(at: folder) }
    return try await work(folder)
}

extension URLSession {
    /// Fetches items, a number of them concurrently, and checks the lengths of their bodies.
    func fetch(_ count: Int, concurrently width: Int, url: @escaping @Sendable (Int) -> String) async throws {
        try await withThrowingTaskGroup { group in
            for worker in 0..<width {
                group.addTask {
                    for number in stride(from: worker, to: count, by: width) {
                        guard let url = URL(string: url(number)) else { throw URLError(.badURL) }
                        let body = try await self.data(for: URLRequest(url: url)).0
                        guard body.count == 1024 else { throw URLError(.cannotParseResponse) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

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
