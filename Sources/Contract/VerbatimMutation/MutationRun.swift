public import VerbatimContract
public import VerbatimHAR
public import VerbatimModels

/// Changes recorded responses as an API might, and tells which changes neither the contract nor the models notice.
///
/// Noticed by the contract means: a check of the changed interaction has a finding, breaking or warning, that the check
/// of the recorded one has not. Noticed by a model means: the app's own decoder refuses the changed body, and took the
/// recorded one. A finding that is info (a key nobody knows) notices nothing.
public struct MutationRun: Sendable {
    private let contract: Contract
    private let models: [ModelBinding]
    private let values: ValueMutations
    private let sample: Int?

    /// Creates a run against a contract and the models that read its API.
    ///
    /// - Parameters:
    ///   - seed: Decides the words that no API uses, which mutants a sample has, and which verdicts are confirmed.
    ///   - sample: How many mutants there are at most; nil for all.
    public init(_ contract: Contract, models: [ModelBinding], seed: UInt64 = 1, sample: Int? = nil) {
        self.contract = contract
        self.models = models
        self.values = ValueMutations(seed: seed)
        self.sample = sample
    }

    /// Judges the mutants of some interactions, on all cores; the same report for the same seed.
    public func report(on interactions: [Interaction]) async -> MutationReport {
        let judge = MutantEvaluator(contract: ContractOracle(contract), models: models, seed: values.seed)
        let specimens = interactions.compactMap { BodySample($0, contract, judge.contract, models) }
        let work = Workload(of: specimens, values, sample: sample)
        let tally = await Self.tally(work, specimens, values, judge)
        var sorting = SurvivorClassifier(contract: contract, specimens: specimens, values: values)
        var report = sorting.report(of: tally, isSample: sample != nil)
        report.skipped = interactions.count { contract.operation(of: $0) != nil } - specimens.count
        return report
    }

    /// Judges all mutants and sorts none: what the time of a run depends on when there are many. Gives their number.
    package func judge(_ interactions: [Interaction]) async -> Int {
        let judge = MutantEvaluator(contract: ContractOracle(contract), models: models, seed: values.seed)
        let specimens = interactions.compactMap { BodySample($0, contract, judge.contract, models) }
        let work = Workload(of: specimens, values, sample: sample)
        return await Self.tally(work, specimens, values, judge).scores.values.reduce(0) { $0 + $1.mutants }
    }

    private static func tally(
        _ work: Workload, _ specimens: [BodySample], _ values: ValueMutations, _ judge: MutantEvaluator
    ) async -> Tally {
        let size = 64
        let starts = Array(stride(from: 0, to: work.pieces.count, by: size))
        return await withTaskGroup(of: (Int, Tally).self) { group in
            for start in starts {
                let pieces = work.pieces[start..<min(start + size, work.pieces.count)]
                group.addTask {
                    var tally = Tally()
                    for piece in pieces {
                        judge.judge(piece, specimens[piece.specimen], values, into: &tally)
                    }
                    return (start, tally)
                }
            }
            var tallies: [(start: Int, tally: Tally)] = []
            for await result in group { tallies.append(result) }
            return tallies.sorted { $0.start < $1.start }.reduce(into: Tally()) { $0 += $1.tally }
        }
    }
}
