import Foundation
import VerbatimHAR

extension HTTPRequest {
    /// The request for the URL loading system; nil if the URL is not valid.
    var urlRequest: URLRequest? {
        guard let url = URL(string: url), url.host != nil else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = method
        for field in headers { request.addValue(field.value, forHTTPHeaderField: field.name) }
        request.httpBody = body
        return request
    }
}

extension HeaderFields {
    /// Creates the fields of a request, sorted by name because Foundation loses their order.
    ///
    /// A field of the session is added if the request has no field of its name.
    init(_ request: URLRequest, sessionHeaders: [String: String]) {
        var fields = request.allHTTPHeaderFields ?? [:]
        for (name, value) in sessionHeaders where !fields.keys.contains(where: name.equalsIgnoringASCIICase) {
            fields[name] = value
        }
        self.init(fields.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) })
    }

    /// The fields as Foundation stores them: one value for each name, joined if the name is repeated.
    var dictionary: [String: String] {
        var spellings: [String: String] = [:]
        var joined: [String: String] = [:]
        for field in fields {
            let name = spellings[field.name.lowercased()] ?? field.name
            spellings[field.name.lowercased()] = name
            joined[name] = joined[name].map { $0 + ", " + field.value } ?? field.value
        }
        return joined
    }
}

extension URL {
    /// The absolute URL without its fragment, which is not sent.
    var withoutFragment: URL {
        let text = absoluteString
        guard let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) else { return absoluteURL }
        return URL(string: String(text[..<end])) ?? absoluteURL
    }
}
