public import Foundation
public import VerbatimHAR

/// A hand-made answer to a request, in place of a recorded one.
///
///     .get("/items", status: 503)
///     .get("/items/*", json: #"{"id": 1}"#, delay: .milliseconds(200))
///     .post("https://api.example/orders?dry=1", failing: .timedOut, times: 1)
///
/// The target is an absolute URL without a fragment, or a path, which matches every origin. A path segment
/// `*` matches every segment. If the target has query items, the request has each of them with the same
/// value; others are not compared.
public struct Stub: Sendable {
    let method: String
    let target: String
    let outcome: Outcome
    let delay: Duration
    let limit: Int?
    /// Whether the target is a host, all of whose requests fail as without a network.
    private(set) var isOffline = false

    /// Creates a stub of the requests with a method and a target, which have an outcome after a delay. After
    /// a limit of them the recording answers.
    public init(
        _ method: String, _ target: String, _ outcome: Outcome, delay: Duration = .zero,
        times limit: Int? = nil
    ) {
        self.method = method
        self.target = target
        self.outcome = outcome
        self.delay = delay
        self.limit = limit
    }

    /// Creates a stub with a response.
    ///
    /// - Parameters:
    ///   - method: The method of the requests: `GET`.
    ///   - target: The absolute URL or the path of the requests.
    ///   - status: The status of the response.
    ///   - headers: The header fields of the response.
    ///   - json: The body as JSON, with the media type `application/json` unless `headers` have another one.
    ///   - body: The body, if it is no JSON.
    ///   - delay: The time from the request to its response.
    ///   - limit: The number of requests that it answers, after which the recording does; nil is all.
    public static func request(
        _ method: String, _ target: String, status: Int = 200, headers: HeaderFields = [:],
        json: String? = nil, body: Data = Data(), delay: Duration = .zero, times limit: Int? = nil
    ) -> Stub {
        var headers = headers
        if json != nil, headers["Content-Type"] == nil { headers.append("Content-Type", "application/json") }
        let response = HTTPResponse(status, headers: headers, body: json.map { .text($0) } ?? .data(body))
        return Stub(method, target, .response(response), delay: delay, times: limit)
    }

    /// Creates a stub whose requests fail with the code of a `URLError`.
    public static func request(
        _ method: String, _ target: String, failing code: URLError.Code, delay: Duration = .zero,
        times limit: Int? = nil
    ) -> Stub {
        let failure = TransportFailure(code: code.rawValue, reason: "a stub fails '\(method) \(target)'")
        return Stub(method, target, .failure(failure), delay: delay, times: limit)
    }

    /// Creates a stub whose requests fail as without a network: those to a host that the test is not about.
    ///
    /// An app that hosts tests may report to a host at any time. Such requests are not recorded, fail no
    /// test, and may be absent.
    ///
    /// - Parameter host: The host, `log.example`, or a host with all below it, `*.example`.
    public static func offline(_ host: String) -> Stub {
        var stub = request("*", host, failing: .notConnectedToInternet)
        stub.isOffline = true
        return stub
    }

    // MARK: Matching

    package var name: String { "\(method) \(target)" }

    package func matches(_ request: HTTPRequest) -> Bool {
        guard !isOffline else { return Stub.matches(host: target, URLParts(request.url).host) }
        guard request.method == method else { return false }
        let (own, sent) = (URLParts(target), URLParts(request.url))
        guard own.scheme.isEmpty || own.webOrigin == sent.webOrigin else { return false }
        return Stub.matches(own.path, sent.path) && Stub.matches(own.queryItems, sent.queryItems)
    }

    private static func matches(host pattern: String, _ host: Substring) -> Bool {
        let (pattern, host) = (pattern.lowercased(), host.lowercased())
        return pattern.hasPrefix("*.")
            ? host == pattern.dropFirst(2) || host.hasSuffix(pattern.dropFirst()) : host == pattern
    }

    private static func matches(_ pattern: Substring, _ path: Substring) -> Bool {
        let (pattern, path) = (segments(of: pattern), segments(of: path))
        return pattern.count == path.count && zip(pattern, path).allSatisfy { $0 == "*" || $0 == $1 }
    }

    private static func segments(of path: Substring) -> [Substring] {
        let path = PercentEncoding.normalize(path.isEmpty ? "/" : path)
        return path.split(separator: "/", omittingEmptySubsequences: false)
    }

    private typealias Items = [(name: Substring, value: Substring?)]

    private static func matches(_ pattern: Items, _ items: Items) -> Bool {
        let sent = items.map(decoded)
        return pattern.map(decoded).allSatisfy(sent.contains)
    }

    private static func decoded(_ item: (name: Substring, value: Substring?)) -> [String?] {
        [PercentEncoding.decode(item.name), item.value.map { PercentEncoding.decode($0) }]
    }
}

// Shorthands of `Stub.request(…)`, with the same parameters.

extension Stub {

    /// Creates stubs of GET requests: `.get("/items", status: 503)`.
    public static let get = Shorthand(method: "GET")
    /// Creates stubs of POST requests: `.post("/orders", json: "{}")`.
    public static let post = Shorthand(method: "POST")
    /// Creates stubs of PUT requests: `.put("/orders/1", status: 204)`.
    public static let put = Shorthand(method: "PUT")
    /// Creates stubs of PATCH requests: `.patch("/orders/1", status: 204)`.
    public static let patch = Shorthand(method: "PATCH")
    /// Creates stubs of DELETE requests: `.delete("/orders/1", failing: .timedOut)`.
    public static let delete = Shorthand(method: "DELETE")

    /// Creates stubs of the requests with a method, as `Stub.request` does.
    public struct Shorthand: Sendable {
        fileprivate let method: String

        /// Creates a stub with a response.
        public func callAsFunction(
            _ target: String, status: Int = 200, headers: HeaderFields = [:], json: String? = nil,
            body: Data = Data(), delay: Duration = .zero, times limit: Int? = nil
        ) -> Stub {
            .request(
                method, target, status: status, headers: headers, json: json, body: body, delay: delay,
                times: limit)
        }

        /// Creates a stub that fails.
        public func callAsFunction(
            _ target: String, failing code: URLError.Code, delay: Duration = .zero, times limit: Int? = nil
        ) -> Stub {
            .request(method, target, failing: code, delay: delay, times: limit)
        }
    }
}
