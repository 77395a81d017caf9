import Foundation
import VerbatimHAR
import VerbatimReplay

/// A cache of recently created `HTTPURLResponse` objects.
///
/// Foundation parses the fields of each response that it creates, which takes longer than the rest of a load.
/// The objects are immutable, so equal responses from equal URLs can share them.
enum HTTPURLResponseCache {
    private final class Entry: Sendable {
        let url: String
        let status: Int
        let fields: HeaderFields
        let urlResponse: HTTPURLResponse

        init(_ urlResponse: HTTPURLResponse, of response: HTTPResponse, from url: String) {
            self.url = url
            status = response.status
            fields = response.headers
            self.urlResponse = urlResponse
        }

        /// Returns whether the entry is that of a response; fast, as fields parsed once share their memory.
        func matches(_ response: HTTPResponse, from url: String) -> Bool {
            status == response.status && self.url == url && fields == response.headers
        }
    }

    private static let entries = GenerationalCache(limit: 2048)

    /// Returns the object for a response from a URL; nil if Foundation cannot create it.
    static func urlResponse(for response: HTTPResponse, from url: URL) -> HTTPURLResponse? {
        let text = url.absoluteString
        let key = text.hashValue
        if let entry = entries.object(for: key) as? Entry, entry.matches(response, from: text) {
            return entry.urlResponse
        }
        guard let urlResponse = HTTPURLResponse(response, url: url) else { return nil }
        entries.insert(Entry(urlResponse, of: response, from: text), for: key)
        return urlResponse
    }
}

extension HTTPURLResponse {
    /// Creates a response without its body.
    convenience init?(_ response: HTTPResponse, url: URL) {
        self.init(
            url: url, statusCode: response.status, httpVersion: "HTTP/1.1",
            headerFields: response.headers.dictionary)
    }
}
