import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Sorts the mutants that a contract did not notice: waived, seen in the recordings, refused by a model, or survived.
struct SurvivorClassifier {
    private let contract: Contract
    private let specimens: [BodySample]
    private let values: ValueMutations
    private let suggestions: EditSuggestions
    private let trial: ContractTrial
    private var usedWaivers: Set<Waiver> = []

    init(contract: Contract, specimens: [BodySample], values: ValueMutations) {
        self.contract = contract
        self.specimens = specimens
        self.values = values
        suggestions = EditSuggestions(contract: contract)
        trial = ContractTrial(contract, specimens)
    }

    /// What mutants have in common that share their fate.
    private struct Key: Hashable {
        let operation: String
        let status: Int
        let mutation: MutationOperator
        let detail: String
        let pointer: JSONPointer?
        let isRefused: Bool
    }

    /// The report of what was judged.
    mutating func report(of tally: Tally, isSample: Bool) -> MutationReport {
        var report = MutationReport(api: contract.api)
        report.disagreements = tally.disagreements
        report.groups = groups(of: tally.misses)
        var scores = tally.scores
        for group in report.groups {
            let key = Tally.Key(operation: group.operation, mutation: group.mutation)
            scores[key]?.leaveOut(group)
        }
        report.scores = contract.operations.flatMap { operation in
            MutationOperator.allCases.compactMap { mutation in
                scores[Tally.Key(operation: operation.id, mutation: mutation)].map {
                    MutationReport.Entry(operation: operation.id, mutation: mutation, score: $0)
                }
            }
        }
        if !isSample { report.unusedWaivers = Waiver.all(in: contract).filter { !usedWaivers.contains($0) } }
        return report
    }

    private mutating func groups(of misses: [Tally.Miss]) -> [MutantGroup] {
        var order: [Key] = []
        var members: [Key: [Tally.Miss]] = [:]
        for miss in misses {
            let key = key(of: miss)
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(miss)
        }
        return order.compactMap { key in members[key].flatMap { group($0, key) } }
    }

    private func key(of miss: Tally.Miss) -> Key {
        let specimen = specimens[miss.specimen]
        return Key(
            operation: specimen.operation.id, status: specimen.response.status, mutation: miss.mutation,
            detail: miss.detail, pointer: pattern(of: miss)?.pointer, isRefused: miss.isRefused)
    }

    private func pattern(of miss: Tally.Miss) -> PointerPattern? {
        guard let location = miss.location, let map = specimens[miss.specimen].map else { return nil }
        return map.patterns[map.locations[location].pattern]
    }

    private mutating func group(_ misses: [Tally.Miss], _ key: Key) -> MutantGroup? {
        guard let first = misses.first else { return nil }
        let mutant = Mutant(first, of: specimens[first.specimen], values)
        let (fate, edit) = fate(of: mutant, key)
        return MutantGroup(
            operation: key.operation, exchange: mutant.exchange, mutation: key.mutation, pointer: key.pointer,
            change: mutant.words, location: mutant.location, count: misses.count, fate: fate, edit: edit)
    }

    private mutating func fate(of mutant: Mutant, _ key: Key) -> (MutantGroup.Fate, ContractEdit?) {
        guard key.mutation.isScored else { return (.survived, nil) }
        if !key.isRefused, let waiver = waiver(for: mutant) {
            usedWaivers.insert(waiver)
            return (.waived(waiver), nil)
        }
        let (edit, witness) = remedy(for: mutant, key)
        if key.isRefused { return (.refused, edit) }
        if edit == nil, let witness { return (.seen(witness.location), nil) }
        return (.survived, edit)
    }

    /// The first change of the contract that makes it notice a mutant; if there is none, a recorded value of the same
    /// location that a change would rule out.
    private func remedy(for mutant: Mutant, _ key: Key) -> (edit: ContractEdit?, witness: Finding?) {
        var witness: Finding?
        for edit in mutant.edits(from: suggestions, seen: { seenStrings(at: key) }) {
            switch trial.outcome(of: edit) {
            case .holds(let judge):
                if judge.notice(mutant.interaction, beyond: mutant.specimen.known) != nil {
                    return (edit, nil)
                }
            case .breaks(let finding):
                if finding.operation == key.operation, finding.pattern == key.pointer { witness = finding }
            case .invalid: continue
            }
        }
        return (nil, witness)
    }

    /// The waiver beside one of the promises about what was changed.
    private func waiver(for mutant: Mutant) -> Waiver? {
        let all = mutant.promises.flatMap { Waiver.waivers(of: $0, in: contract) }
        return all.first { $0.mutation == mutant.mutation.rawValue }
    }

    /// The strings in all locations of a pattern, each once, in the order of the recordings.
    private func seenStrings(at key: Key) -> [String] {
        var seen: [String] = []
        for specimen in specimens where specimen.operation.id == key.operation {
            guard let map = specimen.map else { continue }
            for location in map.locations
            where location.kind == .string && map.patterns[location.pattern].pointer == key.pointer {
                let text = (try? JSON(parsing: map.text(of: location)))?.string ?? ""
                if !seen.contains(text) { seen.append(text) }
            }
        }
        return seen
    }
}

extension MutationScore {
    /// Takes mutants out that are no mistakes.
    fileprivate mutating func leaveOut(_ group: MutantGroup) {
        switch group.fate {
        case .survived, .refused: return
        case .seen: seen += group.count
        case .waived: waived += group.count
        }
        mutants -= group.count
    }
}

extension Finding {
    /// The pointer with ``PointerPattern/anyElement`` for indices.
    fileprivate var pattern: JSONPointer? {
        guard let pointer = pointer.flatMap({ try? JSONPointer(parsing: $0) }) else { return nil }
        return JSONPointer(pointer.tokens.map { Int($0) == nil ? $0 : PointerPattern.anyElement })
    }
}
