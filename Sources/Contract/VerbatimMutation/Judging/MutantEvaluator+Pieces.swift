import VerbatimContract

extension MutantEvaluator {
    /// Judges the mutants of a piece of work and counts them.
    func judge(
        _ piece: Workload.Piece, _ specimen: BodySample, _ values: ValueMutations, into tally: inout Tally
    ) {
        let operation = specimen.operation.id
        guard let location = piece.location, let map = specimen.map else {
            let mutations = specimen.responseMutations
            for number in piece.chosen ?? Array(mutations.indices) {
                let mutation = mutations[number]
                tally.count(
                    verdict(on: mutation, of: specimen), mutation.mutation, mutation.words, number, of: piece,
                    operation: operation)
            }
            return
        }
        let all = values.alterations(of: location, in: map)
        let chosen = piece.chosen ?? Array(all.indices)
        let results = results(for: chosen.map { all[$0] }, at: location, of: specimen, in: map)
        for (number, result) in zip(chosen, results) {
            tally.count(
                result.verdict, all[number].mutation, all[number].detail, number, of: piece,
                operation: operation)
            if result.wasWrong { tally.countDisagreement() }
        }
    }
}
