import APIContract
import Decodability
import JSONDocument

/// The words of findings about contract, traffic and models together.
struct FindingWords {
    let sources: SourceIndex

    /// Everything there is to tell of a member.
    func findings(about row: MemberRow) -> [Finding] {
        [presence(of: row)].compactMap(\.self) + row.records.flatMap { form(of: $0, row) }.distinct
    }

    // MARK: - Whether it is there

    private func presence(of row: MemberRow) -> Finding? {
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

    // MARK: - What it may be

    private func form(of record: MemberRecord, _ row: MemberRow) -> [Finding] {
        // Of what the contract does not know, it is enough to say so.
        guard record.node != nil else { return [] }
        let owner = owner(of: record)
        return record.trials.crashes.compactMap { crash(of: $0, record, owner) }
            + [largeNumber(record, owner), olderDate(record, owner)].compactMap(\.self)
    }

    private func crash(of crash: MemberTrials.Crash, _ record: MemberRecord, _ owner: Owner) -> Finding? {
        switch crash.change {
        case .missing: return nil
        case .null:
            return finding(
                .modelRequiredUnpromised, record, owner, found: "allowed to be null by the contract",
                expected: owner.wants,
                next:
                    "rule null out in \(place(record.node ?? record.object, record)), or make `\(owner.name)` optional"
            )
        case .value(let value):
            let isCase =
                crash.failure?.kind == DecodeFailure.Kind.unknownCase.rawValue
                || record.node?["x-known-values"].exists ?? false
            return finding(
                isCase ? .modelEnumClosed : .modelFormUnpromised, record, owner,
                found: isCase
                    ? "open to new values by the contract, such as \(value.text(.compact))"
                    : "allowed to be \(value.text(.compact)) by the contract",
                expected: owner.wants,
                next: isCase
                    ? "give `\(owner.name)` a case for values that are not known, or close the set with 'enum' in \(place(record.node, record))"
                    : "say in \(place(record.node, record)) what `\(owner.name)` relies on, or let it read more"
            )
        }
    }

    private func largeNumber(_ record: MemberRecord, _ owner: Owner) -> Finding? {
        guard let sighting = record.evidence.largeNumbers[record.key.member],
            let number = sighting.value.number,
            let wanted = record.key.wanted, let type = IntegerType(wanted: wanted)
        else { return nil }
        let isNear = type.isNearLimit(number)
        // Only an Int is of another size elsewhere.
        guard isNear || type.isInt(wanted) else { return nil }
        return finding(
            isNear ? .modelIntegerNearLimit : .modelInteger32Bits, record, owner, at: sighting.place,
            found: "the number \(number)",
            expected: "\(owner.wants), " + (isNear ? "which holds \(type.range)" : "which may have 32 bits"),
            next:
                "let `\(owner.name)` be \(isNear ? "a wider integer, or a String" : "an Int64 if the app runs on watches")"
        )
    }

    private func olderDate(_ record: MemberRecord, _ owner: Owner) -> Finding? {
        let next =
            "decode dates by a strategy of the app's own that takes both forms, or say 'x-date-profile' in \(place(record.node, record))"
        if let sighting = record.evidence.fractions[record.key.member] {
            return finding(
                .modelDateOlderSystems, record, owner, at: sighting.place,
                found: "the string \(sighting.value.text(.compact))",
                expected: "\(owner.wants) by iso8601, which before Swift 6.2 takes no fraction", next: next)
        }
        guard record.trials.allowsFraction else { return nil }
        return finding(
            .modelDateFractionAllowed, record, owner,
            found: "allowed to have a fraction by the contract",
            expected: "\(owner.wants) by iso8601, which before Swift 6.2 takes no fraction", next: next)
    }

    // MARK: - Members nobody reads

    /// What there is to tell of the members nobody reads: one finding for each object and reason.
    func findings(about strangers: [Stranger]) -> [Finding] {
        [Rule.propertyUnread, .propertyUnneeded].flatMap { rule in
            var groups: [(object: [String], strangers: [Stranger])] = []
            for stranger in strangers where stranger.stance.rule == rule {
                if let index = groups.firstIndex(where: { $0.object == stranger.objectKey }) {
                    groups[index].strangers.append(stranger)
                } else {
                    groups.append((stranger.objectKey, [stranger]))
                }
            }
            return groups.map { finding(rule, $0.strangers[0], names: $0.strangers.map(\.name)) }
        }
    }

    private func finding(_ rule: Rule, _ first: Stranger, names: [String]) -> Finding {
        let contract = first.evidence.contract
        let isUnread = rule == .propertyUnread
        return Finding(
            rule: rule.id, severity: rule.severity, api: contract.api, operation: first.evidence.operation.id,
            model: first.model, subject: first.place.tokens.isEmpty ? "the body" : "'\(first.place)'",
            contractPointer: first.object?.pointer.description,
            expected: "\(first.model) reads \(isUnread ? "the rest" : "what was seen")",
            found: (isUnread ? "read but for " : "promised with ") + shortList(names)
                + (isUnread ? "" : ", never seen"),
            place: sources.place(of: first.model), contractPlace: first.object.map(contract.place(of:)),
            next: isUnread
                ? "read them in `\(first.model)` if the app needs them; `verbatim models \(contract.api) --format json` lists each"
                : "take them out of \(contract.file), or record a scenario that shows them: `make record API=\(contract.api)`"
        )
    }

    /// The first names of a list, each once, and how many more there are.
    private func shortList(_ names: [String]) -> String {
        var known: Set<String> = []
        let distinct = names.filter { known.insert($0).inserted }
        let more = distinct.count - Self.mostNames
        guard more > 1 else { return distinct.joined(separator: ", ") }
        return distinct.prefix(Self.mostNames).joined(separator: ", ") + " and \(more) more"
    }

    private static let mostNames = 8
}

// MARK: - Parts

extension FindingWords {
    /// Who reads a member, in words.
    fileprivate struct Owner {
        /// `Photo.remoteURL`.
        let name: String
        /// `Photo.remoteURL wants URL`.
        let wants: String
        let place: FilePlace?
    }

