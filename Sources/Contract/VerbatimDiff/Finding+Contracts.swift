package import VerbatimContract
import VerbatimJSON

extension Finding {
    /// The change if there is no old contract.
    package static func added(_ contract: Contract) -> Finding {
        Finding(
            .added, of: contract, old: "missing", new: contract.file, at: SourceLocation(file: contract.file))
    }

    /// The change if there is no new contract.
    package static func removed(_ contract: Contract) -> Finding {
        Finding(
            .removed, of: contract, old: contract.file, new: "missing",
            old: SourceLocation(file: contract.file))
    }

    private init(
        _ kind: ChangeKind, of contract: Contract, old: String, new: String,
        at location: SourceLocation? = nil, old oldLocation: SourceLocation? = nil
    ) {
        let rule = ChangeRule(kind, .contract)
        self.init(
            rule.rule, about: Subject(api: contract.api, part: "contract '\(contract.api)'"),
            .change(rule.direction ?? .none, old: old, new: new), at: location, old: oldLocation,
            next: "review the commit that changes the contract")
    }

    /// The next step after a change: one sentence.
    func nextStep(in contract: String) -> String {
        if severity == .breaking, let first = affected.first {
            let check = ToolCommand("check", subject.api ?? "")
            return "let \(first.name) accept both, or restore the old schema and run \(check)"
        }
        if severity >= .warning, case .unrecorded = evidence {
            return
                "run \(ToolCommand("record", subject.api ?? "")) to see whether it happens, or restore the old schema in \(contract)"
        }
        if severity >= .warning {
            return "change the app, or accept it with a reason in Contracts/overrides.json"
        }
        return "nothing to do"
    }
}
