import Dispatch
public import Foundation
import Synchronization

/// A client of REST services, on a session.
public struct RESTClient: Sendable {
    let session: URLSession
    /// The requests of this client and its copies that are in progress.
    let activity = RequestActivity()

    /// Creates a client; the session's configuration determines timeouts, caching and cookies.
    public init(session: URLSession) { self.session = session }

    /// Sends a request and returns the response, of any status.
    ///
    /// - Parameter progress: Gets the progress of the task, sending the body and receiving the response, as a
    ///   child for all its units.
    /// - Throws: ``RESTError/invalidRequest(_:)``, ``RESTError/cancelled``, ``RESTError/transport(_:)`` or
    ///   ``RESTError/notHTTP``; for errors by status, see ``RESTResponse/successful()``.
    public func response(
        to request: RESTRequest, progress: Progress? = nil
    ) async throws(RESTError) -> RESTResponse {
        activity.begin()
        defer { activity.end() }
        let priority = request.options.priority
        let urlRequest = try urlRequest(for: request)
        guard case .file(let file) = request.body else {
            return try await session.response(to: urlRequest, priority, progress)
        }
        return try await session.upload(urlRequest, file, priority, progress)
    }

    /// Loads data.
    ///
    /// - Throws: As ``response(to:progress:)`` and ``RESTResponse/successful()``.
    public func data(from url: URL, options: RESTOptions = RESTOptions()) async throws(RESTError) -> Data {
        try await response(to: RESTRequest(.get, url.absoluteString, options: options)).successful().body
    }

    /// Loads an image with a download task, which does not keep the data in memory while loading.
    ///
    /// - Throws: As ``data(from:options:)``, ``RESTError/notAnImage(_:)`` and
    ///   ``RESTError/damagedImage(_:_:)``.
    public func image(
        from url: URL, options: RESTOptions = RESTOptions()
    ) async throws(RESTError) -> DownloadedImage {
        activity.begin()
        defer { activity.end() }
        let request = try urlRequest(for: RESTRequest(.get, url.absoluteString, options: options))
        let response = try await session.download(request, options.priority).successful()
        do throws(ImageError) {
            return try DownloadedImage(response.body)
        } catch .unknownFormat {
            throw .notAnImage(response)
        } catch {
            throw .damagedImage(response, error)
        }
    }

    func urlRequest(for request: RESTRequest) throws(RESTError) -> URLRequest {
        do throws(InvalidRequest) {
            return try request.urlRequest()
        } catch {
            throw .invalidRequest(error)
        }
    }
}

// MARK: - Tasks of the session

// Foundation's `data(for:)` cancels its task inside Swift's cancellation handler. On Linux before Swift 6.4
// that deadlocks all sessions of the process if the response arrives at the same moment
// (swift-corelibs-foundation #5412): the handler holds the lock of the Swift task while it waits for the
// loading queue, which in turn waits for that lock to resume the Swift task. Tasks with completion handlers,
// cancelled on another thread, are safe.
extension URLSession {
    /// Loads a request into memory.
    func response(
        to request: URLRequest, _ priority: Float?, _ progress: Progress?
    ) async throws(RESTError) -> RESTResponse {
        try await perform(priority, progress) { complete in
            dataTask(with: request) { data, response, error in
                complete(loadResult(response, error) { data ?? Data() })
            }
        }
    }

    /// Sends a file as the body of a request, and loads the response into memory.
    func upload(
        _ request: URLRequest, _ file: URL, _ priority: Float?, _ progress: Progress?
    ) async throws(RESTError) -> RESTResponse {
        try await perform(priority, progress) { complete in
            uploadTask(with: request, fromFile: file) { data, response, error in
                complete(loadResult(response, error) { data ?? Data() })
            }
        }
    }

    /// Loads a request into a temporary file, and then into memory.
    func download(_ request: URLRequest, _ priority: Float?) async throws(RESTError) -> RESTResponse {
        try await perform(priority, nil) { complete in
            downloadTask(with: request) { file, response, error in
                complete(loadResult(response, error) { try file.map(readAndRemove) ?? Data() })
            }
        }
    }

    private typealias LoadResult = Result<RESTResponse, RESTError>

    private func perform(
        _ priority: Float?, _ progress: Progress?,
        _ makeTask: (@escaping @Sendable (LoadResult) -> Void) -> URLSessionTask
    ) async throws(RESTError) -> RESTResponse {
        let task = CancellableSessionTask()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let sessionTask = makeTask { continuation.resume(returning: $0) }
                progress?.addChild(sessionTask.progress, withPendingUnitCount: progress?.totalUnitCount ?? 0)
                task.start(sessionTask, priority: priority)
            }
        } onCancel: {
            task.cancel()
        }
        guard !Task.isCancelled else { throw .cancelled }
        let response = try result.get()
        if let progress { task.finish(progress) }
        return response
    }
}

private func loadResult(
    _ response: URLResponse?, _ error: (any Error)?, body: () throws -> Data
) -> Result<RESTResponse, RESTError> {
    if let error { return .failure(RESTError(loading: error)) }
    guard let response = response as? HTTPURLResponse else { return .failure(.notHTTP) }
    return Result { RESTResponse(response, body: try body()) }.mapError(RESTError.transport)
}

/// Removes the file of a download, which Foundation does not do on Linux.
private func readAndRemove(_ file: URL) throws -> Data {
    let data = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    return data
}

extension RESTError {
    /// Creates the error of a task that ended with an error of the URL loading system.
    init(loading error: any Error) {
        self = (error as? URLError)?.code == .cancelled ? .cancelled : .transport(error)
    }
}

extension RESTResponse {
    init(_ response: HTTPURLResponse, body: Data) {
        let headers = response.allHeaderFields.map {
            (String(describing: $0.key), String(describing: $0.value))
        }
        self.init(
            url: response.url, status: response.statusCode,
            headers: Dictionary(headers) { first, _ in first }, body: body)
    }
}

/// A task of a session that can be cancelled from any thread, even before it is started.
final class CancellableSessionTask: Sendable {
    private enum State {
        case waiting
        case started(URLSessionTask)
        case cancelled
    }

    private let state = Mutex(State.waiting)

    /// Starts a task; if it has been cancelled already, it ends at once with the error of a cancelled task.
    func start(_ task: URLSessionTask, priority: Float?) {
        if let priority { task.priority = priority }
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .started(task)
            return false
        }
        if isCancelled { task.cancel() } else { task.resume() }
    }

    /// Cancels the task on another thread, as the caller may hold a lock that the loading queue waits for.
    func cancel() {
        let started = state.withLock { state in
            defer { state = .cancelled }
            if case .started(let task) = state { return Optional(task) }
            return nil
        }
        if let started { DispatchQueue.global().async { started.cancel() } }
    }

    /// Completes the progress of the task, to which a `URLProtocol`, as in replays, reports no bytes.
    func finish(_ progress: Progress) {
        guard !progress.isFinished, case .started(let task) = state.withLock(\.self) else { return }
        task.progress.totalUnitCount = max(task.progress.totalUnitCount, 1)
        task.progress.completedUnitCount = task.progress.totalUnitCount
    }
}
