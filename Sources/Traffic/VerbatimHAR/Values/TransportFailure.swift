/// A request that got no whole response: refused, reset, timed out, truncated ...
///
/// The domain and code are the ones of the error the app saw (`NSURLErrorDomain`, -1004), so that a replay
/// gives the app the same error.
public struct TransportFailure: Error, Sendable, Hashable {
    /// The error domain, as a rule `NSURLErrorDomain`.
    public var domain: String
    /// The code within the domain.
    public var code: Int
    /// What the transport said, in words.
    public var reason: String

    /// Creates a failure.
    public init(domain: String = "NSURLErrorDomain", code: Int, reason: String) {
        self.domain = domain
        self.code = code
        self.reason = reason
    }
}

extension TransportFailure: CustomStringConvertible {
    /// The reason, then domain and code.
    public var description: String { "\(reason) (\(domain) \(code))" }
}
