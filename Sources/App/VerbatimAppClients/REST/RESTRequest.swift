public import Foundation

/// A request to a REST service.
public struct RESTRequest: Sendable {
    /// The method.
    public var method: RESTMethod
    /// The absolute address, `http` or `https`, already percent-encoded; a query in it is kept.
    public var url: String
    /// Items to append to the query, in order, not yet percent-encoded; one without a value is a bare name.
    public var query: [URLQueryItem]
    /// Header fields by name.
    public var headers: [String: String]
    /// The body, or nil for none.
    public var body: RESTBody?

    /// Creates a request.
    public init(
        _ method: RESTMethod = .get, _ url: String, query: [URLQueryItem] = [],
        headers: [String: String] = [:],
        body: RESTBody? = nil
    ) {
        self.method = method
        self.url = url
        self.query = query
        self.headers = headers
        self.body = body
    }
}
