import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Classifies the mutants that a contract does not kill: waived, equivalent, killed by a model, or survived.
struct SurvivorClassifier {
    private let contract: Contract
    private let originals: OriginalResponses
    private let values: ValueMutations
    private let suggestions: EditSuggestions
    private let trial: ContractTrial
    private let strings: RecordedStrings
    private var usedWaivers: Set<Waiver> = []

    init(contract: Contract, originals: OriginalResponses, values: ValueMutations) {
        self.contract = contract
        self.originals = originals
        self.values = values
        suggestions = EditSuggestions(contract: contract)
        trial = ContractTrial(contract, originals)
        strings = RecordedStrings(originals)
    }

    /// The common traits of the mutants of a group.
    private struct Key: Hashable {
        let operation: String
        let status: Int
        let mutationOperator: MutationOperator
        let detail: String
        let pointer: JSONPointer?
        /// The kind of the items, if the body is a sequence.
        let itemKind: String?
        let isKilledByModel: Bool
    }

    mutating func report(of tally: MutantTally, isSample: Bool) -> MutationReport {
        var report = MutationReport(api: contract.api)
        report.disagreements = tally.disagreements
        var groups = OrderedGroups<Key, (mutant: Mutant, count: Int)>()
        for survivor in tally.survivors {
            // One that cannot be read again is an error of the run.
            guard let original = originals[survivor.original] else { continue }
            groups[key(of: survivor, original), default: (Mutant(survivor, of: original, values), 0)].count +=
                1
        }
        let mutants = groups.values.map(\.mutant)
        trial.try(
            zip(groups.keys, mutants).flatMap { key, mutant in
                waiver(for: mutant, key) == nil ? edits(for: mutant, key) : []
            })
        report.groups = groups.pairs.map { group($0.1.count, $0.0, $0.1.mutant) }
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

    private func key(of survivor: MutantTally.Survivor, _ original: OriginalResponse) -> Key {
        let pattern = survivor.node.flatMap { node in
            original.map.map { $0.patterns[$0.nodes[node].pattern] }
        }
        return Key(
            operation: original.operation.id, status: original.response.status,
            mutationOperator: survivor.mutationOperator, detail: survivor.detail, pointer: pattern?.pointer,
            itemKind: survivor.node.flatMap(original.itemKind), isKilledByModel: survivor.isKilledByModel)
    }

    private mutating func group(_ count: Int, _ key: Key, _ mutant: Mutant) -> MutantGroup {
        let (status, edit, evidence) = status(of: mutant, key)
        var finding = finding(about: mutant, key)
        finding.count = count
        switch status {
        case .waived(let waiver):
            finding.severity = .off
            (finding.subject.contractPointer, finding.contractLocation) = (waiver.pointer, waiver.location)
        case .equivalent:
            finding.severity = .off
            finding.evidence = evidence
        case .survived, .killedByModel:
            (finding.subject.contractPointer, finding.contractLocation) = (edit?.pointer, edit?.location)
            if finding.severity != .off { finding.next = next(edit, of: mutant, key) }
        }
        return MutantGroup(finding, key.mutationOperator, status, edit: edit)
    }

    private func finding(about mutant: Mutant, _ key: Key) -> Finding {
        let place = key.pointer.map { $0.tokens.isEmpty ? " of the body" : " at '\($0)'" } ?? ""
        let kind = key.itemKind.map { " of '\($0)'" } ?? ""
        return Finding(
            key.isKilledByModel ? .mutantKilledByModel : .mutantSurvived,
            severity: key.mutationOperator.isScored ? nil : .off,
            about: .init(
                api: contract.api, operation: key.operation, exchange: mutant.exchange, status: key.status,
                mutation: key.mutationOperator.rawValue, part: key.mutationOperator.rawValue + place + kind,
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
        if let waiver = waiver(for: mutant, key) {
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
    private func next(_ edit: ContractEdit?, of mutant: Mutant, _ key: Key) -> String {
        let isWaivable = !key.isKilledByModel
        guard let edit else {
            let isTried = edits(for: mutant, key).allSatisfy {
                if case .untried = trial.outcome(of: $0) { false } else { true }
            }
            let reason =
                isTried
                ? "no edit of the contract kills it and keeps all recordings valid"
                : "its edits were not tried, as the others took all the time: use '--sample', or fewer recordings"
            return reason
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
        for edit in edits(for: mutant, key) {
            switch trial.outcome(of: edit) {
            case .holds(let tried): if kills(mutant, edit, tried) { return (edit, nil) }
            case .breaks(let finding):
                if finding.operation == key.operation, finding.pattern == key.pointer { evidence = finding }
            case .invalid, .untried: continue
            }
        }
        return (nil, evidence)
    }

    private func kills(_ mutant: Mutant, _ edit: ContractEdit, _ tried: TriedContract) -> Bool {
        if edit.isOfRequired, mutant.isJudgedApart { return true }
        let (mutated, known) = (mutant.interaction, mutant.original.known)
        if let kills = tried.kills(mutated, beyond: known, by: edit) { return kills }
        guard case .holds(let alone) = trial.outcome(ofOnly: edit) else { return false }
        return alone.kills(mutated, beyond: known, by: edit) ?? false
    }

    private func edits(for mutant: Mutant, _ key: Key) -> [ContractEdit] {
        guard key.mutationOperator.isScored else { return [] }
        return mutant.edits(from: suggestions) { strings.strings(at: key.pointer, of: key.operation) }
    }

    private func waiver(for mutant: Mutant, _ key: Key) -> Waiver? {
        guard key.mutationOperator.isScored, !key.isKilledByModel else { return nil }
        let all = mutant.waivable.flatMap { Waiver.waivers(of: $0, in: contract) }
        return all.first { $0.operatorName == mutant.mutationOperator.rawValue }
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
    /// The mutation in words: `'/items/0/title' is ""`.
    let change: String
    private let source: Source

    private enum Source {
        case value(Int, BodyMap, Splice)
        case response(ResponseMutation)
    }

    init(_ survivor: MutantTally.Survivor, of original: OriginalResponse, _ values: ValueMutations) {
        self.original = original
        mutationOperator = survivor.mutationOperator
        if let index = survivor.node, let map = original.map {
            let splice = original.mutations(of: index, in: map, values)[survivor.number].splice
            let node = map.nodes[index]
            let pointer = map.pointer(to: index)
            let subject = pointer.tokens.isEmpty ? "the body" : "'\(pointer)'"
            change = "\(subject) \(splice.description(of: map.text(of: node)))"
            source = .value(index, map, splice)
        } else {
            let mutation = original.responseMutations[survivor.number]
            change = mutation.change
            source = .response(mutation)
        }
    }

    /// Whether the schemas of the value around the mutated one judge it whatever the others are.
    var isJudgedApart: Bool {
        guard case .value(let index, let map, _) = source, let parent = map.nodes[index].parent else {
            return false
        }
        return map.isJudgedApart(parent)
    }

    /// The mutated interaction, reduced to what can affect the result of the contract.
    var interaction: Interaction {
        switch source {
        case .value(let index, let map, let splice):
            original.with(body: original.judgedBody(around: index, in: map).applying(splice))
        case .response(let mutation): original.with(mutation.response)
        }
    }

    var exchange: String { original.interaction.summary(path: original.operation.path) }

    var location: SourceLocation? {
        guard case .value(let index, let map, _) = source else {
            return original.interaction.locationInBody()
        }
        let position = original.position(of: index, in: map)
        return original.interaction.locationInBody(line: position.line, column: position.column)
    }

    /// The objects of the contract that may have a waiver: the schemas of the value, or the response and its
    /// parts.
    var waivable: [JSON] {
        switch source {
        case .value(let index, let map, _): return map.patterns[map.nodes[index].pattern].schemas.schemas
        case .response(let mutation):
            guard let declared = original.declared else { return [] }
            let headers = declared.headers.filter { $0.name == mutation.header }.map(\.node)
            return headers + declared.content.map(\.node) + [declared.node]
        }
    }

    /// The edits of the contract that may kill the mutant.
    func edits(from suggestions: EditSuggestions, strings: () -> [String]) -> [ContractEdit] {
        switch source {
        case .value(let index, let map, _):
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

/// The strings of recorded bodies, by operation and pointer pattern.
final class RecordedStrings {
    private let originals: OriginalResponses
    /// The distinct strings, which are looked for once they are needed.
    private lazy var strings = find()

    private struct Place: Hashable {
        let operation: String
        let pointer: JSONPointer
    }

    private typealias Strings = OrderedGroups<ExactString, String>

    init(_ originals: OriginalResponses) { self.originals = originals }

    /// The number of bytes from which no more strings at a pattern are kept: so many are no enumeration.
    private static let limit = 1 << 20

    /// Returns the distinct strings at a pattern, in the order of the recordings.
    func strings(at pointer: JSONPointer?, of operation: String) -> [String] {
        guard let pointer else { return [] }
        return strings[Place(operation: operation, pointer: pointer)]?.values ?? []
    }

    private func find() -> [Place: Strings] {
        var (found, sizes) = ([Place: Strings](), [Place: Int]())
        for original in originals.all {
            guard let map = original.map else { continue }
            let nodes = OrderedGroups(grouping: map.nodes.filter { $0.kind == .string }, by: \.pattern)
            for (pattern, nodes) in nodes.pairs {
                let place = Place(operation: original.operation.id, pointer: map.patterns[pattern].pointer)
                for node in nodes where sizes[place, default: 0] < Self.limit {
                    let text = (try? JSON(parsing: map.text(of: node)))?.string ?? ""
                    if found[place]?[ExactString(text)] == nil { sizes[place, default: 0] += text.utf8.count }
                    found[place, default: Strings()][ExactString(text), default: text] = text
                }
            }
        }
        return found
    }
}
