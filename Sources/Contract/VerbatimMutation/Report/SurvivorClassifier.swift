import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Classifies the mutants that a contract does not kill: waived, equivalent, killed by a model, or survived.
struct SurvivorClassifier {
    private let contract: Contract
    private let originals: [OriginalResponse]
    private let values: ValueMutations
    private let suggestions: EditSuggestions
    private let trial: ContractTrial
    private var usedWaivers: Set<Waiver> = []

    init(contract: Contract, originals: [OriginalResponse], values: ValueMutations) {
        self.contract = contract
        self.originals = originals
        self.values = values
        suggestions = EditSuggestions(contract: contract)
        trial = ContractTrial(contract, originals)
    }

    /// The common traits of the mutants of a group.
    private struct Key: Hashable {
        let operation: String
        let status: Int
        let mutationOperator: MutationOperator
        let detail: String
        let pointer: JSONPointer?
        let isKilledByModel: Bool
    }

    mutating func report(of tally: MutantTally, isSample: Bool) -> MutationReport {
        var report = MutationReport(api: contract.api)
        report.disagreements = tally.disagreements
        let groups = OrderedGroups(grouping: tally.survivors, by: key)
        report.groups = groups.pairs.compactMap { group($1, $0) }
        var scores = tally.scores
        for group in report.groups {
            let key = MutantTally.Key(
                operation: group.finding.operation ?? "", mutationOperator: group.mutationOperator)
            scores[key]?.exclude(group)
        }
        report.scores = contract.operations.flatMap { operation in
            MutationOperator.allCases.compactMap { mutationOperator in
                scores[MutantTally.Key(operation: operation.id, mutationOperator: mutationOperator)].map {
                    MutationReport.Entry(
                        operation: operation.id, mutationOperator: mutationOperator, score: $0)
                }
            }
        }
        if !isSample { report.unusedWaivers = Waiver.all(in: contract).filter { !usedWaivers.contains($0) } }
        return report
    }

    // MARK: Groups

    private func key(of survivor: MutantTally.Survivor) -> Key {
        let original = originals[survivor.original]
        let pattern = survivor.node.flatMap { node in
            original.map.map { $0.patterns[$0.nodes[node].pattern] }
        }
        return Key(
            operation: original.operation.id, status: original.response.status,
            mutationOperator: survivor.mutationOperator, detail: survivor.detail, pointer: pattern?.pointer,
            isKilledByModel: survivor.isKilledByModel)
    }

    private mutating func group(_ survivors: [MutantTally.Survivor], _ key: Key) -> MutantGroup? {
        guard let first = survivors.first else { return nil }
        let mutant = Mutant(first, of: originals[first.original], values)
        let (status, edit, evidence) = status(of: mutant, key)
        var finding = finding(about: mutant, key)
        finding.count = survivors.count
        switch status {
        case .waived(let waiver):
            finding.severity = .off
            (finding.subject.contractPointer, finding.contractLocation) = (waiver.pointer, waiver.location)
        case .equivalent:
            finding.severity = .off
            finding.evidence = evidence
        case .survived, .killedByModel:
            (finding.subject.contractPointer, finding.contractLocation) = (edit?.pointer, edit?.location)
            if finding.severity != .off { finding.next = Self.next(edit, isWaivable: status == .survived) }
        }
        return MutantGroup(finding, key.mutationOperator, status, edit: edit)
    }

    private func finding(about mutant: Mutant, _ key: Key) -> Finding {
        let place = key.pointer.map { $0.tokens.isEmpty ? " of the body" : " at '\($0)'" } ?? ""
        return Finding(
            key.isKilledByModel ? .mutantKilledByModel : .mutantSurvived,
            severity: key.mutationOperator.isScored ? nil : .off,
            about: .init(
                api: contract.api, operation: key.operation, exchange: mutant.exchange, status: key.status,
                mutation: key.mutationOperator.rawValue, part: key.mutationOperator.rawValue + place,
                pointer: key.pointer),
            .expected(
                "a finding of the contract",
                found: "\(key.isKilledByModel ? "only that of a model" : "none") if \(mutant.change)"),
            at: mutant.location, next: "")
    }

    private mutating func status(
        of mutant: Mutant, _ key: Key
    ) -> (MutantStatus, ContractEdit?, evidence: Finding.Evidence) {
        guard key.mutationOperator.isScored else { return (.survived, nil, .notNeeded) }
        if !key.isKilledByModel, let waiver = waiver(for: mutant) {
            usedWaivers.insert(waiver)
            return (.waived(waiver), nil, .notNeeded)
        }
        let (edit, recorded) = remedy(for: mutant, key)
        if key.isKilledByModel { return (.killedByModel, edit, .notNeeded) }
        guard edit == nil, let recorded else { return (.survived, edit, .notNeeded) }
        let evidence = recorded.location.map {
            Finding.Evidence.recorded($0, pointer: recorded.pointer, value: recorded.found)
        }
        return (.equivalent, nil, evidence ?? .notNeeded)
    }

