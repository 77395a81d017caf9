import Foundation
import VerbatimContract
import VerbatimDiff
import VerbatimDrift
import VerbatimHAR
import VerbatimModels

extension Overrides {
    /// Loads the overrides of a folder of contracts, as of today.
    init(in folder: URL) throws(ContractError) {
        self.init(try OverridesDocument(in: folder).overrides, today: Date().isoDay)
    }
}

extension OverridesDocument {
    /// The name of the file in a folder of contracts.
    static let fileName = "overrides.json"

    /// Loads the file of a folder of contracts.
    init(in folder: URL) throws(ContractError) {
        try self.init(contentsOf: folder.appending(path: Self.fileName)) { id in
            RuleTable.entry(id).map { !Rule.ofOverrides.map(\.id).contains($0.id) } ?? false
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
