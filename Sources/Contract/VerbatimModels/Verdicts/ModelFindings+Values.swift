import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

extension ModelFindings {
    /// What there is to tell of the values a member may have.
    func values(of record: PropertyEvidence) -> [Finding] {
        let owner = owner(of: record)
        // Of what the contract does not know, it is enough to say so.
        let crashes = record.node == nil ? [] : record.trials.crashes
        return crashes.compactMap { crash(of: $0, record, owner) }
            + [largeNumber(record, owner), olderDate(record, owner)].compactMap(\.self)
    }

    private func crash(of crash: PropertyTrials.Crash, _ record: PropertyEvidence, _ owner: Owner) -> Finding?
    {
        switch crash.change {
        case .missing: return nil
        case .null:
            return finding(
                .modelRequiredUnpromised, record, owner, found: "allowed to be null by the contract",
                expected: owner.wants,
                next:
                    "rule null out in \(location(record.node ?? record.object, record)), or make `\(owner.name)` optional"
            )
        case .value(let value):
            let isCase =
                crash.failure?.kind == DecodeFailure.Kind.unknownCase
                || record.node?["x-known-values"].exists ?? false
            return finding(
                isCase ? .modelEnumClosed : .modelFormUnpromised, record, owner,
                found: isCase
                    ? "open to new values by the contract, such as \(value.text(.compact))"
                    : "allowed to be \(value.text(.compact)) by the contract",
                expected: owner.wants,
                next: isCase
                    ? "give `\(owner.name)` a case for values that are not known, or close the set with 'enum' in \(location(record.node, record))"
                    : "say in \(location(record.node, record)) what `\(owner.name)` relies on, or let it read more"
            )
        }
    }

    private func largeNumber(_ record: PropertyEvidence, _ owner: Owner) -> Finding? {
        guard let sighting = record.evidence.largeNumbers[record.key.member],
            let number = sighting.value.number,
            let wanted = record.key.wanted, let type = IntegerType(wanted: wanted)
        else { return nil }
        let isNear = type.isNearLimit(number)
        // Only an Int is of another size elsewhere.
        guard isNear || type.isInt(wanted) else { return nil }
        return finding(
            isNear ? .modelIntegerNearLimit : .modelInteger32Bits, record, owner, at: sighting.location,
            found: "the number \(number)",
            expected: "\(owner.wants), " + (isNear ? "which holds \(type.range)" : "which may have 32 bits"),
            next:
                "let `\(owner.name)` be \(isNear ? "a wider integer, or a String" : "an Int64 if the app runs on watches")"
        )
    }

    private func olderDate(_ record: PropertyEvidence, _ owner: Owner) -> Finding? {
        let next =
            "decode dates by a strategy of the app's own that takes both forms, or say 'x-date-profile' in \(location(record.node, record))"
        if let sighting = record.evidence.fractions[record.key.member] {
            return finding(
                .modelDateOlderSystems, record, owner, at: sighting.location,
                found: "the string \(sighting.value.text(.compact))",
                expected: "\(owner.wants) by iso8601, which before Swift 6.2 takes no fraction", next: next)
        }
        guard record.trials.allowsFraction else { return nil }
        return finding(
            .modelDateFractionAllowed, record, owner,
            found: "allowed to have a fraction by the contract",
            expected: "\(owner.wants) by iso8601, which before Swift 6.2 takes no fraction", next: next)
    }
}