    /// Returns the next step. A mutant that a model kills is not waivable: the app cannot read the response.
    private static func next(_ edit: ContractEdit?, isWaivable: Bool) -> String {
        guard let edit else {
            return "no edit of the contract kills it and keeps all recordings valid"
                + (isWaivable ? "; if such a response is valid, add the reason to 'x-mutation-waivers'" : "")
        }
        return "\(edit) at '\(edit.pointer.path)' (\(edit.location))"
            + (isWaivable
                ? ", or, if such a response is valid, add the reason to 'x-mutation-waivers' there" : "")
    }

    /// The first edit of the contract that kills a mutant; without one, a finding about a recorded value at
    /// the same pointer that an edit rules out.
    private func remedy(for mutant: Mutant, _ key: Key) -> (edit: ContractEdit?, evidence: Finding?) {
        var evidence: Finding?
        for edit in mutant.edits(from: suggestions, strings: { recordedStrings(at: key) }) {
            switch trial.outcome(of: edit) {
            case .holds(let oracle):
                if oracle.severity(of: mutant.interaction, beyond: mutant.original.known) != nil {
                    return (edit, nil)
                }
            case .breaks(let finding):
                if finding.operation == key.operation, finding.pattern == key.pointer { evidence = finding }
            case .invalid: continue
            }
        }
        return (nil, evidence)
    }

    private func waiver(for mutant: Mutant) -> Waiver? {
        let all = mutant.waivable.flatMap { Waiver.waivers(of: $0, in: contract) }
        return all.first { $0.operatorName == mutant.mutationOperator.rawValue }
    }

    /// The distinct strings at a pointer pattern, in the order of the recordings.
    private func recordedStrings(at key: Key) -> [String] {
        var strings: [String] = []
        for original in originals where original.operation.id == key.operation {
            guard let map = original.map else { continue }
            for node in map.nodes
            where node.kind == .string && map.patterns[node.pattern].pointer == key.pointer {
                let text = (try? JSON(parsing: map.text(of: node)))?.string ?? ""
                if !strings.contains(text) { strings.append(text) }
            }
        }
        return strings
    }
}

extension Finding {
    /// The pointer to its value, with `*` for indices.
    fileprivate var pattern: JSONPointer? { subject.pointer?.pattern }
}

/// A survivor, recreated to be classified and reported.
struct Mutant {
    let original: OriginalResponse
    let mutationOperator: MutationOperator
    /// The mutated interaction.
    let interaction: Interaction
    /// The mutation in words: `'/items/0/title' is ""`.
    let change: String
    private let source: Source

    private enum Source {
        case value(Int, BodyMap)
        case response(ResponseMutation)
    }

    init(_ survivor: MutantTally.Survivor, of original: OriginalResponse, _ values: ValueMutations) {
        self.original = original
        mutationOperator = survivor.mutationOperator
        if let index = survivor.node, let map = original.map {
            let splice = values.mutations(of: index, in: map)[survivor.number].splice
            let node = map.nodes[index]
            interaction = original.with(body: splice.applied(to: map.bytes, at: node.target))
            let pointer = map.pointer(to: index)
            let subject = pointer.tokens.isEmpty ? "the body" : "'\(pointer)'"
            change = "\(subject) \(splice.description(of: map.text(of: node)))"
            source = .value(index, map)
        } else {
            let mutation = original.responseMutations[survivor.number]
            interaction = original.with(mutation.response)
            change = mutation.change
            source = .response(mutation)
        }
    }

    /// The exchange in short.
    var exchange: String { original.interaction.summary(path: original.operation.path) }

    /// The location of the original value.
    var location: SourceLocation? {
        guard case .value(let index, let map) = source else { return original.interaction.locationInBody() }
        let position = map.position(of: map.nodes[index].target.value.lowerBound)
        return original.interaction.locationInBody(line: position.line, column: position.column)
    }

    /// The objects of the contract that may have a waiver: the schemas of the value, or the response and its
    /// parts.
    var waivable: [JSON] {
        switch source {
        case .value(let index, let map): return map.patterns[map.nodes[index].pattern].schemas.schemas
        case .response(let mutation):
            guard let declared = original.declared else { return [] }
            let headers = declared.headers.filter { $0.name == mutation.header }.map(\.node)
            return headers + declared.content.map(\.node) + [declared.node]
        }
    }

    /// The edits of the contract that may kill the mutant.
    func edits(from suggestions: EditSuggestions, strings: () -> [String]) -> [ContractEdit] {
        switch source {
        case .value(let index, let map):
            suggestions.edits(for: mutationOperator, at: index, in: map, strings: strings())
        case .response(let mutation): suggestions.edits(for: mutation, of: original)
        }
    }
}

extension Splice {
    /// The new state of a value, in words.
    fileprivate func description(of value: String) -> String {
        switch self {
        case .replace(let new): "is \(Self.excerpt(new))"
        case .wrap(let prefix, let suffix): "is \(Self.excerpt(prefix + Array(value.utf8) + suffix))"
        case .drop: "is missing"
        case .append(let member): "has \(Self.excerpt(member)) at its end"
        }
    }

    private static func excerpt(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }.excerpt(60)
    }
}
