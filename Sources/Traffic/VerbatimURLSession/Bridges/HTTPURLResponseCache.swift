import Foundation
import VerbatimHAR
import VerbatimReplay

/// The heads of responses as Foundation has them, those this process gave lately.
///
/// Foundation parses the fields of each head it makes, which takes longer than all the rest of an answer. A head cannot
/// change, so whoever gets the same response from the same URL can have the same one.
enum HTTPURLResponseCache {
    private final class Head: Sendable {
        let url: String
        let status: Int
        let fields: HeaderFields
        let made: HTTPURLResponse

        init(_ made: HTTPURLResponse, of response: HTTPResponse, from url: String) {
            self.url = url
            status = response.status
            fields = response.headers
            self.made = made
        }

        /// Fields that were read once are in one location, which makes them equal at a glance.
        func isHead(of response: HTTPResponse, from url: String) -> Bool {
            status == response.status && self.url == url && fields == response.headers
        }
    }

    private static let heads = GenerationalCache(limit: 2048)

    /// Finds or makes the head of a response from a URL; nil when Foundation makes none of it.
    static func head(of response: HTTPResponse, from url: URL) -> HTTPURLResponse? {
        let text = url.absoluteString
        let number = text.hashValue
        if let head = heads.object(for: number) as? Head, head.isHead(of: response, from: text) {
            return head.made
        }
        guard let made = HTTPURLResponse(response, url: url) else { return nil }
        heads.insert(Head(made, of: response, from: text), for: number)
        return made
    }
}
