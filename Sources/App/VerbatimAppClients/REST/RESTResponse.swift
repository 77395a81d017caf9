public import Foundation

/// What a REST service answered, whatever its status.
public struct RESTResponse: Sendable {
    /// The address that answered, after redirects.
    public let url: URL?
    /// The status code.
    public let status: Int
    /// The header fields by name, in the case the transport gave them; use ``header(_:)`` to look one up.
    public let headers: [String: String]
    /// The body; empty when there was none.
    public let body: Data

    /// Creates a response.
    public init(url: URL?, status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// What the status code says at first glance.
    public var outcome: RESTOutcome { RESTOutcome(status: status) }

    /// Finds the value of a header field; names are compared without case.
    public func header(_ name: String) -> String? {
        headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
    }

    /// The response itself if its status is a success.
    ///
    /// - Throws: ``RESTError/clientError(_:)``, ``RESTError/serverError(_:)`` or ``RESTError/unexpectedStatus(_:)``.
    public func successful() throws(RESTError) -> RESTResponse {
        switch outcome {
        case .success: return self
        case .clientError: throw .clientError(self)
        case .serverError: throw .serverError(self)
        case .other: throw .unexpectedStatus(self)
        }
    }

    /// Decodes the body, whatever the status.
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

    /// Whether the service sent a page for people where data was expected, whatever it calls it.
    var isHTML: Bool {
        if let contentType = header("Content-Type"), ContentType(contentType) == "text/html" { return true }
        let beginning = String(decoding: body.drop { $0 <= 0x20 }.prefix(14), as: UTF8.self).lowercased()
        return beginning.hasPrefix("<html") || beginning == "<!doctype html"
    }
}
