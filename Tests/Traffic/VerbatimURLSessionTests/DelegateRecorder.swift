import Foundation
import Synchronization

@testable import VerbatimURLSession

/// A delegate of every kind that keeps what it was told and lets a test wait for the end.
final class DelegateRecorder: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    private struct State {
        var events: [String] = []
        var ended = false
        var waiter: CheckedContinuation<[String], Never>?
        var awaited: (event: String, waiter: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())
    private let redirect: @Sendable (URLRequest) -> URLRequest?
    private let stream: Data?

    init(stream: Data? = nil, redirect: @escaping @Sendable (URLRequest) -> URLRequest? = { $0 }) {
        self.redirect = redirect
        self.stream = stream
    }

    /// Waits until the task has ended and tells what happened, in order.
    func events() async -> [String] {
        await withCheckedContinuation { waiter in
            let events = state.withLock { state -> [String]? in
                if state.ended { return state.events }
                state.waiter = waiter
                return nil
            }
            if let events { waiter.resume(returning: events) }
        }
    }

    /// Waits until it is told something.
    func event(_ event: String) async {
        await withCheckedContinuation { waiter in
            let isTold = state.withLock { state in
                if state.events.contains(event) { return true }
                state.awaited = (event, waiter)
                return false
            }
            if isTold { waiter.resume() }
        }
    }

    private func note(_ event: String, isEnd: Bool = false) {
        let (waiter, events, awaited) = state.withLock { state in
            state.events.append(event)
            state.ended = state.ended || isEnd
            let awaited = state.awaited?.event == event ? state.awaited?.waiter : nil
            if awaited != nil { state.awaited = nil }
            return (isEnd ? state.waiter : nil, state.events, awaited)
        }
        awaited?.resume()
        waiter?.resume(returning: events)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        note("response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        note("data \(String(decoding: data, as: UTF8.self))")
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        note("file \((try? location.taken()).map { String(decoding: $0, as: UTF8.self) } ?? "missing")")
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        note("redirect \(response.statusCode) to \(request.url?.absoluteString ?? "")")
        completionHandler(redirect(request))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        note("challenge")
        completionHandler(.useCredential, URLCredential(user: "u", password: "p", persistence: .none))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(stream.map { InputStream(data: $0) })
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        note("end" + (error.map { " \(($0 as NSError).code)" } ?? ""), isEnd: true)
    }
}

extension URL {
    /// The bytes of a downloaded file, which nobody else removes on Linux.
    func taken() throws -> Data {
        defer { try? FileManager.default.removeItem(at: self) }
        return try Data(contentsOf: self)
    }
}