    private func owner(of record: MemberRecord) -> Owner {
        let property = sources.property(readFrom: record.key.name, of: record.key.model)
        let name = property?.description ?? "\(record.key.model).\(record.key.name)"
        let mark = record.demand == .required ? "" : "?"
        return Owner(
            name: name, wants: "\(name) wants \(record.key.wanted ?? "to know of it")\(mark)",
            place: property?.place ?? sources.place(of: record.key.model))
    }

    private func finding(
        _ rule: Rule, _ record: MemberRecord, _ owner: Owner, at place: FilePlace? = nil, found: String,
        expected: String, next: String
    ) -> Finding {
        let (contract, node) = (record.evidence.contract, record.node ?? record.object)
        return Finding(
            rule: rule.id, severity: rule.severity, api: contract.api,
            operation: record.evidence.operation.id,
            model: record.key.model, pointer: record.key.member.description,
            contractPointer: node?.pointer.description, expected: expected, found: found,
            place: place ?? owner.place, contractPlace: node.map(contract.place(of:)),
            next: "\(next), and run `make models API=\(contract.api)`")
    }

    /// How to have a member promised.
    private func promise(_ record: MemberRecord) -> String {
        "add \"\(record.key.name)\" to 'required' in \(place(record.object, record))"
    }

    private func withdraw(_ record: MemberRecord) -> String {
        "take \"\(record.key.name)\" out of 'required' in \(place(record.object, record))"
    }

    private func describe(_ record: MemberRecord) -> String {
        "describe \"\(record.key.name)\" in \(place(record.object, record))"
    }

    private func place(_ node: JSON?, _ record: MemberRecord) -> String {
        node.map { record.evidence.contract.place(of: $0).description } ?? record.evidence.contract.file
    }
}

extension [Finding] {
    /// The findings without those that say the same of the same promise.
    fileprivate var distinct: [Finding] {
        var known: Set<[String?]> = []
        return filter { known.insert([$0.rule, $0.contractPointer ?? $0.pointer, $0.found]).inserted }
    }
}
