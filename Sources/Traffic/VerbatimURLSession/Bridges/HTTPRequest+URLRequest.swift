import Foundation
import VerbatimHAR

extension HTTPRequest {
    /// The request for the URL loading system, or nil when the URL is none.
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
    /// The fields of a request by name, for Foundation loses their order; those of its session stand behind its own.
    init(_ request: URLRequest, sessionHeaders: [String: String]) {
        var fields = request.allHTTPHeaderFields ?? [:]
        for (name, value) in sessionHeaders where !fields.keys.contains(where: name.equalsIgnoringASCIICase) {
            fields[name] = value
        }
        self.init(fields.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) })
    }

    /// The fields as Foundation keeps them: one value a name, values of a repeated name joined.
    var dictionary: [String: String] {
        var seen: [String: String] = [:]
        var joined: [String: String] = [:]
        for field in fields {
            let name = seen[field.name.lowercased()] ?? field.name
            seen[field.name.lowercased()] = name
            joined[name] = joined[name].map { $0 + ", " + field.value } ?? field.value
        }
        return joined
    }
}

extension URL {
    /// The absolute URL as it is asked for.
    var withoutFragment: URL {
        let text = absoluteString
        guard let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) else { return absoluteURL }
        return URL(string: String(text[..<end])) ?? absoluteURL
    }
}
