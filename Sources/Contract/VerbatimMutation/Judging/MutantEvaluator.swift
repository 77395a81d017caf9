import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimSchema

/// Tells of each mutant who notices it.
///
/// What costs is the whole body: a parse, a verdict and a decode of it for each mutant. So contract and model get it
/// reduced to what bears on the changed location, and the model nothing at all where it was not seen to look. Whenever the
/// contract notices nothing, and for one in 256 of the others, the verdict is confirmed on the whole body by the whole
/// check.
struct MutantEvaluator: Sendable {
    let contract: ContractOracle
    let models: [ModelBinding]
    let seed: UInt64

    /// One in how many verdicts is confirmed although nothing depends on it.
    private static let confirmedShare: UInt64 = 256

    /// The verdict about a mutant, and whether a short cut to it was wrong.
    typealias Result = (verdict: Detection, wasWrong: Bool)

    /// Judges a change of a response as a whole.
    func verdict(on mutation: ResponseMutation, of specimen: BodySample) -> Detection {
        let severity = contract.notice(specimen.with(mutation.response), beyond: specimen.known)
        return Detection(contract: severity, model: isRefused(mutation.response, of: specimen))
    }

    private func isRefused(_ response: HTTPResponse, of specimen: BodySample) -> Bool {
        let readers =
            response.status == specimen.response.status
            ? specimen.readers
            : models.filter { $0.reads(specimen.operation.id, status: response.status) }
        guard !readers.isEmpty, let body = try? response.body.storedBytes() else { return false }
        return readers.contains { !$0.accepts(body) }
    }

    /// Judges some changes of the value at a location.
    func results(for alterations: [Mutation], at index: Int, of specimen: BodySample, in map: BodyMap)
        -> [Result]
    {
        let location = map.locations[index]
        let spot = Splice.Spot(value: location.value, lead: location.lead)
        let isRead = map.patterns[location.pattern].reading != nil
        let reduced = isRead ? BodyReduction(of: map, to: index, for: .model) : nil
        let excerpt = excerpt(of: map, to: index, for: specimen.schema)
        return alterations.enumerated().map { number, alteration in
            let isNoticed = excerpt.map { isRefused($0, alteration) } ?? false
            let model = reduced.map { isRefused($0, alteration, by: specimen.readers) } ?? false
            guard !isNoticed || isConfirmed(index, number) else {
                return (Detection(contract: .breaking, model: model), false)
            }
            let body = alteration.splice.applied(to: map.bytes, at: spot)
            let whole = wholeVerdict(on: body, specimen)
            return (whole, model != whole.model || isNoticed && whole.contract == nil)
        }
    }

    /// A part of a body that a schema takes, as it takes the whole.
    private struct Excerpt {
        let part: BodyReduction
        let schema: CompiledSchema
    }

    /// Reduces a body for its schema; nil when there is none, or it wants more than the part.
    private func excerpt(of map: BodyMap, to index: Int, for schema: CompiledSchema?) -> Excerpt? {
        guard let schema else { return nil }
        let part = BodyReduction(of: map, to: index, for: .schema)
        guard let json = try? JSON(parsing: part.bytes), schema.accepts(json) else { return nil }
        return Excerpt(part: part, schema: schema)
    }

    private func isRefused(_ excerpt: Excerpt, _ alteration: Mutation) -> Bool {
        let body = alteration.splice.applied(to: excerpt.part.bytes, at: excerpt.part.spot)
        guard let json = try? JSON(parsing: body) else { return true }
        return !excerpt.schema.accepts(json)
    }

    private func isRefused(
        _ reduced: BodyReduction, _ alteration: Mutation, by readers: [ModelBinding]
    ) -> Bool {
        let body = Data(alteration.splice.applied(to: reduced.bytes, at: reduced.spot))
        return readers.contains { !$0.accepts(body) }
    }

    private func wholeVerdict(on body: [UInt8], _ specimen: BodySample) -> Detection {
        let severity = contract.notice(specimen.with(body: body), beyond: specimen.known)
        let data = Data(body)
        return Detection(contract: severity, model: specimen.readers.contains { !$0.accepts(data) })
    }

    private func isConfirmed(_ index: Int, _ number: Int) -> Bool {
        var random = SeededGenerator(seed: seed &+ UInt64(index) &* 4_099 &+ UInt64(number))
        return random.next() % Self.confirmedShare == 0
    }
}
