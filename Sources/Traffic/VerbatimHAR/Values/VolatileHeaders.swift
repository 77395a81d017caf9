/// The response header fields whose values or presence say nothing about an API.
package struct VolatileHeaders: Sendable {
    /// The parts of a field that count when responses are compared.
    package enum Significance: Sendable {
        /// The name and the value.
        case value
        /// The name. The value differs in every response, or with the client.
        case presence
        /// Nothing. Caches, gateways and load balancers add the field or omit it.
        case none
    }

    private let transient: Set<String>
    private let transientPrefixes: [String]

    /// Creates the fields that are known, and others that a gateway of an API adds.
    ///
    /// - Parameter patterns: Names in any case. One that ends in `*` stands for all that begin with the rest.
    package init(adding patterns: Set<String> = []) {
        let patterns = Self.transientPatterns.union(patterns.map { $0.lowercased() })
        transient = patterns.filter { !$0.hasSuffix("*") }
        transientPrefixes = patterns.filter { $0.hasSuffix("*") }.map { String($0.dropLast()) }
    }

    /// - Parameter name: The name, in any case.
    package func significance(of name: String) -> Significance {
        let name = name.lowercased()
        if transient.contains(name) || transientPrefixes.contains(where: name.hasPrefix) { return .none }
        return Self.varying.contains(name) ? .presence : .value
    }

    private static let varying: Set = [
        "date", "expires", "etag", "last-modified", "content-md5", "x-request-id", "request-id",
        "x-correlation-id", "x-runtime", "x-response-time", "server-timing", "cookie", "set-cookie",
        // The best coding that both sides know: gzip for one client, Brotli for another.
        "content-encoding",
    ]

    /// The fields of caches, content delivery networks, gateways, load balancers and tracing.
    private static let transientPatterns: Set = [
        "age", "via", "x-cache", "x-cache-hits", "x-cache-lookup", "x-served-by", "x-timer", "x-varnish",
        "cf-*", "x-amz-*", "x-amzn-*", "x-akamai-*", "x-azure-ref", "x-fastly-*", "x-edge-*", "fly-*",
        "x-vercel-*", "x-nf-request-id", "x-kong-*", "x-envoy-*", "x-apple-*", "apple-seq", "apple-tk",
        "x-webobjects-loadaverage", "x-ratelimit-*", "ratelimit-*", "nel", "report-to", "reporting-endpoints",
        "alt-svc", "connection", "keep-alive", "traceparent", "tracestate", "x-cloud-trace-*", "x-b3-*",
    ]
}
