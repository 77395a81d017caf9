public import Foundation

/// Sends requests on a session and tells the answers apart.
public struct RESTClient: Sendable {
    private let session: URLSession

    /// Creates a client; timeouts, caching and cookies are as the session's configuration says.
    public init(session: URLSession) {
        self.session = session
    }

    /// Sends a request and waits for the answer, whatever its status.
    ///
    /// - Throws: ``RESTError/invalidRequest(_:)``, ``RESTError/cancelled``, ``RESTError/transport(_:)`` or
    ///   ``RESTError/notHTTP``; no status is an error here, see ``RESTResponse/successful()``.
    public func response(to request: RESTRequest) async throws(RESTError) -> RESTResponse {
        try await session.response(to: urlRequest(for: request))
    }

    /// Fetches plain data.
    ///
    /// - Throws: As ``response(to:)``, and for every status but a success.
    public func data(from url: URL) async throws(RESTError) -> Data {
        try await response(to: RESTRequest(.get, url.absoluteString)).successful().body
    }

    /// Fetches an image with a download task, so that it is not held in memory while it arrives.
    ///
    /// - Throws: As ``data(from:)``, and ``RESTError/notAnImage(_:)`` when the bytes are none.
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
