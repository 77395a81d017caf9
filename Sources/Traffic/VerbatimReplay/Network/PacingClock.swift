package import Foundation

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

    /// Creates a clock.
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

    /// The clock of the system.
    package static let system = PacingClock(
        now: { .now }, date: { Date() }, wait: { try await Task.sleep(for: $0) },
        chance: { Double.random(in: 0..<1) })
}
