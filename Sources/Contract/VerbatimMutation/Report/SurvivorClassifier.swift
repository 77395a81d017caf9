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
            let key = MutantTally.Key(operation: group.operation, mutationOperator: group.mutationOperator)
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
        let (status, edit) = status(of: mutant, key)
        return MutantGroup(
            operation: key.operation, exchange: mutant.exchange, mutationOperator: key.mutationOperator,
            pointer: key.pointer, change: mutant.change, location: mutant.location, count: survivors.count,
            status: status, edit: edit)
    }

    private mutating func status(of mutant: Mutant, _ key: Key) -> (MutantStatus, ContractEdit?) {
        guard key.mutationOperator.isScored else { return (.survived, nil) }
        if !key.isKilledByModel, let waiver = waiver(for: mutant) {
            usedWaivers.insert(waiver)
            return (.waived(waiver), nil)
        }
        let (edit, evidence) = remedy(for: mutant, key)
        if key.isKilledByModel { return (.killed(by: .model), edit) }
        if edit == nil, let evidence { return (.equivalent(evidence.location), nil) }
        return (.survived, edit)
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
