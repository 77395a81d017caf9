import Foundation
import VerbatimHAR

/// A request to a fake provider, with its path and query decoded.
struct FakeRequest {
    /// The provider's host.
    let host: String
    let method: String
    /// The decoded path.
    let path: String
    /// The path and the query as sent, without ``redirectPrefix``.
    let target: String
    /// Whether the request follows a redirect.
    let isRedirected: Bool
    let body: Data?
    let headers: HeaderFields
    private var query: [(name: String, value: String)]

    /// The prefix that a redirect puts in front of the path.
    static let redirectPrefix = "/moved"

    init(_ request: HTTPRequest, host: String) {
        let target = request.url.pathAndQuery
        isRedirected = target.hasPrefix(Self.redirectPrefix + "/")
        self.target = isRedirected ? String(target.dropFirst(Self.redirectPrefix.count)) : target
        let parts = self.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0]).removingPercentEncoding ?? String(parts[0])
        query = parts.count > 1 ? parts[1].formFields : []
        self.host = host
        method = request.method
        headers = request.headers
        body = request.body
    }

    /// The first value of a query item.
    subscript(name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// The value of a query item as an integer; nil if it is missing or not an integer.
    func integer(_ name: String) -> Int? {
        self[name].flatMap { Int($0) }
    }

    mutating func removeQueryItem(_ name: String) {
        query.removeAll { $0.name == name }
    }

    /// The source of the random parts of the response, which depends on the request except for its API key.
    var random: StableRandom {
        let items = query.filter { !["api_key", "key"].contains($0.name) }
        return StableRandom(host + path + items.map { $0.name + $0.value }.joined())
    }
}

extension String {
    /// The part of a URL that follows the authority.
    fileprivate var pathAndQuery: String {
        guard let authority = range(of: "://")?.upperBound,
            let start = self[authority...].firstIndex(where: { $0 == "/" || $0 == "?" })
        else { return "/" }
        return self[start] == "?" ? "/" + self[start...] : String(self[start...])
    }
}

extension StringProtocol {
    /// The decoded fields of a form or a query, in which `+` is a space.
    ///
    /// https://url.spec.whatwg.org/#urlencoded-parsing
    var formFields: [(name: String, value: String)] {
        split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { part in
                let text = part.replacingOccurrences(of: "+", with: " ")
                return text.removingPercentEncoding ?? text
            }
            return (texts[0], texts.count > 1 ? texts[1] : "")
        }
    }
}
