import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

extension ModelFindings {
    /// What there is to tell of whether a member is there.
    func presence(of row: PropertySummary) -> Finding? {
        guard let rule = row.stance.rule, let record = row.lead else { return nil }
        let owner = owner(of: record)
        let times = "there in \(row.found) of \(row.asked)"
        let (found, expected, next): (String, String, String) =
            switch rule {
            case .modelRequiredUnpromised:
                (
                    record.promise == .unknown ? "unknown to the contract" : "optional in the contract",
                    owner.wants,
                    "\(promise(record)), or make `\(owner.name)` optional"
                )
            case .modelRequiredAbsent, .modelRequiredPromiseBroken:
                (
                    "only \(times)", owner.wants,
                    "make `\(owner.name)` optional"
                        + (rule == .modelRequiredAbsent ? "" : " and \(withdraw(record))")
                )
            case .modelOptionalPromiseBroken:
                (
                    "only \(times), although it is promised", "\(owner.name) is optional",
                    withdraw(record)
                )
            case .modelOptionalPromised:
                (
                    "promised and \(times)", "\(owner.name) is optional",
                    "make `\(owner.name)` required, or leave it if the contract promises too much"
                )
            case .modelOptionalAlwaysThere:
                (
                    "\(times), but optional in the contract", "\(owner.name) is optional",
                    "\(promise(record)), or leave it if \(row.asked) are too few to tell"
                )
            case .modelUndocumented:
                ("\(times) and unknown to the contract", owner.wants, describe(record))
            case .modelUnknown:
                (
                    "\(times) and unknown to the contract", owner.wants,
                    "correct the name of `\(owner.name)`, or delete it"
                )
            default:
                (
                    times, owner.wants,
                    "record a scenario in which it is there, or delete `\(owner.name)`"
                )
            }
        return finding(rule, record, owner, found: found, expected: expected, next: next)
    }

    /// How to have a member promised.
    private func promise(_ record: PropertyEvidence) -> String {
        "add \"\(record.key.name)\" to 'required' in \(location(record.object, record))"
    }

    /// How to have its promise taken back.
    private func withdraw(_ record: PropertyEvidence) -> String {
        "take \"\(record.key.name)\" out of 'required' in \(location(record.object, record))"
    }

    /// How to have it known.
    private func describe(_ record: PropertyEvidence) -> String {
        "describe \"\(record.key.name)\" in \(location(record.object, record))"
    }
}
