import Foundation
import VerbatimHAR

/// An app: one session, tasks of any kind.
struct SoakClient: Sendable {
    let session: URLSession
    private let delegate: EndCollector

    /// Opens a session; it has to be closed, or Foundation keeps it.
    init(_ configuration: URLSessionConfiguration) {
        delegate = EndCollector()
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    func close() {
        session.finishTasksAndInvalidate()
    }

    /// Asks, and waits for the end; `started` gets the task of a form that shows it.
    func seen(
        _ request: HTTPRequest, _ kind: TaskKind,
        started: @Sendable (URLSessionTask) -> Void = { $0.resume() }
    ) async -> ClientResult {
        guard let url = URL(string: request.url) else { return .failure(code: URLError.Code.badURL.rawValue) }
        var outgoing = URLRequest(url: url)
        outgoing.httpMethod = request.method
        for field in request.headers.fields { outgoing.addValue(field.value, forHTTPHeaderField: field.name) }
        let body = request.body ?? Data()
        switch kind.form {
        case .async: return await awaited(outgoing, kind.work, body)
        case .handler:
            return await withCheckedContinuation { end in
                started(task(outgoing, kind.work, body) { end.resume(returning: $0) })
            }
        case .delegate:
            return await withCheckedContinuation { end in
                let task = task(outgoing, kind.work, body)
                delegate.expect(task) { end.resume(returning: $0) }
                started(task)
            }
        }
    }

    private func awaited(_ request: URLRequest, _ work: TaskKind.Work, _ body: Data) async -> ClientResult {
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
                return ClientResult(file.taken(), response, nil)
            }
        } catch {
            return ClientResult(nil, nil, error)
        }
    }

    /// A task with a completion handler.
    private func task(
        _ request: URLRequest, _ work: TaskKind.Work, _ body: Data,
        _ end: @escaping @Sendable (ClientResult) -> Void
    ) -> URLSessionTask {
        switch work {
        case .data: session.dataTask(with: request) { end(ClientResult($0, $1, $2)) }
        case .upload: session.uploadTask(with: request, from: body) { end(ClientResult($0, $1, $2)) }
        case .download: session.downloadTask(with: request) { end(ClientResult($0?.taken(), $1, $2)) }
        }
    }

    /// A task of the delegate.
    private func task(_ request: URLRequest, _ work: TaskKind.Work, _ body: Data) -> URLSessionTask {
        switch work {
        case .data: session.dataTask(with: request)
        case .upload: session.uploadTask(with: request, from: body)
        case .download: session.downloadTask(with: request)
        }
    }
}
