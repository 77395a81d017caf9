public import VerbatimContract

/// The changes of recordings from day to day.
public struct RecordingHistory: Sendable {
    /// The changes of one day.
    public struct Day: Sendable {
        /// The day, such as `2026-11-22`.
        public let day: String
        /// The abbreviated commit, or nil for changes that are not committed.
        public let commit: String?
        /// The changes since the day before that is listed.
        public let changes: [Finding]
        /// The number of recordings that could not be compared.
        public let unreadable: Int

        /// Creates a day.
        public init(day: String, commit: String?, changes: [Finding], unreadable: Int = 0) {
            self.day = day
            self.commit = commit
            self.changes = changes
            self.unreadable = unreadable
        }
    }

    /// The days on which recordings changed, from the oldest to the newest.
    public let days: [Day]
    /// The number of older days that were not compared.
    public let omittedDays: Int

    /// Creates a history.
    public init(days: [Day], omittedDays: Int) {
        self.days = days
        self.omittedDays = omittedDays
    }
}
