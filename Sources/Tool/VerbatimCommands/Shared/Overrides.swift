import Foundation
import VerbatimContract
import VerbatimDiff
import VerbatimDrift
import VerbatimHAR

/// The last day of an override, as people write it: `2027-03-31`, or a number of days from today, `90d`.
enum ExpiryDay {
    /// The day of an override for which none is named.
    static var usual: String { day(after: usualDays) }
    /// The number of days of an override for which none is named.
    static let usualDays = 90

    /// Reads a day.
    ///
    /// - Throws: `UsageError` if it is not a day, or lies in the past.
    static func parse(_ text: String) throws(UsageError) -> String {
        if text.isISODay {
            guard text >= Date().isoDay else { throw .malformed(text, expected: "a day that is yet to come") }
            return text
        }
        guard let days = Int(days: text) else {
            throw .malformed(text, expected: "a day such as 2027-03-31, or a number of days such as 90d")
        }
        return day(after: days)
    }

    private static func day(after days: Int) -> String {
        Date().addingTimeInterval(Double(days) * 86400).isoDay
    }
}

extension Option<String> {
    static func expiryDay(_ purpose: String) -> Option {
        Option(
            name: "--expires", value: "DAY",
            help: "\(purpose), such as 2027-03-31 or 30d (default: \(ExpiryDay.usualDays)d)",
            usual: { _ in ExpiryDay.usual }
        ) { words throws(UsageError) in try ExpiryDay.parse(words.last ?? "") }
    }
}

extension Overrides {
    /// Loads the overrides of a folder of contracts, as of today.
    init(in folder: URL) throws(ContractError) {
        self.init(try OverridesDocument(in: folder).overrides, today: Date().isoDay)
    }
}

extension OverridesDocument {
    static let fileName = "overrides.json"

    init(in folder: URL) throws(ContractError) {
        try self.init(contentsOf: folder.appending(path: Self.fileName)) { id in
            RuleTable.entry(id).map { !["mutation", "override"].contains($0.area) } ?? false
        }
    }
}

extension Override {
    /// Whether it is for the comparison of contracts or recordings, not for a check.
    var isAboutChanges: Bool { Self.isAboutChanges(rule) }

    fileprivate static func isAboutChanges(_ rule: String) -> Bool {
        ChangeRule.exists(rule) || Rule.ofDrift.contains { $0.id == rule }
    }
}
