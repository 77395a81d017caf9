package import VerbatimContract
import VerbatimJSON

/// The changes of recordings from day to day.
package struct RecordingHistory: Sendable {
    package struct Day: Sendable {
        /// The day, such as `2026-11-22`.
        package let day: String
        /// The abbreviated commit, or nil for changes that are not committed.
        package let commit: String?
        /// The changes since the day before that is listed.
        package let changes: [Finding]
        /// The number of recordings that could not be compared.
        package let unreadable: Int

        package init(day: String, commit: String?, changes: [Finding], unreadable: Int = 0) {
            self.day = day
            self.commit = commit
            self.changes = changes
            self.unreadable = unreadable
        }
    }

    /// The day with which the first one of ``days`` was compared, or nil if there is none.
    package let start: String?
    /// The days on which recordings changed, from the oldest to the newest.
    package let days: [Day]
    package let omittedDays: Int

    package init(since start: String? = nil, days: [Day], omittedDays: Int) {
        self.start = start
        self.days = days
        self.omittedDays = omittedDays
    }
}

extension ReportPage {
    /// The number of fields that have a lane.
    private static let laneLimit = 16
    /// The number of changes of a day that are listed.
    private static let dayLimit = 50

    /// A lane for each field that changed, with a dot on each day, then all changes by day.
    var driftSection: HTML? {
        guard let history else { return nil }
        let changed = past.filter { !$0.day.changes.isEmpty || $0.day.unreadable > 0 }
        let start = history.start ?? history.days.first?.day
        let title = start.map { "Drift since \($0)" } ?? "Drift"
        guard !changed.isEmpty else {
            let text =
                start.map { "No recorded field changed since \($0)." } ?? "The recordings are in no commit."
            return Self.section("drift", title, "<p class=\"note\">\(text)</p>\n")
        }
        let older: HTML? =
            history.omittedDays > 0
            ? "<p class=\"note\">\(String.count(history.omittedDays, "older day")) not compared.</p>\n" : nil
        return Self.section(
            "drift", title,
            """
            \(lanes(from: start ?? "")) \(older)<details><summary>All changes of \
            \(String.count(changed.count, "day"))</summary>
            \(changed.reversed().map { list($0.day, $0.causes) })</details>

            """)
    }

    private func lanes(from start: String) -> HTML {
        let lanes = DriftLane.lanes(of: past, until: day)
        let axis = DriftAxis(from: start, to: day ?? past.last?.day.day ?? start)
        let rows = lanes.prefix(Self.laneLimit).map { lane -> HTML in
            let dots = lane.dots.map { dot -> HTML in
                """
                <circle class="\(dot.style)" cx="\(axis.place(of: dot.day))%" cy="8" r="5">\
                <title>\(dot.text)</title></circle>
                """
            }
            let words = lane.dots.map(\.text).joined(separator: "; ")
            return """
                <li><span>\(lane.name)</span>\
                <svg class="lane" role="img" aria-label="\(words.excerpt(Self.textLimit))">\
                <rect class="rest" y="6" width="100%" height="4"/>\(dots)</svg></li>

                """
        }
        let more = Self.more(lanes.count - rows.count, "field")
        return """
            <ul class="lanes">
            \(rows)</ul>
            <p class="axis"><span>\(start)</span><span>\(axis.end)</span></p>
            \(more)
            """
    }

    private func list(_ day: RecordingHistory.Day, _ causes: [Cause]) -> HTML {
        let rows = day.changes.worstFirst.prefix(Self.dayLimit).map { item -> HTML in
            """
            <li>\(Self.label(item.severity)) \(item.api ?? "") \(item.exchange ?? ""): \
            \(item.message.excerpt(Self.textLimit))</li>

            """
        }
        let titles = causes.map { cause -> HTML in
            "<li>\(Self.label(cause.severity)) <b>\(cause.title.excerpt(Self.textLimit))</b></li>\n"
        }
        let unreadable: HTML? =
            day.unreadable > 0
            ? "<p class=\"note\">\(String.count(day.unreadable, "recording")) not compared.</p>\n" : nil
        let commit: HTML? = day.commit.map { ", commit <code>\($0)</code>" }
        let changes = String.count(day.changes.count, "change")
        return """
            <h3 id="\(day.anchor)">\(day.heading)\(commit)</h3>
            <ul class="titles">
            \(titles)</ul>
            <details><summary>\(changes)</summary>
            <ul class="similar">
            \(rows)</ul>
            \(Self.more(day.changes.count - rows.count, "change"))</details>
            \(unreadable)
            """
    }
}

extension RecordingHistory.Day {
    /// The identifier of the day in the page. Changes that are not committed may be of the day of a commit.
    fileprivate var anchor: String { commit == nil ? "day-not-committed" : "day-\(day)" }
    fileprivate var heading: String { commit == nil ? "not committed" : day }
}

/// The days on which a field changed, over all recordings.
private struct DriftLane {
    struct Dot {
        let day: String
        let style: String
        let text: String
    }

    let name: String
    private(set) var dots: [Dot] = []

    private struct Change {
        let day: RecordingHistory.Day
        let cause: Cause
        /// What it was and what it became, by which a change back is recognized.
        let sides: [String]
    }

    /// Returns the lanes, those with the newest changes first. What a contract tolerates has none.
    static func lanes(of past: [(day: RecordingHistory.Day, causes: [Cause])], until today: String?)
        -> [DriftLane]
    {
        let changes = past.flatMap { day, causes in
            causes.filter { $0.kind != .tolerated }.map { cause in
                let first = cause.findings.first
                return Change(day: day, cause: cause, sides: [first?.old ?? "", first?.found ?? ""])
            }
        }
        let lanes = OrderedGroups(grouping: changes.reversed()) { change in
            [change.cause.subject, change.cause.names.first ?? change.cause.kind.rawValue]
        }
        return lanes.pairs.map { field, changes in
            var lane = DriftLane(name: field.joined(separator: " "))
            var original: String?
            for change in changes.reversed() {
                let isBack = original != nil && change.sides[1] == original
                original = original ?? change.sides[0]
                let day = change.day.commit == nil ? today ?? change.day.day : change.day.day
                lane.dots.append(
                    Dot(
                        day: day, style: isBack ? "ok" : change.cause.severity.rawValue,
                        text: "\(day): \(change.cause.title)" + (isBack ? ", as before" : "")))
            }
            return lane
        }
    }
}

/// The time from the first day to the last one.
private struct DriftAxis {
    let end: String
    private let first: Int
    private let length: Int

    init(from start: String, to end: String) {
        self.end = end
        first = GregorianCalendar.daysSince1970(start) ?? 0
        length = max(1, (GregorianCalendar.daysSince1970(end) ?? 0) - first)
    }

    /// Returns the place of a day in percent of the width, so that no dot is cut off at a side.
    func place(of day: String) -> Int {
        2 + 96 * min(max(0, (GregorianCalendar.daysSince1970(day) ?? 0) - first), length) / length
    }
}
