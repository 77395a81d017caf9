import Foundation
import HTTPArchive
import JSONDocument

/// What two requests that match have in common; equal, not only of equal hash.
struct Fingerprint: Hashable, Sendable {
    /// Method, URL and matched header fields in one normal form.
    let line: String
    let body: BodyFingerprint

    /// - Parameter request: The request with its secrets masked; the numbers of pseudonyms do not count.
    init(_ request: HTTPRequest, _ matching: Matching) {
        var request = request
        matching.normalize?(&request)
        let parts = URLParts(request.url)
        var line = "\(request.method) \(WebOrigin(parts).text)"
        line += parts.path.isEmpty ? "/" : PercentEncoding.normalize(parts.path)
        let items = Fingerprint.items(parts.queryItems, ignoring: matching.ignoredQueryItems)
        if !items.isEmpty { line += "?" + items.joined(separator: "&") }
        for name in matching.matchedHeaders {
            line += "\n\(name.lowercased()): \(request.headers[name] ?? "")"
        }
        self.line = Pseudonyms.withoutNumbers(line)
        body = BodyFingerprint(request, matching)
    }

    /// Items in normal form, in an order of their own.
    static func items(
        _ items: [(name: Substring, value: Substring?)], ignoring ignored: Set<String>
    ) -> [String] {
        items.compactMap { item in
            guard ignored.isEmpty || !ignored.contains(PercentEncoding.decode(item.name)) else { return nil }
            let name = PercentEncoding.normalize(item.name)
            return item.value.map { "\(name)=\(PercentEncoding.normalize($0))" } ?? name
        }.sorted()
    }
}
