package import Foundation
package import VerbatimHAR
import VerbatimJSON

/// The rules by which a request is sent again that a provider was too busy to answer.
///
/// Sent again are requests that were refused with 429 or 503, or in the provider's own way, and those that
/// failed on the way: any of which nothing was sent, and otherwise those that may be repeated without another
/// effect.
///
/// RFC 9110, sections 9.2.2 and 10.2.3: https://www.rfc-editor.org/rfc/rfc9110
package struct RetryPolicy: Sendable {
    /// The number of times that a request is sent again, at most.
    package var limit: Int
    /// The time that is waited for a request, at most; a provider that asks for more is not asked again.
    package var patience: Duration
    /// Returns whether a response says in another way than by its status that the provider is too busy.
    private let isBusy: @Sendable (_ status: Int, _ body: Data) -> Bool

    package init(
        limit: Int, patience: Duration = .seconds(120),
        isBusy: @escaping @Sendable (_ status: Int, _ body: Data) -> Bool = { _, _ in false }
    ) {
        self.limit = limit
        self.patience = patience
        self.isBusy = isBusy
    }

    /// Returns the reason why a request may be sent again; nil if there is no reason.
    func reason(for outcome: Outcome, of request: HTTPRequest) -> RetryReason? {
        if case .response(let response) = outcome, let body = try? response.body.storedBytes(),
            isBusy(response.status, body)
        {
            return .refusal(response)
        }
        return RetryReason(outcome, of: request)
    }

    /// Sends nothing again.
    package static let none = RetryPolicy(limit: 0)

    /// The number of times that a failed request is sent again, at most; a network that is down stays down.
    private static let failureLimit = 2
    /// The longest time between two attempts that the provider has not asked for.
    private static let longestPause = 30.0

    /// Returns the time to wait before a request is sent again, or nil if it is not.
    ///
    /// The provider's `Retry-After` is obeyed, and otherwise the time doubles. Up to half of it is chance, so
    /// that clients that were refused together do not come back together.
    package func pause(
        after outcome: Outcome, of request: HTTPRequest, attempts: Int, waited: Duration, clock: PacingClock
    ) -> Duration? {
        guard attempts <= limit, let reason = reason(for: outcome, of: request) else { return nil }
        if case .failure = reason, attempts > Self.failureLimit { return nil }
        let doubled = min(Self.longestPause, Double(1 << min(attempts - 1, 16)))
        let pause: Duration =
            if let asked = reason.retryAfter(now: clock.date()) {
                .seconds(asked + clock.chance() * min(1, asked / 2))
            } else {
                .seconds(doubled / 2 + clock.chance() * doubled / 2)
            }
        return waited + pause <= patience ? pause : nil
    }
}

/// The reason why a request may be sent again.
package enum RetryReason: Sendable, CustomStringConvertible {
    /// The provider was too busy.
    case refusal(HTTPResponse)
    /// It got no response, or not all of it.
    case failure(TransportFailure)

    init?(_ outcome: Outcome, of request: HTTPRequest) {
        switch outcome {
        case .response(let response) where response.status == 429 || response.status == 503:
            self = .refusal(response)
        case .failure(let failure, _) where failure.domain == NSURLErrorDomain:
            let isLost = Self.unsent.contains(failure.code)
            let mayRepeat = Self.lost.contains(failure.code) && Self.idempotent.contains(request.method)
            guard isLost || mayRepeat else { return nil }
            self = .failure(failure)
        case .response, .failure: return nil
        }
    }

    private static let unsent: Set = [
        NSURLErrorCannotFindHost, NSURLErrorCannotConnectToHost, NSURLErrorDNSLookupFailed,
    ]
    private static let lost: Set = [NSURLErrorNetworkConnectionLost, NSURLErrorTimedOut]
    private static let idempotent: Set = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

    /// The status, or the failure: `429`, `connection lost (NSURLErrorDomain -1005)`.
    package var description: String {
        switch self {
        case .refusal(let response): "\(response.status)"
        case .failure(let failure): "\(failure)"
        }
    }

    /// Returns the seconds after which the provider asks to be asked again: a number, or a date.
    fileprivate func retryAfter(now: Date) -> Double? {
        guard case .refusal(let response) = self, let text = response.headers["Retry-After"] else {
            return nil
        }
        let value = text.trimmingCharacters(in: .whitespaces)
        if !value.isEmpty, value.utf8.count <= 9, value.utf8.allSatisfy(\.isDigit) { return Double(value) }
        return HTTPDate.date(value, now: now).map { max(0, $0.timeIntervalSince(now)) }
    }
}
