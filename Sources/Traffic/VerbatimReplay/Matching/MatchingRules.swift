public import VerbatimHAR

/// The rules by which a request matches a recorded one.
///
/// Compared are method, scheme, host, port, path, query items in any order, and the body: JSON by value,
/// forms by field in any order, multipart bodies without their boundary, anything else byte for byte. Header
/// fields are not compared.
public struct MatchingRules: Sendable {
    /// The query items that differ from run to run and are not compared.
    public var ignoredQueryItems: Set<String>
    /// The members of JSON bodies, as JSON Pointers, and the fields of forms, as `/name`, that are not
    /// compared.
    public var ignoredBodyMembers: Set<String>
    /// The header fields that are compared.
    public var matchedHeaders: [String]
    /// Rewrites a request before it is compared; applied to recorded requests as well.
    public var normalize: (@Sendable (inout HTTPRequest) -> Void)?

    /// Creates rules.
    public init(
        ignoredQueryItems: Set<String> = [], ignoredBodyMembers: Set<String> = [],
        matchedHeaders: [String] = [],
        normalize: (@Sendable (inout HTTPRequest) -> Void)? = nil
    ) {
        self.ignoredQueryItems = ignoredQueryItems
        self.ignoredBodyMembers = ignoredBodyMembers
        self.matchedHeaders = matchedHeaders
        self.normalize = normalize
    }

    /// Returns a request as it is compared.
    func normalized(_ request: HTTPRequest) -> HTTPRequest {
        guard let normalize else { return request }
        var request = request
        normalize(&request)
        return request
    }
}
