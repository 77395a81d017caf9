import Foundation
import Synchronization
import VerbatimHAR
import VerbatimReplay
import VerbatimURLSession

/// An app with one session, which sends requests with tasks of any kind.
struct SoakClient: Sendable {
    private let interceptor: URLSessionInterceptor
    private let session: URLSession
    private let delegate = ClientDelegate()

    /// Opens a session whose requests a responder answers. Foundation retains it until it is closed.
    init(_ responder: any Responder) {
        interceptor = URLSessionInterceptor(responder)
        session = URLSession(
            configuration: interceptor.configuration(), delegate: delegate, delegateQueue: nil)
    }

    func close() {
        session.finishTasksAndInvalidate()
        interceptor.close()
    }

    /// Sends a request and waits for its result.
    ///
    /// - Parameter start: Resumes the task; not called for asynchronous functions.
    func send(
        _ request: HTTPRequest, _ kind: TaskKind, start: @Sendable (URLSessionTask) -> Void = { $0.resume() }
    ) async -> ClientResult {
        guard let url = URL(string: request.url) else { return .failure(code: URLError.Code.badURL.rawValue) }
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method
        for field in request.headers.fields {
            urlRequest.addValue(field.value, forHTTPHeaderField: field.name)
        }
        let body = request.body ?? Data()
        switch kind.interface {
        case .async: return await result(of: urlRequest, kind.work, body)
        case .handler:
            return await withCheckedContinuation { continuation in
                start(task(urlRequest, kind.work, body) { continuation.resume(returning: $0) })
            }
        case .delegate:
            return await withCheckedContinuation { continuation in
                let task = task(urlRequest, kind.work, body)
                delegate.onCompletion(of: task) { continuation.resume(returning: $0) }
                start(task)
            }
        }
    }

    /// Sends a request and cancels it after some microseconds, or if negative before the task is resumed.
    func sendAndCancel(_ request: HTTPRequest, _ kind: TaskKind, after delay: Int) async -> ClientResult {
        guard kind.interface == .async else {
            return await send(request, kind) { task in
                if delay >= 0 { task.resume() }
                DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(max(delay, 0))) {
                    task.cancel()
                }
            }
        }
        return await withTaskGroup { group in
            group.addTask { await send(request, kind) }
            _ = try? await Task.sleep(for: .microseconds(max(delay, 0)))
            group.cancelAll()
            return await group.next() ?? .failure(code: 0)
        }
    }

    // MARK: Tasks

    private func result(of request: URLRequest, _ work: TaskKind.Work, _ body: Data) async -> ClientResult {
        do {
            switch work {
            case .data:
                let (data, response) = try await session.data(for: request)
                return ClientResult(data, response, nil)
            case .upload:
                let (data, response) = try await session.upload(for: request, from: body)
                return ClientResult(data, response, nil)
            case .download:
                let (file, response) = try await session.download(for: request)
                return ClientResult(file.removeDownload(), response, nil)
            }
        } catch {
            return ClientResult(nil, nil, error)
        }
    }

    /// Returns a task with a completion handler.
    private func task(
        _ request: URLRequest, _ work: TaskKind.Work, _ body: Data,
        _ completion: @escaping @Sendable (ClientResult) -> Void
    ) -> URLSessionTask {
        switch work {
        case .data: session.dataTask(with: request) { completion(ClientResult($0, $1, $2)) }
        case .upload: session.uploadTask(with: request, from: body) { completion(ClientResult($0, $1, $2)) }
        case .download:
            session.downloadTask(with: request) { completion(ClientResult($0?.removeDownload(), $1, $2)) }
        }
    }

    /// Returns a task that reports to the delegate.
    private func task(_ request: URLRequest, _ work: TaskKind.Work, _ body: Data) -> URLSessionTask {
        switch work {
        case .data: session.dataTask(with: request)
        case .upload: session.uploadTask(with: request, from: body)
        case .download: session.downloadTask(with: request)
        }
    }
}

// MARK: - Kinds and results

/// The work of a task, and the interface by which it reports its result.
struct TaskKind: Sendable, CustomStringConvertible {
    enum Work: String, CaseIterable { case data, upload, download }
    enum Interface: String, CaseIterable { case async, handler, delegate }

    let work: Work
    let interface: Interface

    static let all = Work.allCases.flatMap { work in
        Interface.allCases.map { TaskKind(work: work, interface: $0) }
    }

    /// Returns the kinds that can send a request with a method: uploads for POST, the others for GET.
    static func supporting(_ method: String) -> [TaskKind] {
        all.filter { ($0.work == .upload) == (method == "POST") }
    }

    var description: String { "\(work.rawValue) \(interface.rawValue)" }
}

/// The result of a request as an app receives it.
enum ClientResult: Sendable, Equatable, CustomStringConvertible {
    case response(status: Int, body: Data)
    case failure(code: Int)

    init(_ body: Data?, _ response: URLResponse?, _ error: (any Error)?) {
        if let error {
            self = .failure(code: (error as NSError).code)
        } else if let response = response as? HTTPURLResponse {
            self = .response(status: response.statusCode, body: body ?? Data())
        } else {
            self = .failure(code: 0)
        }
    }

    static let cancelled = ClientResult.failure(code: URLError.Code.cancelled.rawValue)

    var description: String {
        switch self {
        case .response(let status, let body):
            "\(status) with \(body.count) bytes '\(String(decoding: body.prefix(40), as: UTF8.self))'"
        case .failure(let code): "error \(code)"
        }
    }
}

/// The delegate of a client's session, which collects the body of each task and reports its result.
final class ClientDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    private struct Transfer {
        var body = Data()
        let completion: @Sendable (ClientResult) -> Void
    }

    private let transfers = Mutex<[Int: Transfer]>([:])

    /// Calls a closure when a task has completed.
    func onCompletion(of task: URLSessionTask, _ completion: @escaping @Sendable (ClientResult) -> Void) {
        transfers.withLock { $0[task.taskIdentifier] = Transfer(completion: completion) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfers.withLock { $0[dataTask.taskIdentifier]?.body.append(data) }
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        let body = location.removeDownload() ?? Data()
        transfers.withLock { $0[downloadTask.taskIdentifier]?.body = body }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
            return
        }
        transfer.completion(ClientResult(transfer.body, task.response, error))
    }
}

extension URL {
    /// Removes a downloaded file and returns its bytes; nil if it does not exist.
    func removeDownload() -> Data? {
        defer { _ = try? FileManager.default.removeItem(at: self) }
        return try? Data(contentsOf: self)
    }
}
