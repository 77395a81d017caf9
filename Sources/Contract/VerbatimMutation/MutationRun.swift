import Foundation
package import VerbatimContract
package import VerbatimHAR
package import VerbatimInference
import VerbatimJSON
package import VerbatimModels

/// Mutates recorded responses as an API might change, and reports what the contract and the models kill.
///
/// The contract kills a mutant if a check of the mutated interaction has a finding, breaking or warning, that
/// a check of the recorded one does not have. A model kills a mutant if the app's decoder accepts the
/// recorded body and rejects the mutated one. Findings of severity info, such as those about unknown keys,
/// kill nothing.
package struct MutationRun: Sendable {
    private let contract: Contract
    private let models: [ModelBinding]
    private let values: ValueMutations
    private let sample: Int?

    /// Creates a run against a contract and the models that read its API.
    ///
    /// - Parameters:
    ///   - seed: Determines new values, the mutants of a sample, and the mutants that are checked twice.
    ///   - sample: The largest number of mutants; nil for all.
    package init(_ contract: Contract, models: [ModelBinding], seed: UInt64 = 1, sample: Int? = nil) {
        self.contract = contract
        self.models = models.map { $0.resolved(in: contract) }
        self.values = ValueMutations(seed: seed)
        self.sample = sample
    }

    /// Evaluates the mutants of interactions on all cores. The report is the same for the same seed.
    ///
    /// - Parameter progress: Receives the number of values whose mutants have been evaluated, from 0 to all,
    ///   and the number of all.
    package func report(
        on interactions: [Interaction], progress: (_ evaluated: Int, _ all: Int) -> Void = { _, _ in }
    ) async -> MutationReport {
        let mutants = mutants(of: StreamedTraffic(interactions))
        return mutants.report(of: await mutants.evaluated(progress))
    }

    /// Evaluates the mutants of interactions without classifying the survivors, and returns the number of
    /// mutants.
    ///
    /// For `verbatim-bench`, which measures the evaluation alone.
    package func evaluateMutants(of interactions: [Interaction]) async -> Int {
        await mutants(of: StreamedTraffic(interactions)).evaluated { _, _ in }.scores.values.reduce(0) {
            $0 + $1.mutants
        }
    }

    /// Returns the mutants of interactions, which are not evaluated yet.
    package func mutants(of traffic: StreamedTraffic) -> MutantSet { mutants(of: traffic, keptBytes: nil) }

    /// - Parameter keptBytes: The most bytes of bodies that are kept in memory; nil for the usual number.
    func mutants(of traffic: StreamedTraffic, keptBytes: Int?) -> MutantSet {
        var workload = Workload(values, sample: sample)
        let originals = OriginalResponses(
            of: traffic, contract, models, keptBytes: keptBytes ?? OriginalResponses.keptBytes
        ) { workload.add($0) }
        workload.finish()
        return MutantSet(
            contract: contract, originals: originals, workload: workload,
            evaluator: MutantEvaluator(contract: ContractOracle(contract), models: models, seed: values.seed),
            values: values, isSample: sample != nil)
    }
}

/// The mutants of the interactions of an API, in blocks that are evaluated apart from each other.
package struct MutantSet: Sendable {
    private let contract: Contract
    private let originals: OriginalResponses
    private let evaluator: MutantEvaluator
    private let values: ValueMutations
    private let isSample: Bool
    private let omittedValues: Int
    /// The blocks, in the order of the interactions.
    package let blocks: [Block]

    /// Some mutants of one response.
    package struct Block: Sendable {
        fileprivate let block: Workload.Block
        package var count: Int { block.count }
    }

    fileprivate init(
        contract: Contract, originals: OriginalResponses, workload: Workload, evaluator: MutantEvaluator,
        values: ValueMutations, isSample: Bool
    ) {
        self.contract = contract
        self.originals = originals
        self.evaluator = evaluator
        self.values = values
        self.isSample = isSample
        omittedValues = workload.omittedValues
        blocks = workload.blocks.map(Block.init)
    }

    /// The unique name of a block: the entry of the response in its archive, and the first mutated value.
    package func name(of block: Block) -> String {
        originals.name(of: block.block.firstNode, in: block.block.original)
    }

    /// A digest of the response that a block mutates, and of the mutants that are chosen.
    package func digest(of block: Block) -> String {
        let body = originals[block.block.original]?.response.body
        var hash = StableHash()
        hash.combine(file: (try? body?.storedBytes()) ?? Data())
        for item in block.block.items { hash.combine("\(item.chosen ?? [])") }
        return hash.text
    }

    package func evaluated(_ block: Block) -> MutantTally {
        guard let original = originals[block.block.original] else { return MutantTally() }
        return block.block.items.reduce(into: MutantTally()) { tally, item in
            evaluator.evaluate(item, of: original, values, into: &tally)
        }
    }

    /// - Throws: The error of a response that could not be read again, as the results are then incomplete.
    package func requireReadable() throws(ContractError) { try originals.requireReadable() }

    /// Returns whether the survivors of a tally, which may be from a file, are mutants of the responses.
    package func contains(_ tally: MutantTally) -> Bool {
        tally.survivors.allSatisfy { survivor in
            guard let original = originals[survivor.original] else { return false }
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
        report.skipped = originals.skipped
        return report
    }
}
