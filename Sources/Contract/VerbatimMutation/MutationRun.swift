import Foundation
public import VerbatimContract
public import VerbatimHAR
import VerbatimJSON
public import VerbatimModels

/// Mutates recorded responses as an API might change them, and reports which mutants the contract and the
/// models kill.
///
/// The contract kills a mutant if a check of the mutated interaction has a finding, breaking or warning, that
/// a check of the recorded one does not have. A model kills a mutant if the app's decoder accepts the
/// recorded body and rejects the mutated one. Findings of severity info, such as those about unknown keys,
/// kill nothing.
public struct MutationRun: Sendable {
    private let contract: Contract
    private let models: [ModelBinding]
    private let values: ValueMutations
    private let sample: Int?

    /// Creates a run against a contract and the models that read its API.
    ///
    /// - Parameters:
    ///   - seed: Determines new values, the mutants of a sample, and the mutants that are checked twice.
    ///   - sample: The largest number of mutants; nil for all.
    public init(_ contract: Contract, models: [ModelBinding], seed: UInt64 = 1, sample: Int? = nil) {
        self.contract = contract
        self.models = models.map { $0.resolved(in: contract) }
        self.values = ValueMutations(seed: seed)
        self.sample = sample
    }

    /// Evaluates the mutants of interactions on all cores. The report is the same for the same seed.
    ///
    /// - Parameter progress: Receives the number of values whose mutants have been evaluated, from 0 to all,
    ///   and the number of all.
    public func report(
        on interactions: [Interaction], progress: (_ evaluated: Int, _ all: Int) -> Void = { _, _ in }
    ) async -> MutationReport {
        let mutants = mutants(of: interactions)
        return mutants.report(of: await mutants.evaluated(progress))
    }

    /// Evaluates the mutants of interactions without classifying the survivors, and returns the number of
    /// mutants.
    ///
    /// For `verbatim-bench`, which measures the evaluation alone.
    package func evaluateMutants(of interactions: [Interaction]) async -> Int {
        await mutants(of: interactions).evaluated { _, _ in }.scores.values.reduce(0) { $0 + $1.mutants }
    }

    /// Returns the mutants of interactions, which are not evaluated yet.
    package func mutants(of interactions: [Interaction]) -> MutantSet {
        let oracle = ContractOracle(contract)
        let calls = ContractSet([contract]).calls(of: interactions)
        let originals = calls.compactMap { OriginalResponse($0, contract, oracle, models) }
        return MutantSet(
            contract: contract, originals: originals,
            workload: Workload(of: originals, values, sample: sample),
            evaluator: MutantEvaluator(contract: oracle, models: models, seed: values.seed), values: values,
            isSample: sample != nil,
            skipped: calls.count { contract.operation(of: $0) != nil } - originals.count)
    }
}

/// The mutants of the interactions of an API, in blocks that are evaluated apart from each other.
package struct MutantSet: Sendable {
    private let contract: Contract
    private let originals: [OriginalResponse]
    private let evaluator: MutantEvaluator
    private let values: ValueMutations
    private let isSample: Bool
    private let skipped: Int
    private let omittedValues: Int
    /// The blocks, in the order of the interactions.
    package let blocks: [Block]

    /// Some mutants of one response.
    package struct Block: Sendable {
        /// The entry of the response in its archive, and the first value that is mutated:
        /// `Recordings/itunes/lookup.har#0 64`.
        package let name: String
        fileprivate var items: [Workload.Item]
        /// The number of values.
        package var count: Int { items.count }
    }

    /// The number of values of which the mutants are a block.
    private static let size = 64

    fileprivate init(
        contract: Contract, originals: [OriginalResponse], workload: Workload, evaluator: MutantEvaluator,
        values: ValueMutations, isSample: Bool, skipped: Int
    ) {
        self.contract = contract
        self.originals = originals
        self.evaluator = evaluator
        self.values = values
        self.isSample = isSample
        self.skipped = skipped
        omittedValues = workload.omittedValues
        var blocks: [Block] = []
        // Several calls may be in one entry.
        var numbers: [String: Int] = [:]
        for item in workload.items {
            if let last = blocks.last, last.items.count < Self.size, last.items[0].original == item.original {
                blocks[blocks.count - 1].items.append(item)
                continue
            }
            let location = originals[item.original].interaction.location
            let entry = location.map { "\($0.archive)#\($0.entry)" } ?? ""
            let name = [entry, item.node.map(String.init)].compactMap(\.self).joined(separator: " ")
            let number = numbers[name, default: 0]
            numbers[name] = number + 1
            blocks.append(Block(name: number > 0 ? "\(name) \(number)" : name, items: [item]))
        }
        self.blocks = blocks
    }

    /// A digest of the response that a block mutates, and of the mutants that are chosen.
    package func digest(of block: Block) -> String {
        var hash = StableHash()
        hash.combine(file: (try? originals[block.items[0].original].response.body.storedBytes()) ?? Data())
        for item in block.items { hash.combine("\(item.chosen ?? [])") }
        return hash.text
    }

    package func evaluated(_ block: Block) -> MutantTally {
        block.items.reduce(into: MutantTally()) { tally, item in
            evaluator.evaluate(item, of: originals[item.original], values, into: &tally)
        }
    }

    /// Returns whether the survivors of a tally, which may be from a file, are mutants of the responses.
    package func contains(_ tally: MutantTally) -> Bool {
        tally.survivors.allSatisfy { survivor in
            guard originals.indices.contains(survivor.original) else { return false }
            let original = originals[survivor.original]
            var operators: [MutationOperator] = []
            if let node = survivor.node {
                guard let map = original.map, map.nodes.indices.contains(node) else { return false }
                operators = original.mutations(of: node, in: map, values).map(\.mutationOperator)
            } else {
                operators = original.responseMutations.map(\.mutationOperator)
            }
            return operators.indices.contains(survivor.number)
                && operators[survivor.number] == survivor.mutationOperator
        }
    }

    fileprivate func evaluated(_ progress: (Int, Int) -> Void) async -> MutantTally {
        let all = blocks.reduce(0) { $0 + $1.count }
        var (sum, evaluated) = (MutantTally(), 0)
        progress(0, all)
        await blocks.concurrently({ (self.evaluated($0), $0.count) }) { tally, count in
            sum += tally
            evaluated += count
            progress(evaluated, all)
        }
        return sum
    }

    /// Classifies the mutants that the contract does not kill.
    ///
    /// - Parameter tally: The sum of all blocks, in their order.
    package func report(of tally: MutantTally) -> MutationReport {
        var classifier = SurvivorClassifier(contract: contract, originals: originals, values: values)
        var report = classifier.report(of: tally, isSample: isSample)
        report.omittedValues = omittedValues
        report.skipped = skipped
        return report
    }
}
