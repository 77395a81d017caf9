import Foundation
import Testing
import VerbatimHAR

@testable import VerbatimTesting

/// A way in which a test could reach the network while a recording is replayed.
struct EscapeRoute: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The beginning of the error that the code under test gets, one of several if that depends on the tests
    /// that run at the same time.
    let errors: [String]
    /// The target of a recorded redirect of ``start``, in which `HOST` is that of the canary.
    let redirect: String?
    /// Sends a request to a host and port, and throws the error of its task.
    let run: @Sendable (_ host: String, _ session: URLSession) async throws -> Void

    /// A recorded request.
    static let start = "http://api.example/start"
    private static let notRecorded = ["request-not-recorded: "]
    /// Other tests have open recordings, so a request without a task may belong to them.
    private static let anyRecording = ["request-not-recorded: ", "recording-unknown: "]
    private static let otherScheme = ["request-scheme-unsupported: "]
    /// Where Foundation hides the task of a request through the shared session, it may belong to any.
    private static let shared = Platform.knowsSharedTasks ? notRecorded : anyRecording

    init(
        _ name: String, expecting errors: [String] = EscapeRoute.notRecorded, redirect: String? = nil,
        run: @escaping @Sendable (String, URLSession) async throws -> Void
    ) {
        testDescription = name
        self.errors = errors
        self.redirect = redirect
        self.run = run
    }

    static let all =
        sessions + sharedSession + otherSessions + tasks + schemes + redirects + lifetimes + ofPlatform
}

// MARK: - Sessions

extension EscapeRoute {
    private static let sessions = [
        EscapeRoute("the session of the recording") { try await $1.load("http://\($0)/") },
        EscapeRoute("URLSession.recorded") { host, _ in try await URLSession.recorded.load("http://\(host)/")
        },
        configured("the recorded configuration") { _, _ in },
        configured("a configuration with a cache that has an answer") { configuration, host in
            configuration.urlCache = try cache(answering: "http://\(host)/")
            configuration.requestCachePolicy = .returnCacheDataElseLoad
        },
        configured("a configuration with a proxy") { configuration, host in
            let port = host.drop { $0 != ":" }.dropFirst()
            configuration.connectionProxyDictionary = [
                "HTTPEnable": 1, "HTTPProxy": "127.0.0.1", "HTTPPort": Int(port) ?? 0,
            ]
        },
        configured("a configuration with the cookies of the process") { configuration, _ in
            configuration.httpCookieStorage = .shared
        },
        configured("a configuration with additional fields") { configuration, host in
            configuration.httpAdditionalHeaders = ["Host": host, "Upgrade": "websocket"]
        },
        EscapeRoute("a request without a cache", expecting: notRecorded) { host, session in
            var request = URLRequest(url: try url("http://\(host)/"))
            request.cachePolicy = .reloadIgnoringLocalCacheData
            _ = try await session.data(for: request)
        },
        EscapeRoute("a detached task with the session of the recording") { host, session in
            try await Task.detached { try await session.load("http://\(host)/") }.value
        },
        EscapeRoute("a dispatch queue with the session of the recording") { host, session in
            try await session.loadOnQueue("http://\(host)/")
        },
    ]

    private static func configured(
        _ name: String, _ change: @escaping @Sendable (URLSessionConfiguration, String) throws -> Void
    ) -> EscapeRoute {
        EscapeRoute(name) { host, _ in
            let configuration = URLSessionConfiguration.recorded
            try change(configuration, host)
            try await URLSession(configuration: configuration).load("http://\(host)/")
        }
    }

    private static func cache(answering text: String) throws -> URLCache {
        let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
        let response = try #require(
            HTTPURLResponse(
                url: try url(text), statusCode: 200, httpVersion: nil,
                headerFields: ["Cache-Control": "max-age=3600"]))
        cache.storeCachedResponse(
            CachedURLResponse(response: response, data: Data("cached".utf8)),
            for: URLRequest(url: try url(text)))
        return cache
    }

    private static let sharedSession = [
        EscapeRoute("URLSession.shared", expecting: shared) { host, _ in
            try await URLSession.shared.load("http://\(host)/")
        },
        EscapeRoute(
            "URLSession.shared with FTP",
            expecting: otherScheme + (Platform.knowsSharedTasks ? [] : anyRecording)
        ) { host, _ in
            try await URLSession.shared.load("ftp://\(host)/a")
        },
        EscapeRoute("URLSession.shared in a child task", expecting: shared) { host, _ in
            async let load: Void = URLSession.shared.load("http://\(host)/")
            try await load
        },
        EscapeRoute("URLSession.shared in an unstructured task", expecting: shared) { host, _ in
            try await Task { try await URLSession.shared.load("http://\(host)/") }.value
        },
        EscapeRoute("URLSession.shared in a detached task", expecting: anyRecording) { host, _ in
            try await Task.detached { try await URLSession.shared.load("http://\(host)/") }.value
        },
        EscapeRoute("URLSession.shared on a dispatch queue", expecting: anyRecording) { host, _ in
            try await URLSession.shared.loadOnQueue("http://\(host)/")
        },
        EscapeRoute("URLSession.shared with a completion handler", expecting: shared) { host, _ in
            try await URLSession.shared.loadWithHandler("http://\(host)/")
        },
    ]
}

