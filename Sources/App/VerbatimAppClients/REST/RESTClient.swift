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
    /// - Throws: ``RESTError/invalidRequest(_:)``, ``RESTError/cancelled``, ``RESTError/transport(_:)`` or
    ///   ``RESTError/notHTTP``; for errors by status, see ``RESTResponse/successful()``.
    public func response(to request: RESTRequest) async throws(RESTError) -> RESTResponse {
        try await session.response(to: urlRequest(for: request))
    }

    /// Loads data.
    ///
    /// - Throws: As ``response(to:)`` and ``RESTResponse/successful()``.
    public func data(from url: URL) async throws(RESTError) -> Data {
        try await response(to: RESTRequest(.get, url.absoluteString)).successful().body
    }

    /// Loads an image with a download task, which does not keep the data in memory while loading.
    ///
    /// - Throws: As ``data(from:)``, and ``RESTError/notAnImage(_:)``.
    public func image(from url: URL) async throws(RESTError) -> DownloadedImage {
        let request = try urlRequest(for: RESTRequest(.get, url.absoluteString))
        let response = try await session.download(request).successful()
        guard let image = DownloadedImage(response.body) else { throw .notAnImage(response) }
        return image
    }

    private func urlRequest(for request: RESTRequest) throws(RESTError) -> URLRequest {
        do throws(InvalidRequest) {
            return try request.urlRequest()
        } catch {
            throw .invalidRequest(error)
        }
    }
}
