public import VerbatimHAR

/// Which requests are the same request.
///
/// Method, scheme, host, port and path are, and query items in any order, and bodies: JSON by value, forms by
/// field in any order, multipart without its boundary, anything else by its bytes. Header fields are not.
public struct MatchingRules: Sendable {
    /// Query items that differ from run to run and are not compared.
    public var ignoredQueryItems: Set<String>
    /// Members of JSON bodies, as JSON Pointers, and fields of forms, `/name`, that are not compared.
    public var ignoredBodyMembers: Set<String>
    /// Header fields that are compared.
    public var matchedHeaders: [String]
    /// Brings a request to the form that is compared; the recorded one goes through it as well.
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

    /// A request in the form that is compared.
    func normalized(_ request: HTTPRequest) -> HTTPRequest {
        guard let normalize else { return request }
        var request = request
        normalize(&request)
        return request
    }
}
