/// The response header fields whose values or presence say nothing about an API.
package enum VolatileHeaders {
    /// The parts of a field that count when responses are compared.
    package enum Significance: Sendable {
        /// The name and the value.
        case value
        /// The name. The value differs in every response.
        case presence
        /// Nothing. Caches, gateways and load balancers add the field or omit it.
        case none
    }

    /// Returns the parts of a field that count.
    ///
    /// - Parameter name: The name, in any case.
    package static func significance(of name: String) -> Significance {
        let name = name.lowercased()
        if transient.contains(name) || transientPrefixes.contains(where: name.hasPrefix) { return .none }
        return varying.contains(name) ? .presence : .value
    }

    private static let varying: Set = [
        "date", "expires", "etag", "last-modified", "content-md5", "x-request-id", "request-id",
        "x-correlation-id", "x-runtime", "x-response-time", "server-timing", "cookie", "set-cookie",
    ]

    private static let transient: Set = [
        "age", "via", "x-cache", "x-cache-hits", "x-cache-lookup", "x-served-by", "x-timer", "x-varnish",
        "cf-ray", "cf-cache-status", "nel", "report-to", "reporting-endpoints", "alt-svc", "connection",
        "keep-alive", "apple-seq", "apple-tk", "x-webobjects-loadaverage",
    ]

    private static let transientPrefixes = [
        "x-amz-", "x-amzn-", "x-ratelimit-", "ratelimit-", "x-apple-", "x-cloud-trace-", "x-b3-", "x-edge-",
    ]
}
