import Foundation
import Synchronization

/// A session's delegate that puts together what arrives for each task.
final class EndCollector: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    private struct Arriving {
        var body = Data()
        let end: @Sendable (ClientResult) -> Void
    }

    private let arriving = Mutex<[Int: Arriving]>([:])

    /// Has a task's end told to a closure.
    func expect(_ task: URLSessionTask, _ end: @escaping @Sendable (ClientResult) -> Void) {
        arriving.withLock { $0[task.taskIdentifier] = Arriving(end: end) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        arriving.withLock { $0[dataTask.taskIdentifier]?.body.append(data) }
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        let body = location.taken() ?? Data()
        arriving.withLock { $0[downloadTask.taskIdentifier]?.body = body }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let arrived = arriving.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        arrived.end(ClientResult(arrived.body, task.response, error))
    }
}

extension URL {
    /// The bytes of a downloaded file, which is removed; nil when there is none.
    func taken() -> Data? {
        defer { _ = try? FileManager.default.removeItem(at: self) }
        return try? Data(contentsOf: self)
    }
}
