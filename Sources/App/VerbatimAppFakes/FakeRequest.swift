import Foundation
import VerbatimHAR

/// A request as a fake provider sees it: taken apart and decoded.
struct FakeRequest {
    /// The host of the provider that was called.
    let host: String
    let method: String
    /// The path, decoded.
    let path: String
    /// Path and query as they came, without the mark of a redirect.
    let target: String
    /// Whether a redirect led here.
    let isRedirected: Bool
    let body: Data?
    let headers: HeaderFields
    private var query: [(name: String, value: String)]

    /// What a redirect to another path puts before it.
    static let redirectMark = "/moved"

    init(_ request: HTTPRequest, host: String) {
        let target = request.url.pathAndQuery
        isRedirected = target.hasPrefix(Self.redirectMark + "/")
        self.target = isRedirected ? String(target.dropFirst(Self.redirectMark.count)) : target
        let parts = self.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0]).removingPercentEncoding ?? String(parts[0])
        query = parts.count > 1 ? parts[1].formFields : []
        self.host = host
        method = request.method
        headers = request.headers
        body = request.body
    }

    /// The first value of a parameter.
    subscript(name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// Takes a parameter for not sent.
    mutating func forget(_ name: String) {
        query.removeAll { $0.name == name }
    }

    /// A parameter that counts something; nil when it is absent or no number.
    func count(_ name: String) -> Int? {
        self[name].flatMap { Int($0) }
    }

    /// What is random in the provider's answer, derived from what was asked, whoever asked.
    var seed: StableRandom {
        let items = query.filter { !["api_key", "key"].contains($0.name) }
        return StableRandom(host + path + items.map { $0.name + $0.value }.joined())
    }
}

extension String {
    /// What follows the authority of a URL.
    fileprivate var pathAndQuery: String {
        guard let authority = range(of: "://")?.upperBound,
            let start = self[authority...].firstIndex(where: { $0 == "/" || $0 == "?" })
        else { return "/" }
        return self[start] == "?" ? "/" + self[start...] : String(self[start...])
    }
}

extension StringProtocol {
    /// Fields as forms and queries write them: a plus is a blank.
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
