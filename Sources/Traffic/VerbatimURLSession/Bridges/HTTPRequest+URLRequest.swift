import Foundation
import VerbatimHAR

extension HTTPRequest {
    /// The request for the URL loading system; nil if the URL is not valid.
    var urlRequest: URLRequest? {
        URL(string: url).flatMap { URLRequest(url: $0).replaced(by: self) }
    }
}

extension URLRequest {
    /// Returns the request with the URL, the method, the fields and the body of another one, and the rest of
    /// this one, e.g. timeout and cache policy; nil if the URL is not valid.
    func replaced(by other: HTTPRequest) -> URLRequest? {
        guard let url = URL(string: other.url), url.host != nil else { return nil }
        var request = self
        request.url = url
        request.httpMethod = other.method
        if request.allHTTPHeaderFields != nil { request.allHTTPHeaderFields = [:] }
        for field in other.headers { request.addValue(field.value, forHTTPHeaderField: field.name) }
        // The stream of the body was read; data and stream replace each other.
        if request.httpBodyStream != nil { request.httpBodyStream = nil }
        request.httpBody = other.body
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
