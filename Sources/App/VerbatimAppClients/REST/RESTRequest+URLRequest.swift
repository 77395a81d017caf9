import Foundation

extension RESTRequest {
    /// Returns the request as a session sends it.
    func urlRequest() throws(InvalidRequest) -> URLRequest {
        var request = URLRequest(url: try completeURL())
        request.httpMethod = method.rawValue
        options.apply(to: &request)
        for (name, value) in headers {
            try validateHeader(name, value)
            request.setValue(value, forHTTPHeaderField: name)
        }
        if let body {
            guard method != .get else { throw .bodyOfGET }
            try encode(body, into: &request)
        }
        return request
    }

    private func completeURL() throws(InvalidRequest) -> URL {
        guard var components = URLComponents(string: url, encodingInvalidCharacters: false) else {
            throw .notAURL(url)
        }
        guard let scheme = components.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw .unsupportedScheme(url)
        }
        guard let host = components.host, !host.isEmpty else {
            throw .noHost(url)
        }
        if !query.isEmpty {
            let appended = FormEncoding.query(query)
            components.percentEncodedQuery =
                components.percentEncodedQuery.map { "\($0)&\(appended)" } ?? appended
        }
        guard let complete = components.url else { throw .notAURL(url) }
        return complete
    }

    /// RFC 9110, section 5: https://www.rfc-editor.org/rfc/rfc9110#section-5
    private func validateHeader(_ name: String, _ value: String) throws(InvalidRequest) {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter) else {
            throw .headerName(name)
        }
        // A line break would start another header.
        guard !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
            throw .headerValue(name: name)
        }
    }

    private func encode(_ body: RESTBody, into request: inout URLRequest) throws(InvalidRequest) {
        switch body {
        case .raw(let data):
            request.httpBody = data
        case .file(let file):
            // The file is part of the task, not of the request.
            guard FileManager.default.isReadableFile(atPath: file.path) else { throw .unreadableFile(file) }
        case .stream(let makeStream):
            request.httpBodyStream = makeStream()
        case .multipart(let form):
            request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
            request.httpBody = form.encoded()
        case .parameters(let parameters):
            let contentType = request.value(forHTTPHeaderField: "Content-Type") ?? "application/json"
            request.setValue(contentType, forHTTPHeaderField: "Content-Type")
            request.httpBody = try encode(parameters, as: contentType)
        }
    }

    private func encode(_ parameters: [String: RESTValue], as contentType: String) throws(InvalidRequest)
        -> Data
    {
        switch ContentType(contentType) {
        case let type where type.isJSON:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            do {
                return try encoder.encode(parameters)
            } catch {
                throw .parametersAsJSON
            }
        case "application/x-www-form-urlencoded":
            return Data(FormEncoding.form(parameters).utf8)
        default:
            throw .contentTypeOfParameters(contentType)
        }
    }
}

extension RESTOptions {
    fileprivate func apply(to request: inout URLRequest) {
        if let timeout { request.timeoutInterval = timeout }
        if let cachePolicy { request.cachePolicy = cachePolicy }
        if let allowsCellularAccess { request.allowsCellularAccess = allowsCellularAccess }
    }
}

extension UInt8 {
    /// Whether a byte is allowed in a header name.
    fileprivate var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
