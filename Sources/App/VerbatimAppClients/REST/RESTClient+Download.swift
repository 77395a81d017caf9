public import Foundation

extension RESTClient {
    /// Loads a file, which replaces one that exists.
    ///
    /// - Parameters:
    ///   - partial: The part that arrived earlier. If the service has changed the file since, or sends no
    ///     ranges, the download starts over.
    ///   - progress: The progress, in bytes; the total is -1 until the service says how many there are.
    /// - Returns: The response, without its body.
    /// - Throws: As ``bytes(for:)`` and ``RESTResponse/successful()``, and
    ///   ``RESTError/interrupted(_:_:)`` if the download can be continued.
    @discardableResult public func download(
        _ request: RESTRequest, to file: URL, continuing partial: PartialDownload? = nil,
        progress: Progress? = nil
    ) async throws(RESTError) -> RESTResponse {
        let partial = partial?.isOnDisk == true ? partial : nil
        var request = request
        // Ranges and sizes count the bytes of the file, not those of a compressed one.
        request.headers["Accept-Encoding"] = "identity"
        if let partial {
            request.headers["Range"] = "bytes=\(partial.size)-"
            request.headers["If-Range"] = partial.validator
        }
        let stream = try await bytes(for: request)
        _ = try stream.response.successful()
        var target = try DownloadTarget(stream.response, continuing: partial, progress)
        do throws(RESTError) {
            for try await bytes in stream { try target.append(bytes) }
            try target.finish(as: file)
        } catch {
            throw target.end(error)
        }
        return stream.response
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
