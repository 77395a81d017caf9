public import VerbatimContract
public import VerbatimHAR
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
    /// - Parameter progress: Receives the number of mutants that have been evaluated, from 0 to all, and the
    ///   number of all.
    public func report(
        on interactions: [Interaction], progress: (_ evaluated: Int, _ all: Int) -> Void = { _, _ in }
    ) async -> MutationReport {
        let (originals, tally, omittedValues) = await evaluate(interactions, progress)
        var classifier = SurvivorClassifier(contract: contract, originals: originals, values: values)
        var report = classifier.report(of: tally, isSample: sample != nil)
        report.omittedValues = omittedValues
        report.skipped =
            ContractSet([contract]).calls(of: interactions).count { contract.operation(of: $0) != nil }
            - originals.count
        return report
    }

    /// Evaluates the mutants of interactions without classifying the survivors, and returns the number of
    /// mutants.
    ///
    /// For `verbatim-bench`, which measures the evaluation alone.
    package func evaluateMutants(of interactions: [Interaction]) async -> Int {
        await evaluate(interactions) { _, _ in }.tally.scores.values.reduce(0) { $0 + $1.mutants }
    }

    private func evaluate(
        _ interactions: [Interaction], _ progress: (Int, Int) -> Void
    ) async -> (originals: [OriginalResponse], tally: MutantTally, omittedValues: Int) {
        let oracle = ContractOracle(contract)
        let evaluator = MutantEvaluator(contract: oracle, models: models, seed: values.seed)
        let originals = ContractSet([contract]).calls(of: interactions).compactMap {
            OriginalResponse($0, contract, oracle, models)
        }
        let workload = Workload(of: originals, values, sample: sample)
        let tally = await Self.tally(of: workload.items, originals, values, evaluator, progress)
        return (originals, tally, workload.omittedValues)
    }

    private static func tally(
        of items: [Workload.Item], _ originals: [OriginalResponse], _ values: ValueMutations,
        _ evaluator: MutantEvaluator, _ progress: (Int, Int) -> Void
    ) async -> MutantTally {
        let size = 64
        progress(0, items.count)
        return await withTaskGroup(of: (Int, MutantTally).self) { group in
            for start in stride(from: 0, to: items.count, by: size) {
                let chunk = items[start..<min(start + size, items.count)]
                group.addTask {
                    var tally = MutantTally()
                    for item in chunk {
                        evaluator.evaluate(item, of: originals[item.original], values, into: &tally)
                    }
                    return (start, tally)
                }
            }
            var tallies: [(start: Int, tally: MutantTally)] = []
            for await result in group {
                tallies.append(result)
                progress(min(tallies.count * size, items.count), items.count)
            }
            return tallies.sorted { $0.start < $1.start }.reduce(into: MutantTally()) { $0 += $1.tally }
        }
    }
}
