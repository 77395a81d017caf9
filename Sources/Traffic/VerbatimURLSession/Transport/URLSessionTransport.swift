import Foundation
import Synchronization
public import VerbatimHAR
public import VerbatimReplay

/// The network through `URLSession`, one hop a call: no redirects, no cookies, no cache.
///
/// What it reports is what Foundation lets through. Content codings are undone, so `Content-Encoding` and the length of
/// the coded bytes are left out of the fields, as `Transfer-Encoding` is; repeated fields come joined, but for
/// `Set-Cookie`, which is split again; reason phrases, trailers, and the fields Foundation adds to the request are unknown.
/// On Linux a response with trailers ends the process (Swift 6.3), and private certificate authorities must stand in the
/// system's bundle.
public final class URLSessionTransport: LiveTransport {
    private let session: URLSession
    private let transfers: Transfers

    /// Opens a transport with connections of its own.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        transfers = Transfers()
        session = URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends one request; what cannot be sent at all is a failure that says why.
    public func send(
        _ request: HTTPRequest, timeout: Double, completion: @escaping @Sendable (Outcome) -> Void
    ) -> any CancellableTask {
        let transfer = Transfer(of: request, timeout: timeout, completion: completion)
        // never on the caller's thread: on Linux it may be a work queue, where making a task traps
        DispatchQueue.global().async { [self] in
            do throws(TransportFailure) {
                start(transfer, try Self.sendable(request, timeout))
            } catch {
                transfer.end(with: error)
            }
        }
        return transfer
    }

    private func start(_ transfer: Transfer, _ request: URLRequest) {
        let task = session.dataTask(with: request)
        transfers.add(transfer, for: task)
        transfer.begin(task)
    }

    private static func sendable(_ request: HTTPRequest, _ timeout: Double) throws(TransportFailure)
        -> URLRequest
    {
        guard var sendable = request.urlRequest else {
            throw TransportFailure(.badURL, "'\(request.url)' is no absolute URL")
        }
        if request.method == "GET", let body = request.body, !body.isEmpty {
            throw TransportFailure(
                .dataLengthExceedsMaximum,
                "URLSession sends no GET with a body, and this one has \(body.count) bytes")
        }
        // the transfer watches the silence itself: Foundation on Linux cuts a timeout to whole seconds, 0.5 to none
        sendable.timeoutInterval = timeout + 60
        return sendable
    }
}

/// The transfers of a session by task, told what the session tells its delegate.
private final class Transfers: NSObject, URLSessionDataDelegate {
    private let underWay = Mutex<[Int: Transfer]>([:])

    func add(_ transfer: Transfer, for task: URLSessionTask) {
        underWay.withLock { $0[task.taskIdentifier] = transfer }
    }

    private func transfer(of task: URLSessionTask) -> Transfer? {
        underWay.withLock { $0[task.taskIdentifier] }
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
        // Linux asks when the whole 401 has arrived, and waits for ever where there are no credentials
        let hasArrived = transfer(of: task)?.endWithResponse() ?? false
        completionHandler(hasArrived ? .cancelAuthenticationChallenge : .performDefaultHandling, nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let transfer = underWay.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        transfer?.end(with: error.map { TransportFailure($0) })
    }
}
