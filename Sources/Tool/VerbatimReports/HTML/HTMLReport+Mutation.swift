import VerbatimContract
import VerbatimJSON

extension HTMLReport {
    /// The mutants of the recorded responses that the contracts and the models kill.
    var mutationSection: Section? {
        guard let mutation else { return nil }
        let rows = mutation.scores.map { score -> HTML in
            let name: HTML =
                score.operation.map { "<span class=\"path\">\(score.api)</span> \($0)" }
                ?? "<b>\(score.api)</b> as a whole"
            let parts = [(score.killedByContract, "done"), (score.killedByModelOnly, "model")]
            return """
                <tr><th scope="row">\(name)</th><td>\(Self.bar(parts, of: score.mutants))</td>\
                <td class="number">\(score.mutants)</td><td class="number">\(score.killedByContract)</td>\
                <td class="number">\(score.killedByModelOnly)</td><td class="number">\(score.survived)</td></tr>

                """
        }
        let total = mutation.scores.filter { $0.operation == nil }
        let mutants = total.reduce(0) { $0 + $1.mutants }
        let survived = total.reduce(0) { $0 + $1.survived }
        return Section(
            id: "mutation", title: "Mutation score",
            note: mutants > 0 ? "\((mutants - survived) * 100 / mutants)% killed" : "",
            content: """
                <p>Recorded responses, changed in one value each. The contract should notice; a change that only \
                a model notices breaks the app although the contract holds.</p>
                \(Self.scroll("Mutation scores by operation", """
                <table class="scores">
                <thead><tr><th scope="col">Operation</th><th scope="col">Killed</th>\
                <th scope="col" class="number">Mutants</th><th scope="col" class="number">By the contract</th>\
                <th scope="col" class="number">By a model only</th>\
                <th scope="col" class="number">Survived</th></tr></thead>
                <tbody>
                \(rows)</tbody></table>
                """))

                """)
    }
}
