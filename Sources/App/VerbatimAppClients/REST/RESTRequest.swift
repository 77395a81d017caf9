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
    /// The bytes of a stream, which is read while it is sent.
    ///
    /// The closure makes the stream when the request is sent. The length is unknown to the service.
    case stream(@Sendable () -> InputStream)
    /// The parts of a form, such as files that a person chose.
    case multipart(MultipartForm)
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
