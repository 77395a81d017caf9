import Foundation
import Synchronization

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
