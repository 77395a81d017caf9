/// The failure of a request without a complete response: refused, reset, timed out, truncated ...
///
/// Domain and code are those of the error that the app got (`NSURLErrorDomain`, -1004), so that it gets the
/// same error in a replay.
public struct TransportFailure: Error, Sendable, Hashable {
    /// The error domain, usually `NSURLErrorDomain`.
    public var domain: String
    /// The code within the domain.
    public var code: Int
    /// The message of the transport.
    public var reason: String

    /// Creates a failure.
    public init(domain: String = "NSURLErrorDomain", code: Int, reason: String) {
        self.domain = domain
        self.code = code
        self.reason = reason
    }
}

extension TransportFailure {
    /// The failure of a request that the app cancelled: `NSURLErrorCancelled`.
    public static let cancelled = TransportFailure(code: -999, reason: "cancelled")

    /// Whether the app cancelled the request.
    public var isCancellation: Bool { (domain, code) == (Self.cancelled.domain, Self.cancelled.code) }
}

extension TransportFailure: CustomStringConvertible {
    /// The reason, then domain and code.
    public var description: String { "\(reason) (\(domain) \(code))" }
}

// MARK: - Failures in recordings

extension TransportFailure {
    /// The failure of an entry that has no response and does not say why.
    static let unexplained = TransportFailure(
        code: -1, reason: "the recording has no response and does not say why")

    /// Creates a failure from the error text of Chrome and Edge, such as `net::ERR_CONNECTION_REFUSED`.
    init(chromeError text: String) { self.init(code: TransportFailure.chromeCodes[text] ?? -1, reason: text) }

    /// The codes of the `URLError` that an app gets for the same reason.
    private static let chromeCodes = [
        "net::ERR_ABORTED": -999, "net::ERR_TIMED_OUT": -1001, "net::ERR_CONNECTION_TIMED_OUT": -1001,
        "net::ERR_NAME_NOT_RESOLVED": -1003, "net::ERR_CONNECTION_REFUSED": -1004,
        "net::ERR_CONNECTION_RESET": -1005, "net::ERR_CONNECTION_CLOSED": -1005,
        "net::ERR_EMPTY_RESPONSE": -1005, "net::ERR_INCOMPLETE_CHUNKED_ENCODING": -1005,
        "net::ERR_CONTENT_LENGTH_MISMATCH": -1005, "net::ERR_TOO_MANY_REDIRECTS": -1007,
        "net::ERR_INTERNET_DISCONNECTED": -1009, "net::ERR_INVALID_RESPONSE": -1011,
        "net::ERR_SSL_PROTOCOL_ERROR": -1200, "net::ERR_CERT_DATE_INVALID": -1201,
        "net::ERR_CERT_AUTHORITY_INVALID": -1202,
    ]
}
