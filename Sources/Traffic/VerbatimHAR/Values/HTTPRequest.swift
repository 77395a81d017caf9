public import struct Foundation.Data

/// A request as the app sent it.
public struct HTTPRequest: Sendable, Hashable {
    /// The method, which is case-sensitive.
    public var method: String
    /// The absolute URL, byte for byte as given, without a fragment.
    public var url: String
    /// The header fields that the app set, without those that a transport adds.
    public var headers: HeaderFields
    /// The body, or nil.
    public var body: Data?

    /// Creates a request.
    public init(_ method: String = "GET", _ url: String, headers: HeaderFields = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}
