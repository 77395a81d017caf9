public import Foundation

/// A client of REST services, on a session.
public struct RESTClient: Sendable {
    private let session: URLSession

    /// Creates a client; the session's configuration determines timeouts, caching and cookies.
    public init(session: URLSession) {
        self.session = session
    }

    /// Sends a request and returns the response, of any status.
    ///
    /// - Parameter progress: Gets the progress of the task, sending the body and receiving the response, as a
    ///   child for all its units.
    /// - Throws: ``RESTError/invalidRequest(_:)``, ``RESTError/cancelled``, ``RESTError/transport(_:)`` or
    ///   ``RESTError/notHTTP``; for errors by status, see ``RESTResponse/successful()``.
    public func response(
        to request: RESTRequest, progress: Progress? = nil
    ) async throws(RESTError) -> RESTResponse {
        let priority = request.options.priority
        let urlRequest = try urlRequest(for: request)
        guard case .file(let file) = request.body else {
            return try await session.response(to: urlRequest, priority, progress)
        }
        return try await session.upload(urlRequest, file, priority, progress)
    }

    /// Sends a request and returns the response, of any status, as soon as its headers have arrived.
    ///
    /// A body in a file is read into memory.
    ///
    /// - Throws: As ``response(to:progress:)``.
    public func bytes(for request: RESTRequest) async throws(RESTError) -> RESTByteStream {
        var urlRequest = try urlRequest(for: request)
        if case .file(let file) = request.body {
            guard let body = try? Data(contentsOf: file) else { throw .invalidRequest(.unreadableFile(file)) }
            urlRequest.httpBody = body
        }
        return try await session.bytes(for: urlRequest, priority: request.options.priority)
    }

    /// Loads data.
    ///
    /// - Throws: As ``response(to:progress:)`` and ``RESTResponse/successful()``.
    public func data(
        from url: URL, options: RESTOptions = RESTOptions()
    ) async throws(RESTError) -> Data {
        try await response(to: RESTRequest(.get, url.absoluteString, options: options)).successful().body
    }

    /// Loads an image with a download task, which does not keep the data in memory while loading.
    ///
    /// - Throws: As ``data(from:options:)``, ``RESTError/notAnImage(_:)`` and
    ///   ``RESTError/damagedImage(_:_:)``.
    public func image(
        from url: URL, options: RESTOptions = RESTOptions()
    ) async throws(RESTError) -> DownloadedImage {
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

    private func urlRequest(for request: RESTRequest) throws(RESTError) -> URLRequest {
        do throws(InvalidRequest) {
            return try request.urlRequest()
        } catch {
            throw .invalidRequest(error)
        }
    }
}
