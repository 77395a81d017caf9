/// The rate at which requests are sent to a provider while recording.
///
/// ```swift
/// API(name: "itunes", rate: .every(.seconds(3)))   // 20 requests a minute
/// ```
///
/// It applies to the requests of all scenarios of an API together. A fake provider needs none.
public struct RequestRate: Sendable, Hashable {
    /// The shortest time between the beginnings of two requests.
    public var interval: Duration

    /// Creates a rate from the shortest time between the beginnings of two requests; a negative one is zero.
    public static func every(_ interval: Duration) -> RequestRate {
        RequestRate(interval: max(.zero, interval))
    }

    /// Creates a rate from a number of requests per second, which may be a fraction.
    ///
    /// - Parameter count: The number; one that is not positive limits nothing.
    public static func perSecond(_ count: Double) -> RequestRate {
        RequestRate(interval: count > 0 && count.isFinite ? .seconds(1 / count) : .zero)
    }

    private init(interval: Duration) {
        self.interval = interval
    }
}
