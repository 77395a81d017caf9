public import VerbatimHAR

/// The rules by which requests match recorded ones, and by which a response counts as changed.
///
/// Compared are method, scheme, host, port, path, query items in any order, and the body: JSON by value,
/// forms by field in any order, multipart bodies without their boundary, anything else byte for byte. Header
/// fields are not compared.
///
/// A response is recorded again only if it differs in more than the header fields that caches and gateways
/// add, such as `Age`, `Via` and those that begin with `X-Amz-` or `CF-`.
public struct MatchingRules: Sendable {
    /// The query items that differ from run to run and are not compared.
    public var ignoredQueryItems: Set<String>
    /// The members of JSON bodies, as JSON Pointers, and the fields of forms, as `/name`, that are not
    /// compared.
    public var ignoredBodyMembers: Set<String>
    /// The header fields that are compared.
    public var matchedHeaders: [String]
    /// The header fields of responses that a gateway of this API adds or varies, and that are not compared. A
    /// name that ends in `*` stands for all that begin with the rest: `X-Shard-*`.
    public var ignoredResponseHeaders: Set<String>
    /// Rewrites a request before it is compared; applied to recorded requests as well.
    public var normalize: (@Sendable (inout HTTPRequest) -> Void)?

    /// Creates rules.
    public init(
        ignoredQueryItems: Set<String> = [], ignoredBodyMembers: Set<String> = [],
        matchedHeaders: [String] = [], ignoredResponseHeaders: Set<String> = [],
        normalize: (@Sendable (inout HTTPRequest) -> Void)? = nil
    ) {
        self.ignoredQueryItems = ignoredQueryItems
        self.ignoredBodyMembers = ignoredBodyMembers
        self.matchedHeaders = matchedHeaders
        self.ignoredResponseHeaders = ignoredResponseHeaders
        self.normalize = normalize
    }

    /// Returns rules that also ignore parts of requests that differ from run to run.
    ///
    /// - Parameter names: The names of query items and form fields, and of members of JSON bodies: a name
    ///   is that of a member of the whole body, a JSON Pointer such as `/user/time` that of any.
    package func ignoring(_ names: Set<String>) -> MatchingRules {
        var rules = self
        rules.ignoredQueryItems.formUnion(names.filter { !$0.hasPrefix("/") })
        rules.ignoredBodyMembers.formUnion(names.map { $0.hasPrefix("/") ? $0 : "/" + $0 })
        return rules
    }

    /// The header fields of responses that are not compared.
    package var volatileHeaders: VolatileHeaders { VolatileHeaders(adding: ignoredResponseHeaders) }

    func normalized(_ request: HTTPRequest) -> HTTPRequest {
        guard let normalize else { return request }
        var request = request
        normalize(&request)
        return request
    }

    /// Returns rules that ignore some differences of requests as well, or nil if one cannot be ignored, as a
    /// different path.
    package func ignoring(_ differences: some Sequence<RequestDifference>) -> MatchingRules? {
        var rules = self
        for difference in differences {
            switch difference.part {
            case .queryItem(let name): rules.ignoredQueryItems.insert(name)
            case .field(let name): rules.ignoredBodyMembers.insert("/" + name)
            case .bodyMember(let pointer) where !pointer.isEmpty: rules.ignoredBodyMembers.insert(pointer)
            case .header(let name): rules.matchedHeaders.removeAll { $0.lowercased() == name.lowercased() }
            case .method, .origin, .path, .body, .bodyMember: return nil
            }
        }
        return rules
    }

    /// The rules as an argument in Swift: `matching: MatchingRules(ignoredQueryItems: ["t"])`.
    ///
    /// A closure that normalizes requests has no text; then these are arguments to add to the ones there.
    package var notation: String {
        let parts = [
            ("ignoredQueryItems", ignoredQueryItems.sorted()),
            ("ignoredBodyMembers", ignoredBodyMembers.sorted()), ("matchedHeaders", matchedHeaders),
            ("ignoredResponseHeaders", ignoredResponseHeaders.sorted()),
        ]
        let arguments = parts.filter { !$0.1.isEmpty }.map { name, values in
            "\(name): [\(values.map { String(reflecting: $0) }.joined(separator: ", "))]"
        }.joined(separator: ", ")
        return normalize == nil ? "matching: MatchingRules(\(arguments))" : arguments
    }
}
