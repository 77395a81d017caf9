import Foundation

extension RESTRequest {
    /// Builds what a session sends.
    ///
    /// - Throws: ``RESTError/invalidRequest(_:)``, which says what cannot be sent.
    func urlRequest() throws(RESTError) -> URLRequest {
        var request = URLRequest(url: try addressWithQuery())
        request.httpMethod = method.rawValue
        for (name, value) in headers {
            try checkHeader(name, value)
            request.setValue(value, forHTTPHeaderField: name)
        }
        if let body {
            guard method != .get else { throw .invalidRequest("a GET request cannot have a body") }
            try encode(body, into: &request)
        }
        return request
    }

    private func addressWithQuery() throws(RESTError) -> URL {
        guard var components = URLComponents(string: url, encodingInvalidCharacters: false) else {
            throw .invalidRequest("'\(url)' is not a URL")
        }
        guard let scheme = components.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw .invalidRequest("'\(url)' is not an http or https URL")
        }
        guard let host = components.host, !host.isEmpty else {
            throw .invalidRequest("'\(url)' names no host")
        }
        if !query.isEmpty {
            let appended = PercentEncoding.query(query)
            components.percentEncodedQuery =
                components.percentEncodedQuery.map { "\($0)&\(appended)" } ?? appended
        }
        guard let url = components.url else { throw .invalidRequest("'\(url)' is not a URL") }
        return url
    }

    /// RFC 9110, section 5: https://www.rfc-editor.org/rfc/rfc9110#section-5
    private func checkHeader(_ name: String, _ value: String) throws(RESTError) {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter) else {
            throw .invalidRequest("'\(name)' is not a header name")
        }
        // A line break would start another header.
        guard !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
            throw .invalidRequest("the value of header '\(name)' has a control character")
        }
    }

    private func encode(_ body: RESTBody, into request: inout URLRequest) throws(RESTError) {
        switch body {
        case .raw(let data):
            request.httpBody = data
        case .parameters(let parameters):
            if request.value(forHTTPHeaderField: "Content-Type") == nil {
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            }
            let contentType = request.value(forHTTPHeaderField: "Content-Type") ?? ""
            request.httpBody = try encode(parameters, as: contentType)
        }
    }

    private func encode(_ parameters: [String: RESTValue], as contentType: String) throws(RESTError) -> Data {
        switch MediaType(contentType) {
        case let type where type.isJSON:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            do {
                return try encoder.encode(parameters)
            } catch {
                throw .invalidRequest("the parameters cannot be written as JSON: \(error)")
            }
        case "application/x-www-form-urlencoded":
            return Data(PercentEncoding.form(parameters).utf8)
        default:
            throw .invalidRequest("parameters cannot be written as '\(contentType)'")
        }
    }
}

extension UInt8 {
    /// Whether a byte may stand in a header name.
    fileprivate var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
