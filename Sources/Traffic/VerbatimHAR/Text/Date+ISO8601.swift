package import Foundation

extension Date {
    /// The day in UTC, as `yyyy-MM-dd`.
    package var isoDay: String { formatted(.iso8601.year().month().day().dateSeparator(.dash)) }

    /// The time in UTC with milliseconds as RFC 3339 text, `2026-11-21T10:00:00.000Z`.
    package var isoMilliseconds: String {
        formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
