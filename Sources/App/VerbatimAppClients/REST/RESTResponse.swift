public import Foundation

/// A response of a REST service, of any status.
public struct RESTResponse: Sendable {
    /// The URL that responded, after redirects.
    public let url: URL?
    /// The status code.
    public let status: Int
    /// The headers by name, in the letter case of the URL loading system; see ``header(_:)``.
    public let headers: [String: String]
    /// The body, which may be empty.
    public let body: Data

    /// Creates a response.
    public init(url: URL?, status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The class of the status code.
    public var outcome: RESTOutcome { RESTOutcome(status: status) }

    /// Returns the value of a header, ignoring the case of its name.
    public func header(_ name: String) -> String? {
        headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
    }

    /// Returns the response itself if its status is a success.
    ///
    /// - Throws: ``RESTError/clientError(_:)``, ``RESTError/serverError(_:)`` or
    ///   ``RESTError/unexpectedStatus(_:)``.
    public func successful() throws(RESTError) -> RESTResponse {
        switch outcome {
        case .success: return self
        case .clientError: throw .clientError(self)
        case .serverError: throw .serverError(self)
        case .other: throw .unexpectedStatus(self)
        }
    }

    /// Decodes the body, regardless of the status.
    ///
    /// - Throws: ``RESTError/undecodable(_:_:)`` with the decoder's error.
    public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self, by decoder: JSONDecoder
    ) throws(RESTError) -> Value {
        do {
            return try decoder.decode(type, from: body)
        } catch {
            throw .undecodable(self, error)
        }
    }

    /// Whether the body is an HTML page, even if the content type is another.
    public var isHTML: Bool {
        if let contentType = header("Content-Type"), ContentType(contentType) == "text/html" { return true }
        let beginning = String(decoding: body.drop { $0 <= 0x20 }.prefix(14), as: UTF8.self).lowercased()
        return beginning.hasPrefix("<html") || beginning == "<!doctype html"
    }
}

/// The class of a status code.
///
/// RFC 9110, section 15: https://www.rfc-editor.org/rfc/rfc9110#section-15
public enum RESTOutcome: Sendable, Hashable {
    /// 2xx: the request succeeded.
    case success
    /// 4xx: the service rejected the request.
    case clientError
    /// 5xx: the service failed.
    case serverError
    /// Any other status, such as a redirection that was not followed.
    case other

    /// Classifies a status code.
    public init(status: Int) {
        switch status {
        case 200..<300: self = .success
        case 400..<500: self = .clientError
        case 500..<600: self = .serverError
        default: self = .other
        }
    }
}

/// The type and subtype of a `Content-Type`, in lowercase, without parameters.
///
/// RFC 9110, section 8.3.1: https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
struct ContentType: Hashable, ExpressibleByStringLiteral {
    let text: String

    init(_ contentType: String) {
        let type = contentType.prefix { $0 != ";" }
        text = type.filter { !$0.isWhitespace }.lowercased()
    }

    init(stringLiteral value: String) { text = value }

    var isJSON: Bool { text == "application/json" || text.hasSuffix("+json") }
}