// MARK: - Sessions made elsewhere

extension EscapeRoute {
    /// Sessions of code that knows nothing of recordings.
    private static let otherSessions =
        [
            other("the default configuration") { .default },
            other("the ephemeral configuration") { .ephemeral },
            other("a copied configuration") { copy(of: .default) },
            other("a configuration with a cache") {
                let configuration = URLSessionConfiguration.default
                configuration.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
                return configuration
            },
            EscapeRoute("a session made before the recording", expecting: shared) { host, _ in
                try await sessionMadeBefore.load("http://\(host)/")
            },
            EscapeRoute("a session made elsewhere with FTP", expecting: otherScheme + anyRecording) {
                host, _ in
                try await URLSession(configuration: .default).load("ftp://\(host)/a")
            },
            EscapeRoute("a download of a session made elsewhere", expecting: shared) { host, _ in
                _ = try await URLSession(configuration: .default).download(from: try url("http://\(host)/"))
            },
            EscapeRoute("a session made elsewhere in a detached task", expecting: anyRecording) { host, _ in
                try await Task.detached {
                    try await URLSession(configuration: .ephemeral).load("http://\(host)/")
                }.value
            },
            EscapeRoute("a session made elsewhere on a dispatch queue", expecting: anyRecording) { host, _ in
                try await URLSession(configuration: .default).loadOnQueue("http://\(host)/")
            },
        ] + contents

    private static let sessionMadeBefore = URLSession(configuration: .default)

    private static func other(
        _ name: String, _ configuration: @escaping @Sendable () -> URLSessionConfiguration
    ) -> EscapeRoute {
        EscapeRoute("a session of \(name)", expecting: shared) { host, _ in
            try await URLSession(configuration: configuration()).load("http://\(host)/")
        }
    }

    private static func copy(of configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        configuration.copy() as? URLSessionConfiguration ?? configuration
    }
}

// MARK: - Tasks

extension EscapeRoute {
    private static let tasks = [
        EscapeRoute("a data task with a completion handler") { host, session in
            try await session.loadWithHandler("http://\(host)/")
        },
        EscapeRoute("a data task with a delegate") { host, _ in
            let delegate = CompletionDelegate()
            let session = URLSession(configuration: .recorded, delegate: delegate, delegateQueue: nil)
            try await delegate.completion(of: session.dataTask(with: try url("http://\(host)/")))
        },
        EscapeRoute("an upload of data") { host, session in
            _ = try await session.upload(for: try post(host), from: Data("up".utf8))
        },
        EscapeRoute("an upload of a file") { host, session in
            let file = URL(filePath: #filePath, directoryHint: .notDirectory)
            _ = try await session.upload(for: try post(host), fromFile: file)
        },
        EscapeRoute("an upload of a stream") { host, session in
            var request = try post(host)
            request.httpBodyStream = InputStream(data: Data("up".utf8))
            _ = try await session.data(for: request)
        },
        EscapeRoute("a streamed upload with a delegate") { host, _ in
            let delegate = CompletionDelegate()
            let session = URLSession(configuration: .recorded, delegate: delegate, delegateQueue: nil)
            try await delegate.completion(of: session.uploadTask(withStreamedRequest: try post(host)))
        },
        EscapeRoute("a download") { host, session in
            _ = try await session.download(from: try url("http://\(host)/"))
        },
        EscapeRoute("a download with a completion handler") { host, session in
            let request = URLRequest(url: try url("http://\(host)/"))
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                session.downloadTask(with: request) { done.resume(with: result($2)) }.resume()
            }
        },
        EscapeRoute("a HEAD with credentials in the URL") { host, session in
            var request = URLRequest(url: try url("http://user:secret@\(host)/"))
            request.httpMethod = "HEAD"
            _ = try await session.data(for: request)
        },
    ]

    private static func post(_ host: String) throws -> URLRequest {
        var request = URLRequest(url: try url("http://\(host)/"))
        request.httpMethod = "POST"
        return request
    }

    static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    static func result(_ error: (any Error)?) -> Result<Void, any Error> {
        error.map { .failure($0) } ?? .success(())
    }
}

// MARK: - Schemes and redirects

extension EscapeRoute {
    private static let schemes =
        ["https", "HTTP", "hTTps"].map { scheme in
            EscapeRoute("the scheme \(scheme)") { try await $1.load("\(scheme)://\($0)/") }
        }
        + ["ftp", "FTP", "ftps", "ws", "wss", "file", "gopher", "x-app", "about"].map { scheme in
            EscapeRoute("the scheme \(scheme)", expecting: otherScheme) {
                try await $1.load("\(scheme)://\($0)/a")
            }
        } + [
            EscapeRoute("no scheme", expecting: otherScheme) { try await $1.load("//\($0)/a") }
        ]

