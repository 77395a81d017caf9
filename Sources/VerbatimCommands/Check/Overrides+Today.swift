import APIContract
import ContractDiff
import Foundation

extension Overrides {
    /// The overrides beside contracts, as of today.
    init(in folder: URL) throws(ContractError) {
        let today = Date().formatted(.iso8601.year().month().day().dateSeparator(.dash))
        try self.init(contentsOf: folder.appending(path: "overrides.json"), today: today)
    }
}
