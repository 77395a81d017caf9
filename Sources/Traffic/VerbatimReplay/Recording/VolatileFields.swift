import VerbatimHAR

/// Header fields that change from response to response though the API says the same.
enum VolatileFields {
    /// The fields that last, in lower case and in an order of their own, to be compared.
    static func lasting(_ headers: HeaderFields) -> [[String]] {
        headers.compactMap { field in
            let name = field.name.lowercased()
            guard !comingAndGoing.contains(name), !prefixes.contains(where: { name.hasPrefix($0) }) else {
                return nil
            }
            if changing.contains(name) { return [name] }
            return [name, name == "cache-control" ? withoutNumbers(field.value) : field.value]
        }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Fields an API sends every time with another value; whether they are there at all does count.
    private static let changing: Set = [
        "date", "expires", "etag", "last-modified", "content-md5", "x-request-id", "request-id",
        "x-correlation-id",
        "x-runtime", "x-response-time", "server-timing", "cookie", "set-cookie",
    ]

    /// Fields that the way of a response through caches and balancers adds or not.
    private static let comingAndGoing: Set = [
        "age", "via", "x-cache", "x-cache-hits", "x-cache-lookup", "x-served-by", "x-timer", "x-varnish",
        "cf-ray",
        "cf-cache-status", "nel", "report-to", "reporting-endpoints", "alt-svc", "connection", "keep-alive",
        "apple-seq", "apple-tk", "x-webobjects-loadaverage",
    ]

    private static let prefixes = [
        "x-amz-", "x-amzn-", "x-ratelimit-", "ratelimit-", "x-apple-", "x-cloud-trace-", "x-b3-", "x-edge-",
    ]

    /// A cache counts `max-age` down.
    private static func withoutNumbers(_ value: String) -> String {
        value.filter { !$0.isNumber }
    }
}
