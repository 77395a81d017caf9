import Foundation

// Foundation's own `data(for:)` cancels its task inside Swift's cancellation handler. On Linux before Swift 6.4 that
// deadlocks every session of the process when the answer arrives at the same moment (swift-corelibs-foundation
// #5412): the handler holds the lock of the Swift task while it waits for the loading queue, which in turn waits
// for that lock to resume the Swift task. Tasks with completion handlers, cancelled from another thread, do not.
extension URLSession {
    /// Loads a request into memory.
    func response(to request: URLRequest) async throws(RESTError) -> RESTResponse {
        try await perform { complete in
            dataTask(with: request) { data, response, error in
                complete(answer(response, error) { data ?? Data() })
            }
        }
    }

    /// Loads a request by way of a temporary file.
    func download(_ request: URLRequest) async throws(RESTError) -> RESTResponse {
        try await perform { complete in
            downloadTask(with: request) { file, response, error in
                complete(answer(response, error) { try file.map(readAndRemove) ?? Data() })
            }
        }
    }

    private typealias Answer = Result<RESTResponse, RESTError>

    private func perform(
        _ makeTask: (@escaping @Sendable (Answer) -> Void) -> URLSessionTask
    ) async throws(RESTError) -> RESTResponse {
        let handle = TaskHandle()
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                handle.start(makeTask { continuation.resume(returning: $0) })
            }
        } onCancel: {
            handle.cancel()
        }
        guard !Task.isCancelled else { throw .cancelled }
        return try answer.get()
    }
}

private func answer(
    _ response: URLResponse?, _ error: (any Error)?, body: () throws -> Data
) -> Result<RESTResponse, RESTError> {
    if let error {
        return .failure((error as? URLError)?.code == .cancelled ? .cancelled : .transport(error))
    }
    guard let response = response as? HTTPURLResponse else { return .failure(.notHTTP) }
    do {
        return .success(RESTResponse(response, body: try body()))
    } catch {
        return .failure(.transport(error))
    }
}

/// On Linux nobody else removes the file of a download.
private func readAndRemove(_ file: URL) throws -> Data {
    let data = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    return data
}

extension RESTResponse {
    fileprivate init(_ response: HTTPURLResponse, body: Data) {
        let headers = response.allHeaderFields.map {
            (String(describing: $0.key), String(describing: $0.value))
        }
        self.init(
            url: response.url, status: response.statusCode,
            headers: Dictionary(headers) { first, _ in first }, body: body)
    }
}
