import Foundation
import VerbatimContract
import VerbatimDiff
import VerbatimDrift
import VerbatimHAR
import VerbatimModels

extension Overrides {
    /// Loads the overrides of a folder of contracts, as of today.
    init(in folder: URL) throws(ContractError) {
        let file = folder.appending(path: "overrides.json")
        guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
            self.init(today: "")
            return
        }
        try self.init(contentsOf: file, today: Date().isoDay) { id in
            RuleTable.entry(id).map { !Rule.ofOverrides.map(\.id).contains($0.id) } ?? false
        }
    }
}

extension Override {
    /// Whether it is for the comparison of contracts or recordings, not for a check.
    var isAboutChanges: Bool { Self.isAboutChanges(rule) }

    fileprivate static func isAboutChanges(_ rule: String) -> Bool {
        ChangeRule.exists(rule) || DriftRule(rawValue: rule) != nil
    }
}
