import VerbatimContract

/// What to do about a change, in one sentence.
enum NextStep {
    static let review = "look at the change of the contract, and at who made it"

    static func words(for change: ContractChange, contract: String) -> String {
        let api = change.api
        if change.severity == .breaking, let first = change.affected.first {
            return "let \(first.name) take both, or keep the old promise and run `make check API=\(api)`"
        }
        if change.severity >= .warning, case .unwitnessed = change.witness {
            return
                "run `make record API=\(api)` to see whether it is so, or give the promise back in \(contract)"
        }
        if change.severity >= .warning {
            return "change the app, or accept it with a reason in Contracts/overrides.json"
        }
        return "nothing has to be done"
    }
}
