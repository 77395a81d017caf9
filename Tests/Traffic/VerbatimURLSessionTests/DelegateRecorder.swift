import Foundation
import Synchronization

@testable import VerbatimURLSession

/// A delegate of every kind of task, which records its events.
final class DelegateRecorder: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    private struct State {
        var events: [String] = []
        var isComplete = false
        var completion: CheckedContinuation<[String], Never>?
        var awaited: (isMet: ([String]) -> Bool, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())
    private let redirect: @Sendable (URLRequest) -> URLRequest?
    private let stream: Data?

    init(stream: Data? = nil, redirect: @escaping @Sendable (URLRequest) -> URLRequest? = { $0 }) {
        self.redirect = redirect
        self.stream = stream
    }

    /// Waits until the task has completed, and returns all events in order.
    func events() async -> [String] {
        await withCheckedContinuation { continuation in
            let events = state.withLock { state -> [String]? in
                if state.isComplete { return state.events }
                state.completion = continuation
                return nil
            }
            if let events { continuation.resume(returning: events) }
        }
    }

    /// Waits for an event.
    func event(_ event: String) async {
        await events { $0.contains(event) }
    }

    /// Waits for data, which may arrive in any number of pieces.
    func data(containing text: String) async {
        await events { events in
            let pieces = events.filter { $0.hasPrefix("data ") }.map { $0.dropFirst("data ".count) }
            return pieces.joined().contains(text)
        }
    }

    private func events(meet isMet: @escaping @Sendable ([String]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let hasOccurred = state.withLock { state in
                if isMet(state.events) { return true }
                state.awaited = (isMet, continuation)
                return false
            }
            if hasOccurred { continuation.resume() }
        }
    }

    private func record(_ event: String, isLast: Bool = false) {
        let (completion, events, awaited) = state.withLock { state in
            state.events.append(event)
            state.isComplete = state.isComplete || isLast
            let isMet = state.awaited?.isMet(state.events) == true
            let awaited = isMet ? state.awaited?.continuation : nil
            if awaited != nil { state.awaited = nil }
            return (isLast ? state.completion : nil, state.events, awaited)
        }
        awaited?.resume()
        completion?.resume(returning: events)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        record("response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        record("data \(String(decoding: data, as: UTF8.self))")
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        let body = try? location.removeDownload()
        record("file \(body.map { String(decoding: $0, as: UTF8.self) } ?? "missing")")
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        record("redirect \(response.statusCode) to \(request.url?.absoluteString ?? "")")
        completionHandler(redirect(request))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        record("challenge")
        completionHandler(.useCredential, URLCredential(user: "u", password: "p", persistence: .none))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(stream.map { InputStream(data: $0) })
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        record("end" + (error.map { " \(($0 as NSError).code)" } ?? ""), isLast: true)
    }
}

extension URL {
    /// Removes a downloaded file, which Foundation on Linux does not, and returns its bytes.
    func removeDownload() throws -> Data {
        defer { try? FileManager.default.removeItem(at: self) }
        return try Data(contentsOf: self)
    }
}
