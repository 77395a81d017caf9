import Foundation
import VerbatimContract
import VerbatimDiff
import VerbatimHAR

extension Overrides {
    /// Reads the overrides in the folder of the contracts, as of today.
    init(in folder: URL) throws(ContractError) {
        let file = folder.appending(path: "overrides.json")
        guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
            self.init(today: "")
            return
        }
        try self.init(contentsOf: file, today: Date().isoDay)
    }
}
