public import Foundation

/// A request to a REST service.
public struct RESTRequest: Sendable {
    /// The method.
    public var method: RESTMethod
    /// The absolute URL, `http` or `https`, already percent-encoded; a query in it is kept.
    public var url: String
    /// Items to append to the query, in order, not percent-encoded; one without a value is a name without
    /// `=`.
    public var query: [URLQueryItem]
    /// The headers by name.
    public var headers: [String: String]
    /// The body.
    public var body: RESTBody?
    /// The behavior of the URL loading system.
    public var options: RESTOptions

    /// Creates a request.
    public init(
        _ method: RESTMethod = .get, _ url: String, query: [URLQueryItem] = [],
        headers: [String: String] = [:], body: RESTBody? = nil, options: RESTOptions = RESTOptions()
    ) {
        self.method = method
        self.url = url
        self.query = query
        self.headers = headers
        self.body = body
        self.options = options
    }
}

/// The behavior of the URL loading system for one request; what is nil is as in the session's configuration.
public struct RESTOptions: Sendable, Hashable {
    /// The seconds without any data after which the request fails; Linux ignores fractions of a second.
    public var timeout: TimeInterval?
    /// The use of stored responses.
    public var cachePolicy: URLRequest.CachePolicy?
    /// Whether the request may use a cellular network.
    public var allowsCellularAccess: Bool?
    /// The priority among the requests of the session, from 0 to 1.
    public var priority: Float?

    /// Creates options.
    public init(
        timeout: TimeInterval? = nil, cachePolicy: URLRequest.CachePolicy? = nil,
        allowsCellularAccess: Bool? = nil, priority: Float? = nil
    ) {
        self.timeout = timeout
        self.cachePolicy = cachePolicy
        self.allowsCellularAccess = allowsCellularAccess
        self.priority = priority
    }
}

/// The method of a request.
///
/// RFC 9110, section 9: https://www.rfc-editor.org/rfc/rfc9110#section-9
public enum RESTMethod: String, Sendable, CaseIterable {
    /// Reads a resource.
    case get = "GET"
    /// Creates a resource or runs an action.
    case post = "POST"
    /// Replaces a resource.
    case put = "PUT"
    /// Changes parts of a resource.
    case patch = "PATCH"
    /// Removes a resource.
    case delete = "DELETE"
}

/// The body of a request.
public enum RESTBody: Sendable {
    /// Named values, encoded as a JSON object or as a form, depending on the request's `Content-Type`.
    ///
    /// Without a `Content-Type` they are encoded as JSON. They are sorted by name, so that equal parameters
    /// are encoded as equal bytes.
    case parameters([String: RESTValue])
    /// Bytes, sent unchanged.
    case raw(Data)
    /// The bytes of a file, which is read while it is sent.
    case file(URL)
}

/// The value of a body parameter.
public enum RESTValue: Sendable, Hashable {
    /// A string.
    case string(String)
    /// An integer.
    case integer(Int)
    /// A decimal number, such as an amount of money.
    case decimal(Decimal)
    /// A Boolean value.
    case bool(Bool)
}

extension RESTValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Creates a Boolean value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension RESTValue: Encodable {
    /// Encodes the value itself, without a wrapper.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        }
    }
}

extension RESTValue: CustomStringConvertible {
    /// The value as written in a form.
    public var description: String {
        switch self {
        case .string(let value): value
        case .integer(let value): String(value)
        case .decimal(let value): value.description
        case .bool(let value): String(value)
        }
    }
}

// MARK: - The request of the URL loading system

extension RESTRequest {
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
        guard let host = components.host, !host.isEmpty else { throw .noHost(url) }
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
        guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter) else { throw .headerName(name) }
        // A line break would start another header.
        guard !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
            throw .headerValue(name: name)
        }
    }

    private func encode(_ body: RESTBody, into request: inout URLRequest) throws(InvalidRequest) {
        switch body {
        case .raw(let data): request.httpBody = data
        case .file(let file):
            // The file is part of the task, not of the request.
            guard FileManager.default.isReadableFile(atPath: file.path) else { throw .unreadableFile(file) }
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
        case "application/x-www-form-urlencoded": return Data(FormEncoding.form(parameters).utf8)
        default: throw .contentTypeOfParameters(contentType)
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

/// Encodes queries and forms.
///
/// `URLComponents` does not encode `+` in a query, which servers decode as a space. Here everything but
/// unreserved characters is encoded.
enum FormEncoding {
    /// RFC 3986, section 2.3: https://www.rfc-editor.org/rfc/rfc3986#section-2.3
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// The characters that are not encoded in a form, and the space, which becomes `+`.
    ///
    /// https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set
    private static let unencodedInForms = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._* ")

    /// Encodes query items, in order.
    static func query(_ items: [URLQueryItem]) -> String {
        items.map { item in
            let name = encode(item.name, leaving: unreserved)
            return item.value.map { "\(name)=\(encode($0, leaving: unreserved))" } ?? name
        }.joined(separator: "&")
    }

    /// Encodes form fields, sorted by name.
    static func form(_ fields: [String: RESTValue]) -> String {
        fields.sorted { $0.key < $1.key }.map { name, value in
            "\(formComponent(name))=\(formComponent(value.description))"
        }.joined(separator: "&")
    }

    /// Encodes a part of a path, so that it cannot become several or a query.
    static func pathComponent(_ text: String) -> String { encode(text, leaving: unreserved) }

    private static func formComponent(_ text: String) -> String {
        encode(text, leaving: unencodedInForms).replacingOccurrences(of: " ", with: "+")
    }

    private static func encode(_ text: String, leaving allowed: CharacterSet) -> String {
        // Never nil, because Swift strings are valid Unicode.
        text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}
