public import Foundation
import Synchronization

/// A response whose body is read while it arrives.
///
/// An element is the bytes that arrived together, in the order of the body. Bytes that have not been read are
/// kept in memory. When the stream is no longer used, or the task that reads it is cancelled, loading ends.
public struct RESTByteStream: AsyncSequence, Sendable {
    /// Bytes that arrived together.
    public typealias Element = Data

    /// The response, without its body.
    public let response: RESTResponse
    fileprivate let events: AsyncStream<LoadEvent>

    /// Creates an iterator over the rest of the body; a body can be read only once.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    /// An iterator over the bytes of a body.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var events: AsyncStream<LoadEvent>.Iterator

        /// Waits for more bytes, or returns nil at the end of the body.
        ///
        /// - Throws: ``RESTError/transport(_:)`` or ``RESTError/cancelled``.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(RESTError) -> Data? {
            while let event = await events.next(isolation: actor) {
                switch event {
                case .response: continue
                case .bytes(let data): return data
                case .end(let error?): throw error
                case .end(nil): return nil
                }
            }
            if Task.isCancelled { throw .cancelled }
            return nil
        }
    }
}

extension URLSession {
    /// Sends a request and returns when the headers of the response have arrived.
    func bytes(for request: URLRequest, priority: Float?) async throws(RESTError) -> RESTByteStream {
        let (events, continuation) = AsyncStream.makeStream(of: LoadEvent.self)
        let task = CancellableSessionTask()
        // Called with a lock of the Swift task, as the handler of a cancellation.
        continuation.onTermination = { _ in task.cancel() }
        task.start(dataTask(with: request, delegate: LoadDelegate(continuation)), priority: priority)
        var iterator = events.makeAsyncIterator()
        switch await iterator.next() {
        case .response(let response): return RESTByteStream(response: response, events: events)
        case .end(let error?): throw error
        case .bytes, .end(nil): throw .notHTTP
        case nil: throw .cancelled
        }
    }
}

/// An event of a task: its response, bytes, and the end.
private enum LoadEvent: Sendable {
    case response(RESTResponse)
    case bytes(Data)
    case end(RESTError?)
}

/// Passes the events of a task to a stream.
private final class LoadDelegate: NSObject, URLSessionDataDelegate {
    private let events: AsyncStream<LoadEvent>.Continuation

    init(_ events: AsyncStream<LoadEvent>.Continuation) {
        self.events = events
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse {
            events.yield(.response(RESTResponse(response, body: Data())))
            completionHandler(.allow)
        } else {
            events.yield(.end(.notHTTP))
            completionHandler(.cancel)
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        events.yield(.bytes(data))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        events.yield(.end(error.map(RESTError.init(loading:))))
        events.finish()
    }
}
