import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels

/// Decides for each mutant whether the contract and the models kill it.
///
/// A parse, a validation and a decode of the whole body for each mutant would be slow. So the schema and the
/// models get the body reduced to what usually affects the mutated value, and the models only if they read
/// that value. Whenever the schema does not kill the mutant, the contract gets the body reduced to what can
/// affect it, and the models the whole. One in 256 is judged by the whole body.
struct MutantEvaluator: Sendable {
    let contract: ContractOracle
    let models: [ModelBinding]
    let seed: UInt64

    /// The detection of a mutant, and whether the reduced body led to another one.
    private typealias Result = (detection: Detection, isCorrected: Bool)

    /// Evaluates the mutants of an item and adds the results to a tally.
    func evaluate(
        _ item: Workload.Item, of original: OriginalResponse, _ values: ValueMutations,
        into tally: inout MutantTally
    ) {
        let operation = original.operation.id
        guard let node = item.node, let map = original.map else {
            let mutations = original.responseMutations
            for number in item.chosen ?? Array(mutations.indices) {
                let mutation = mutations[number]
                tally.count(
                    detection(of: mutation, in: original), mutation.mutationOperator, mutation.change, number,
                    of: item, operation: operation)
            }
            return
        }
        let all = original.mutations(of: node, in: map, values)
        let chosen = item.chosen ?? Array(all.indices)
        let results = results(for: chosen.map { all[$0] }, at: node, of: original, in: map)
        for (number, result) in zip(chosen, results) {
            tally.count(
                result.detection, all[number].mutationOperator, all[number].detail, number, of: item,
                operation: operation)
            if result.isCorrected { tally.countDisagreement() }
        }
    }

    // MARK: Responses

    private func detection(of mutation: ResponseMutation, in original: OriginalResponse) -> Detection {
        let severity = contract.severity(of: original.with(mutation.response), beyond: original.known)
        return Detection(contract: severity, isKilledByModel: isRejected(mutation.response, of: original))
    }

    private func isRejected(_ response: HTTPResponse, of original: OriginalResponse) -> Bool {
        let readers =
            response.status == original.response.status
            ? original.readers
            : models.filter { $0.reads(original.operation.id, status: response.status) }
                .reading(original.items?.format)
        guard !readers.isEmpty, let body = original.document(of: response) else { return false }
        return readers.contains { !$0.accepts(body) }
    }

    // MARK: Values

    private func results(
        for mutations: [ValueMutation], at index: Int, of original: OriginalResponse, in map: BodyMap
    ) -> [Result] {
        let isRead = map.patterns[map.nodes[index].pattern].coverage != nil
        let forModel = isRead ? ReducedBody(of: map, around: index, for: .model) : nil
        let forSchema = ReducedBody(of: map, around: index, for: .schema)
        let accepts = original.accepts(forSchema) ? original.schemaAccepts : nil
        lazy var forContract =
            accepts != nil && forSchema.isExact ? forSchema : original.judgedBody(around: index, in: map)
        lazy var whole = ReducedBody(of: map, around: index, for: .all)
        return mutations.enumerated().map { number, mutation in
            let isKilled = accepts.map { isRejected(forSchema, mutation, by: $0) } ?? false
            let isKilledByModel = forModel.map { isRejected($0, mutation, by: original.readers) } ?? false
            let isChecked = isChosenForCheck(index, number, of: original)
            guard !isKilled || isChecked else {
                return (Detection(contract: .breaking, isKilledByModel: isKilledByModel), false)
            }
            let severity = severity(of: mutation, in: isChecked ? whole : forContract, of: original)
            var detection = Detection(contract: severity, isKilledByModel: false)
            if isRead || isChecked {
                detection.isKilledByModel = isRejected(whole, mutation, by: original.readers)
            }
            // A model that keeps a list without an element kills the mutant of the only element. It loses the
            // same value among many.
            if isKilledByModel, !detection.isKilledByModel {
                let body = Data(whole.applying(mutation.splice))
                detection.isKilledByModel = original.readers.contains { !$0.read(body).isComplete }
            }
            var isCorrected = isKilledByModel != detection.isKilledByModel
            if isKilled {
                isCorrected = isCorrected || severity == nil
            } else if isChecked, severity != self.severity(of: mutation, in: forContract, of: original) {
                isCorrected = true
            }
            return (detection, isCorrected)
        }
    }

    private func isRejected(
        _ body: ReducedBody, _ mutation: ValueMutation, by accepts: (JSON) -> Bool
    ) -> Bool {
        guard let json = try? JSON(parsing: body.applying(mutation.splice)) else { return true }
        return !accepts(json)
    }

    private func isRejected(
        _ body: ReducedBody, _ mutation: ValueMutation, by readers: [ModelBinding]
    ) -> Bool {
        let data = Data(body.applying(mutation.splice))
        return readers.contains { !$0.accepts(data) }
    }

    private func severity(
        of mutation: ValueMutation, in body: ReducedBody, of original: OriginalResponse
    ) -> Severity? {
        contract.severity(of: original.with(body: body.applying(mutation.splice)), beyond: original.known)
    }

    private func isChosenForCheck(_ index: Int, _ number: Int, of original: OriginalResponse) -> Bool {
        var random = SeededGenerator(seed: seed &+ UInt64(index) &* 4_099 &+ UInt64(number))
        return random.next() % original.mutantsPerCheck == 0
    }
}

/// The oracles that kill a mutant.
struct Detection: Sendable, Hashable {
    /// The severity by which the contract kills the mutant, `warning` or `breaking`; nil if it does not.
    var contract: Severity?
    /// Whether a model rejects the body.
    var isKilledByModel: Bool
}

/// The scores of evaluated mutants, and the mutants that the contract does not kill.
package struct MutantTally: Sendable, Codable {
    struct Key: Hashable, Codable {
        let operation: String
        let mutationOperator: MutationOperator
    }

    /// A mutant that the contract does not kill.
    struct Survivor: Sendable, Codable {
        /// The index of the original.
        let original: Int
        /// The mutated node of the body; nil for a mutation of the response as a whole.
        let node: Int?
        /// The index among the mutations of the node or the response.
        let number: Int
        let mutationOperator: MutationOperator
        let detail: String
        let isKilledByModel: Bool
    }

    private(set) var scores: [Key: MutationScore] = [:]
    private(set) var survivors: [Survivor] = []
    private(set) var disagreements = 0

    package init() {}

    mutating func count(
        _ detection: Detection, _ mutationOperator: MutationOperator, _ detail: String, _ number: Int,
        of item: Workload.Item, operation: String
    ) {
        let key = Key(operation: operation, mutationOperator: mutationOperator)
        scores[key, default: MutationScore()].count(detection)
        guard detection.contract == nil else { return }
        survivors.append(
            Survivor(
                original: item.original, node: item.node, number: number, mutationOperator: mutationOperator,
                detail: detail, isKilledByModel: detection.isKilledByModel))
    }

    mutating func countDisagreement() { disagreements += 1 }

    /// Adds the mutants of a block that follows.
    package static func += (sum: inout MutantTally, other: MutantTally) {
        sum.scores.merge(other.scores) { left, right in
            var both = left
            both += right
            return both
        }
        sum.survivors += other.survivors
        sum.disagreements += other.disagreements
    }
}
