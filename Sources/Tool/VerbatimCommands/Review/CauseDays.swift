import VerbatimContract
import VerbatimJSON
import VerbatimReports

/// The days on which causes began, as Git has the recordings. They are read when the first one is asked for.
final class CauseDays {
    private let context: CommandContext
    private lazy var days = load()

    init(in context: CommandContext) {
        self.context = context
    }

    /// Returns since when recordings show a cause: `since 2026-11-15`; nil if that is not known.
    func text(of cause: Cause) -> String? {
        guard cause.history.isEmpty else { return "since the last commit" }
        return days[cause.id].map { "since \($0)" }
    }

    private func load() -> [String: String] {
        // A review does not depend on it: without it, it says less.
        guard let history = try? context.historyReader.history() else { return [:] }
        return history.days.filter { $0.commit != nil }.reduce(into: [:]) { days, day in
            for cause in CauseFinder.causes(of: day.changes) { days[cause.id] = day.day }
        }
    }
}
