public import Foundation

/// The part of a file that arrived before a download ended early.
///
/// It can be stored and used after the app has been launched again. Unlike the resume data of the URL loading
/// system, it works on every platform and in replays: the rest is requested as a range.
///
/// RFC 9110, section 14: https://www.rfc-editor.org/rfc/rfc9110#section-14
public struct PartialDownload: Sendable, Hashable, Codable {
    /// The file with the bytes that arrived, which belongs to the owner of this value.
    public let file: URL
    /// The number of these bytes.
    public let size: Int
    /// The `ETag` or the `Last-Modified` of the whole, by which the service knows whether it has changed.
    public let validator: String

    /// Creates a part.
    public init(file: URL, size: Int, validator: String) {
        self.file = file
        self.size = size
        self.validator = validator
    }
}

extension RESTClient {
    /// Loads a file, which replaces one that exists.
    ///
    /// - Parameters:
    ///   - partial: The part that arrived earlier. If the service has changed the file since, or sends no
    ///     ranges, the download starts over.
    ///   - progress: The progress, in bytes; the total is -1 until the service says how many there are.
    /// - Returns: The response, without its body.
    /// - Throws: As ``response(to:progress:)`` and ``RESTResponse/successful()``, and
    ///   ``RESTError/interrupted(_:_:)`` if the download can be continued.
    @discardableResult public func download(
        _ request: RESTRequest, to file: URL, continuing partial: PartialDownload? = nil,
        progress: Progress? = nil
    ) async throws(RESTError) -> RESTResponse {
        activity.begin()
        defer { activity.end() }
        let partial = partial?.isOnDisk == true ? partial : nil
        var request = request
        // Ranges and sizes count the bytes of the file, not those of a compressed one.
        request.headers["Accept-Encoding"] = "identity"
        if let partial {
            request.headers["Range"] = "bytes=\(partial.size)-"
            request.headers["If-Range"] = partial.validator
        }
        let (response, events) = try await session.events(
            of: urlRequest(for: request), priority: request.options.priority)
        _ = try response.successful()
        var target = try DownloadTarget(response, continuing: partial, progress)
        do throws(RESTError) {
            for await event in events {
                switch event {
                case .bytes(let bytes): try target.append(bytes)
                case .end(let error?): throw error
                case .response, .end(nil): continue
                }
            }
            guard !Task.isCancelled else { throw .cancelled }
            try target.finish(as: file)
        } catch {
            throw target.end(error)
        }
        return response
    }
}

/// The temporary file to which a download is written.
private struct DownloadTarget {
    private let file: URL
    private let handle: FileHandle
    private let validator: String?
    private let progress: Progress?
    private let total: Int?
    private var size: Int

    /// Opens the file of a part that the response continues, or creates an empty one.
    init(
        _ response: RESTResponse, continuing partial: PartialDownload?, _ progress: Progress?
    ) throws(RESTError) {
        let range = response.contentRange
        guard response.status != 206 || range != nil && range?.start == partial?.size else {
            throw .unexpectedStatus(response)
        }
        size = range?.start ?? 0
        total = range.map(\.size) ?? response.header("Content-Length").flatMap { Int($0) }
        file =
            partial?.file
            ?? FileManager.default.temporaryDirectory.appending(path: "download-\(UUID().uuidString)")
        validator = response.rangeValidator ?? (range == nil ? nil : partial?.validator)
        self.progress = progress
        progress?.totalUnitCount = total.map(Int64.init) ?? -1
        progress?.completedUnitCount = Int64(size)
        do {
            if partial == nil { try Data().write(to: file) }
            handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: UInt64(size))
            try handle.seekToEnd()
        } catch {
            throw .transport(error)
        }
    }

    mutating func append(_ bytes: Data) throws(RESTError) {
        do {
            try handle.write(contentsOf: bytes)
        } catch {
            throw .transport(error)
        }
        size += bytes.count
        progress?.completedUnitCount = Int64(size)
    }

    /// Moves the file to its destination if it is complete.
    func finish(as destination: URL) throws(RESTError) {
        guard total == nil || size == total else { throw .transport(URLError(.networkConnectionLost)) }
        do {
            try handle.close()
            if FileManager.default.fileExists(atPath: destination.path) {
                try FileManager.default.removeItem(at: destination)
            }
            try FileManager.default.moveItem(at: file, to: destination)
        } catch {
            throw .transport(error)
        }
        progress?.totalUnitCount = Int64(size)
    }

    /// Returns the error with the part that arrived, or removes the file if it is of no use.
    func end(_ error: RESTError) -> RESTError {
        let cause: (any Error)? =
            switch error {
            case .transport(let error): error
            case .cancelled: URLError(.cancelled)
            default: nil
            }
        guard size > 0, let validator, let cause else {
            // The system empties the folder of temporary files if this fails.
            try? FileManager.default.removeItem(at: file)
            return error
        }
        return .interrupted(PartialDownload(file: file, size: size, validator: validator), cause)
    }
}

extension PartialDownload {
    /// Whether the file has the bytes that arrived.
    fileprivate var isOnDisk: Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        return size.map { $0 >= self.size } ?? false
    }
}

extension RESTResponse {
    /// The value for `If-Range`, which allows no weak `ETag`; nil if the service sends ranges of nothing.
    ///
    /// RFC 9110, section 13.1.5: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5
    var rangeValidator: String? {
        if let tag = header("ETag"), !tag.hasPrefix("W/") { return tag }
        return header("Last-Modified")
    }

    /// The first byte in the body of a response with status 206, and the size of the whole if it is known.
    ///
    /// RFC 9110, section 14.4: https://www.rfc-editor.org/rfc/rfc9110#section-14.4
    var contentRange: (start: Int, size: Int?)? {
        guard status == 206,
            let match = header("Content-Range")?.wholeMatch(of: #/bytes ([0-9]+)-[0-9]+/([0-9]+|\*)/#),
            let start = Int(match.1)
        else { return nil }
        return (start, Int(match.2))
    }
}

// MARK: - Bytes as they arrive

extension URLSession {
    /// Sends a request, and returns the response and what follows when its headers have arrived.
    ///
    /// When the events are no longer used, or the task that reads them is cancelled, loading ends.
    fileprivate func events(
        of request: URLRequest, priority: Float?
    ) async throws(RESTError) -> (RESTResponse, AsyncStream<LoadEvent>) {
        let (events, continuation) = AsyncStream.makeStream(of: LoadEvent.self)
        let task = CancellableSessionTask()
        // Called with a lock of the Swift task, as the handler of a cancellation.
        continuation.onTermination = { _ in task.cancel() }
        task.start(dataTask(with: request, delegate: LoadDelegate(continuation)), priority: priority)
        var iterator = events.makeAsyncIterator()
        switch await iterator.next() {
        case .response(let response): return (response, events)
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

    init(_ events: AsyncStream<LoadEvent>.Continuation) { self.events = events }

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
