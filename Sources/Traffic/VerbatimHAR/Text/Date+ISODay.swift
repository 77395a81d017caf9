package import Foundation

extension Date {
    /// The day in UTC, as `yyyy-MM-dd`.
    package var isoDay: String { formatted(.iso8601.year().month().day().dateSeparator(.dash)) }
}
