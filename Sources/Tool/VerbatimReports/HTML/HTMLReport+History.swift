public import VerbatimContract
import VerbatimJSON

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

extension HTMLReport {
    /// The number of fields that have a row in the table of days.
    private static let fieldLimit = 60
    /// The number of changes of a day that are listed.
    private static let dayLimit = 50

    /// The changes of the recordings by field and day, then in full by day.
    var historySection: Section? {
        guard let history else { return nil }
        let days = history.days
        let changed = days.filter { !$0.changes.isEmpty || $0.unreadable > 0 }
        guard !changed.isEmpty else {
            let text =
                days.isEmpty
                ? "The recordings are in no commit."
                : "No recorded field changed in "
                    + "\(String.count(days.count, "day")) of commits."
            return Section(
                id: "history", title: "Drift", note: "none", content: "<p class=\"empty\">\(text)</p>\n")
        }
        let older: HTML? =
            history.omittedDays > 0
            ? "<p class=\"note\">\(String.count(history.omittedDays, "older day")) not compared.</p>\n" : nil
        return Section(
            id: "history", title: "Drift", note: String.count(changed.count, "day"),
            content: """
                <p>The fields of the recordings that changed, by the day of their commit. Severities are those
                for the models of the app as they are now.</p>
                \(grid(changed))
                \(older)\(changed.reversed().map(list))
                """)
    }

    private func grid(_ days: [RecordingHistory.Day]) -> HTML {
        let all = days.enumerated().flatMap { index, day in day.changes.map { (index: index, item: $0) } }
        let fields = OrderedGroups(grouping: all) { $0.item.field }.pairs.sorted { one, other in
            let (first, second) = (one.1.worst, other.1.worst)
            return first == second ? one.1.count > other.1.count : first > second
        }
        let headings = days.map { day -> HTML in
            "<th scope=\"col\" class=\"cell\"><a href=\"#\(day.anchor)\">\(day.heading)</a></th>"
        }
        let rows = fields.prefix(Self.fieldLimit).map { field, changes -> HTML in
            let cells = days.indices.map { index in
                cell(changes.filter { $0.index == index }.map(\.item))
            }
            return """
                <tr><th scope="row"><span class="path">\(field.api ?? "") \(field.exchange ?? "")</span> \
                <code>\(field.part ?? "")</code></th>\(cells)</tr>

                """
        }
        return """
            \(Self.scroll("Changed fields by day", """
            <table class="days">
            <thead><tr><th scope="col">Field</th>\(headings)</tr></thead>
            <tbody>
            \(rows)</tbody></table>
            """))
            \(Self.more(fields.count - rows.count, "field"))
            """
    }

    private func cell(_ changes: [Finding]) -> HTML {
        guard let worst = changes.worstFirst.first else { return "<td class=\"cell none\">\u{2013}</td>" }
        return "<td class=\"cell \(worst.severity.rawValue)\">\(Self.label(worst.severity))</td>"
    }

    private func list(_ day: RecordingHistory.Day) -> HTML {
        let rows = day.changes.worstFirst.prefix(Self.dayLimit).map { item -> HTML in
            guard case .change(_, let old, let new) = item.sides else { return "" }
            return """
                <tr><td>\(Self.label(item.severity))</td><th scope="row"><span class="path">\
                \(item.api ?? "") \(item.exchange ?? "")</span> <code>\(item.part ?? "")</code></th>\
                <td>\(item.rule.summary)</td><td>\(old)</td><td>\(new)</td></tr>

                """
        }
        let unreadable: HTML? =
            day.unreadable > 0
            ? "<p class=\"note\">\(String.count(day.unreadable, "recording")) not compared.</p>\n" : nil
        let commit: HTML? = day.commit.map { ", commit <code>\($0)</code>" }
        return """
            <details id="\(day.anchor)"><summary>\(day.heading)\(commit): \
            \(String.count(day.changes.count, "change"))</summary>
            \(Self.scroll("Changes: \(day.heading)", """
            <table>
            <thead><tr><th scope="col">Severity</th><th scope="col">Field</th><th scope="col">Change</th>\
            <th scope="col">Old</th><th scope="col">New</th></tr></thead>
            <tbody>
            \(rows)</tbody></table>
            """))
            \(Self.more(day.changes.count - rows.count, "change"))\(unreadable)</details>

            """
    }
}

extension RecordingHistory.Day {
    /// The identifier of the day in the page. Changes that are not committed may be of the day of a commit.
    fileprivate var anchor: String { commit == nil ? "day-not-committed" : "day-\(day)" }
    fileprivate var heading: String { commit == nil ? "not committed" : day }
}

extension Finding {
    /// The field of recordings that changed, a row of the table of days.
    fileprivate var field: Subject {
        Subject(api: subject.api, exchange: subject.exchange, part: subject.part)
    }
}

extension [(index: Int, item: Finding)] {
    fileprivate var worst: Severity { map(\.item.severity).max() ?? .off }
}
