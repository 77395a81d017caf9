import Foundation
import Synchronization
public import VerbatimHAR
public import VerbatimReplay

/// A live transport through `URLSession`, which sends single requests without redirects, cookies and cache.
///
/// Responses are as Foundation provides them. Bodies are decoded, so the encoded length and
/// `Transfer-Encoding` are removed from the fields. Repeated fields are joined, except `Set-Cookie`.
/// Reason phrases, trailers and the fields that Foundation adds to the request are unknown. On Linux a
/// response with trailers terminates the process (Swift 6.3), and private certificate authorities must be in
/// the system's bundle.
public final class URLSessionTransport: LiveTransport {
    /// The limits of a request. A response that exceeds one is a failure.
    public struct Limits: Sendable, Hashable {
        /// The number of bytes of a body, after decoding.
        public var bodySize: Int
        /// The number of bytes of all bodies that are being received at the same time.
        public var bodySizes: Int
        /// The number of seconds from the request to the end of the response, however steadily it arrives.
        public var duration: Double

        /// Creates limits; by default 256 MB, 512 MB for all bodies, and five minutes.
        public init(bodySize: Int = 256 << 20, bodySizes: Int = 512 << 20, duration: Double = 300) {
            self.bodySize = bodySize
            self.bodySizes = bodySizes
            self.duration = duration
        }
    }

    private let limits: Limits
    private let session: URLSession
    private let transfers: Transfers

    /// Creates a transport with separate connections.
    public init(limits: Limits = Limits()) {
        self.limits = limits
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.protocolClasses?.removeAll { $0 is ScopedURLProtocol.Type }
        // Later than any timeout, which the transfer enforces.
        configuration.timeoutIntervalForRequest = limits.duration + 60
        transfers = Transfers()
        session = URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request; one that cannot be sent ends with a failure that states the reason.
    ///
    /// A timeout that is no positive number, as that of an app that wants none, is the limit of the duration.
    public func send(
        _ request: HTTPRequest, timeout: Double, receive: @escaping @Sendable (ResponsePart) -> Void
    ) -> any CancellableTask {
        let timeout = timeout > 0 ? min(timeout, limits.duration) : limits.duration
        let transfer = Transfer(
            of: request, timeout: timeout, limits: limits, received: transfers.received,
            report: receive)
        // Not on the caller's thread: on a work queue, creating a task traps on Linux.
        DispatchQueue.global().async { [self] in
            do throws(TransportFailure) {
                start(transfer, try Self.urlRequest(for: request, timeout))
            } catch {
                transfer.end(with: error)
            }
        }
        return transfer
    }

    private func start(_ transfer: Transfer, _ request: URLRequest) {
        let task = session.dataTask(with: request)
        transfers.add(transfer, for: task)
        transfer.start(task)
    }

    private static func urlRequest(
        for request: HTTPRequest, _ timeout: Double
    ) throws(TransportFailure) -> URLRequest {
        let url = URLParts(request.url).withoutCredentials
        guard var urlRequest = request.urlRequest else {
            throw TransportFailure(.badURL, "'\(url)' is not an absolute URL")
        }
        guard urlRequest.isHTTP else {
            throw TransportFailure(.unsupportedURL, "'\(url)' is not an HTTP URL")
        }
        if request.method == "GET", let body = request.body, !body.isEmpty {
            throw TransportFailure(
                .dataLengthExceedsMaximum,
                "URLSession does not send a GET with a body; this body has \(body.count) bytes")
        }
        // The transfer enforces the timeout: Foundation on Linux truncates it to whole seconds, 0.5 to none.
        urlRequest.timeoutInterval = timeout + 60
        return urlRequest
    }
}

/// The delegate of the session, which forwards the events of each task to its transfer.
private final class Transfers: NSObject, URLSessionDataDelegate {
    private let running = Mutex<[Int: Transfer]>([:])
    let received = Transfer.Received()

    func add(_ transfer: Transfer, for task: URLSessionTask) {
        running.withLock { $0[task.taskIdentifier] = transfer }
    }

    private func transfer(of task: URLSessionTask) -> Transfer? {
        running.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { transfer(of: dataTask)?.receive(response) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(of: dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // Linux calls this after the whole 401 has arrived, and hangs if there are no credentials.
        let hasEnded = transfer(of: task)?.endWithResponse() ?? false
        completionHandler(hasEnded ? .cancelAuthenticationChallenge : .performDefaultHandling, nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let transfer = running.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        transfer?.end(with: error.map { TransportFailure($0) })
    }
}
