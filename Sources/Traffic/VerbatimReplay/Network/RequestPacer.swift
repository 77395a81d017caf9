package import Foundation
import Synchronization
import VerbatimHAR

/// Sends the requests of an API politely: no faster than its rate, and again if the provider was too busy.
///
/// While a provider asks to wait, the other requests of the API wait as well. Any number of threads may use a
/// pacer.
package final class RequestPacer: Sendable {
    /// A wait before a request is sent again.
    package struct Pause: Sendable {
        package let reason: RetryReason
        package let duration: Duration
        /// The number of times that the request was sent so far.
        package let attempts: Int
        /// The number of times that it is sent again, at most.
        package let limit: Int
    }

    /// Sends a request once.
    typealias Attempt = @Sendable (@escaping @Sendable (ResponsePart) -> Void) -> any CancellableTask

    private let interval: Duration
    private let retries: RetryPolicy
    private let clock: PacingClock
    private let report: @Sendable (Pause) -> Void
    /// The instant from which the next request may be sent.
    private let next = Mutex<ContinuousClock.Instant?>(nil)

    /// Creates a pacer with the rate of the API, nil for any, that reports each wait before a request is sent
    /// again when it begins.
    package init(
        rate: RequestRate?, retries: RetryPolicy, clock: PacingClock = .system,
        report: @escaping @Sendable (Pause) -> Void = { _ in }
    ) {
        interval = rate?.interval ?? .zero
        self.retries = retries
        self.clock = clock
        self.report = report
    }

    func send(
        _ request: HTTPRequest, _ attempt: @escaping Attempt,
        receive: @escaping @Sendable (ResponsePart) -> Void
    ) -> any CancellableTask {
        Task {
            if let outcome = await outcome(of: request, attempt, receive) { receive(.end(outcome)) }
        }
    }

    /// Returns the last outcome of a request; nil if it was received in parts.
    private func outcome(
        of request: HTTPRequest, _ attempt: @escaping Attempt,
        _ receive: @escaping @Sendable (ResponsePart) -> Void
    ) async -> Outcome? {
        var attempts = 0
        var waited = Duration.zero
        do {
            while true {
                try await waitForTurn()
                let (outcome, isReceived) = await RunningAttempt().end(of: attempt, receive)
                guard !isReceived else { return nil }
                attempts += 1
                guard let reason = retries.reason(for: outcome, of: request),
                    let pause = retries.pause(
                        after: outcome, of: request, attempts: attempts, waited: waited, clock: clock)
                else { return outcome }
                report(Pause(reason: reason, duration: pause, attempts: attempts, limit: retries.limit))
                waited += pause
                hold(for: pause)
                try await clock.wait(pause)
            }
        } catch {
            return .failure(.cancelled)
        }
    }

    /// Reserves the next time to send, and waits for it.
    private func waitForTurn() async throws {
        let wait = next.withLock { next in
            let now = clock.now()
            let turn = max(now, next ?? now)
            next = turn + interval
            return turn - now
        }
        if wait > .zero { try await clock.wait(wait) }
    }

    /// Lets no request be sent for some time.
    private func hold(for pause: Duration) {
        next.withLock { next in
            let end = clock.now() + pause
            next = max(end, next ?? end)
        }
    }
}

/// A request that has been sent, whose task may be cancelled.
///
/// A stream is received in parts, and is not sent again. Any other response is received at its end, which
/// may be a reason to send the request again.
final class RunningAttempt: Sendable {
    private let task = PendingTask()
    private let isStream = Mutex(false)

    /// Sends the request, and returns its outcome, and whether that was received in parts.
    func end(
        of attempt: RequestPacer.Attempt, _ receive: @escaping @Sendable (ResponsePart) -> Void = { _ in }
    ) async -> (outcome: Outcome, isReceived: Bool) {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let running = attempt { [self] part in
                    let isReceived = isReceived(part)
                    if isReceived { receive(part) }
                    if let outcome = part.outcome { continuation.resume(returning: (outcome, isReceived)) }
                }
                task.set(running)
            }
        } onCancel: {
            task.cancel()
        }
    }

    private func isReceived(_ part: ResponsePart) -> Bool {
        isStream.withLock { isStream in
            if case .head(let head) = part { isStream = head.status < 300 && head.isStream }
            return isStream
        }
    }
}

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

    /// Creates a rate from a number of requests per second, which may be a fraction; one that is not positive
    /// limits nothing.
    public static func perSecond(_ count: Double) -> RequestRate {
        RequestRate(interval: count > 0 && count.isFinite ? .seconds(1 / count) : .zero)
    }

    private init(interval: Duration) { self.interval = interval }
}

/// Time and chance, as pacing and progress use them. Tests replace them, and wait for nothing.
package struct PacingClock: Sendable {
    /// Returns the current instant, which never goes back.
    package var now: @Sendable () -> ContinuousClock.Instant
    /// Returns the date, by which a provider says when it can be asked again.
    package var date: @Sendable () -> Date
    /// Waits, and throws if the task is cancelled.
    package var wait: @Sendable (Duration) async throws -> Void
    /// Returns a random number from 0 up to 1.
    package var chance: @Sendable () -> Double

    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant, date: @escaping @Sendable () -> Date,
        wait: @escaping @Sendable (Duration) async throws -> Void,
        chance: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.date = date
        self.wait = wait
        self.chance = chance
    }

    package static let system = PacingClock(
        now: { .now }, date: { Date() }, wait: { try await Task.sleep(for: $0) },
        chance: { Double.random(in: 0..<1) })
}
