public import struct Foundation.Data

/// A request as the app made it.
public struct HTTPRequest: Sendable, Hashable {
    /// The method, in the case it came in (methods are case-sensitive).
    public var method: String
    /// The absolute URL, byte for byte as given, without a fragment.
    public var url: String
    /// The header fields the caller set; what a transport adds by itself is not among them.
    public var headers: HeaderFields
    /// The body, or nil when there is none.
    public var body: Data?

    /// Creates a request.
    public init(_ method: String = "GET", _ url: String, headers: HeaderFields = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}