    private static let redirects =
        [
            ("to another port", "http://HOST/a"), ("to another scheme", "https://HOST/a"),
            ("without a scheme", "//HOST/a"),
        ].map { redirect($0, to: $1, expecting: notRecorded) }
        + [
            ("to FTP", "ftp://HOST/a"), ("to a web socket", "ws://HOST/a"), ("to a file", "file://HOST/a"),
            ("to a local file", "file:///etc/hostname"), ("to data", "data:,a"),
        ]
        .map { redirect($0, to: $1, expecting: otherScheme) }
        + [
            EscapeRoute("a redirect that the delegate changes", expecting: otherScheme, redirect: "/b") {
                host, _ in
                let delegate = CompletionDelegate(redirectingTo: try url("ftp://\(host)/a"))
                let session = URLSession(configuration: .recorded, delegate: delegate, delegateQueue: nil)
                try await delegate.completion(of: session.dataTask(with: try url(start)))
            }
        ]

    private static func redirect(
        _ name: String, to location: String, expecting errors: [String]
    ) -> EscapeRoute {
        EscapeRoute("a redirect \(name)", expecting: errors, redirect: location) { _, session in
            try await session.load(start)
        }
    }
}

// MARK: - Lifetimes

extension EscapeRoute {
    private static let ended = Platform.knowsSharedTasks ? ["recording-ended: "] : anyRecording

    private static let lifetimes = [
        EscapeRoute("a session after its recording", expecting: ["the interceptor of this session is closed"])
        { host, _ in
            try await inInnerRecording { URLSession.recorded }.load("http://\(host)/")
        },
        EscapeRoute("URLSession.shared in a task that outlives its recording", expecting: ended) { host, _ in
            let (gate, open) = AsyncStream.makeStream(of: Void.self)
            let late = try await inInnerRecording {
                Task {
                    for await _ in gate { break }
                    try await URLSession.shared.load("http://\(host)/")
                }
            }
            open.yield()
            try await late.value
        },
        EscapeRoute("the session of the outer recording in an inner one") { host, session in
            try await inInnerRecording { () async throws -> Void in try await session.load("http://\(host)/")
            }
        },
        EscapeRoute("URLSession.shared in an inner recording", expecting: shared) { host, _ in
            try await inInnerRecording { try await URLSession.shared.load("http://\(host)/") }
        },
        EscapeRoute("URLSession.shared after an inner recording", expecting: shared) { host, _ in
            try await inInnerRecording {}
            try await URLSession.shared.load("http://\(host)/")
        },
        EscapeRoute("two recordings at the same time", expecting: shared) { host, _ in
            // The error of one would cancel the other, and on Linux `data(for:)` deadlocks if it is canceled
            // while it ends.
            async let one = outcome { try await URLSession.shared.load("http://\(host)/") }
            async let other = outcome { try await URLSession.shared.load("http://\(host)/") }
            for outcome in await [one, other] { try outcome.get() }
        },
    ]

    /// Runs code in a recording inside that of the route, and returns what it ended with.
    private static func outcome(_ body: @escaping @Sendable () async throws -> Void) async -> Result<
        Void, any Error
    > {
        do {
            return .success(try await inInnerRecording(body))
        } catch {
            return .failure(error)
        }
    }

    /// Runs code in a recording inside that of the route, and returns its result or throws its error.
    private static func inInnerRecording<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (results, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
        try await withRecording("api/1", mode: .replay, in: Fixtures.folder) { _ in
            do {
                continuation.yield(.success(try await body()))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        for await result in results { return try result.get() }
        throw CancellationError()
    }
}

// MARK: - Loading

extension URLSession {
    fileprivate func load(_ text: String) async throws {
        _ = try await data(from: try EscapeRoute.url(text))
    }

    fileprivate func loadWithHandler(_ text: String) async throws {
        let url = try EscapeRoute.url(text)
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            dataTask(with: url) { done.resume(with: EscapeRoute.result($2)) }.resume()
        }
    }

    fileprivate func loadOnQueue(_ text: String) async throws {
        let url = try EscapeRoute.url(text)
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async {
                self.dataTask(with: url) { done.resume(with: EscapeRoute.result($2)) }.resume()
            }
        }
    }
}

/// A delegate that reports the end of its task, offers a body, and replaces the target of redirects.
final class CompletionDelegate: NSObject, URLSessionDataDelegate {
    private let ends = AsyncStream.makeStream(of: Result<Void, any Error>.self)
    private let target: URL?

    init(redirectingTo target: URL? = nil) {
        self.target = target
    }

    /// Runs a task, and throws its error.
    func completion(of task: URLSessionTask) async throws {
        task.resume()
        for await end in ends.stream { return try end.get() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        ends.continuation.yield(EscapeRoute.result(error))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(InputStream(data: Data("up".utf8)))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(target.map { URLRequest(url: $0) } ?? request)
    }
}
