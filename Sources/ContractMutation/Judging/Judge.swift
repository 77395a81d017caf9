import APIContract
import ConsumerModels
import Foundation
import HTTPArchive
import JSONDocument
import JSONSchema

/// Tells of each mutant who notices it.
///
/// What costs is the model: a decode of the whole body for each mutant. So the model gets the body reduced to what bears
/// on the changed place, and nothing at all where it was not seen to look. Whenever the contract notices nothing, and for
/// one in 256 of the others, the verdict is confirmed on the whole body by the whole check.
struct Judge: Sendable {
    let contract: ContractJudge
    let models: [ModelBinding]
    let seed: UInt64

    /// One in how many verdicts is confirmed although nothing depends on it.
    private static let confirmedShare: UInt64 = 256

    /// The verdict about a mutant, and whether a short cut to it was wrong.
    typealias Result = (verdict: Verdict, wasWrong: Bool)

    /// Judges a change of a response as a whole.
    func verdict(on mutation: ResponseMutation, of specimen: Specimen) -> Verdict {
        let severity = contract.notice(specimen.with(mutation.response), beyond: specimen.known)
        return Verdict(contract: severity, model: isRefused(mutation.response, of: specimen))
    }

    private func isRefused(_ response: HTTPResponse, of specimen: Specimen) -> Bool {
        let readers =
            response.status == specimen.response.status
            ? specimen.readers
            : models.filter { $0.reads(specimen.operation.id, status: response.status) }
        guard !readers.isEmpty, let body = try? response.body.storedBytes() else { return false }
        return readers.contains { !$0.accepts(body) }
    }

    /// Judges some changes of the value at a place.
    func results(for alterations: [Alteration], at index: Int, of specimen: Specimen, in map: BodyMap)
        -> [Result]
    {
        let place = map.places[index]
        let spot = Splice.Spot(value: place.value, lead: place.lead)
        let isRead = map.patterns[place.pattern].reading != nil
        let reduced = isRead ? BodyReduction(of: map, to: index) : nil
        return alterations.enumerated().map { number, alteration in
            let body = alteration.splice.applied(to: map.bytes, at: spot)
            let quick = Verdict(
                contract: quickSeverity(of: body, specimen),
                model: reduced.map { isRefused($0, alteration, by: specimen.readers) } ?? false)
            guard quick.contract == nil || isConfirmed(index, number) else { return (quick, false) }
            let whole = wholeVerdict(on: body, specimen)
            let agree = quick.model == whole.model && (quick.contract == nil || whole.contract != nil)
            return (whole, !agree)
        }
    }

    /// What the schema alone says, at the price of a parse and a verdict; nil when the whole check has to say it.
    private func quickSeverity(of body: [UInt8], _ specimen: Specimen) -> Severity? {
        guard let schema = specimen.schema else { return nil }
        guard let json = try? JSON(parsing: body) else { return .breaking }
        return schema.accepts(json) ? nil : .breaking
    }

    private func isRefused(
        _ reduced: BodyReduction, _ alteration: Alteration, by readers: [ModelBinding]
    ) -> Bool {
        let body = Data(alteration.splice.applied(to: reduced.bytes, at: reduced.spot))
        return readers.contains { !$0.accepts(body) }
    }

    private func wholeVerdict(on body: [UInt8], _ specimen: Specimen) -> Verdict {
        let severity = contract.notice(specimen.with(body: body), beyond: specimen.known)
        let data = Data(body)
        return Verdict(contract: severity, model: specimen.readers.contains { !$0.accepts(data) })
    }

    private func isConfirmed(_ index: Int, _ number: Int) -> Bool {
        var random = SeededGenerator(seed: seed &+ UInt64(index) &* 4_099 &+ UInt64(number))
        return random.next() % Self.confirmedShare == 0
    }
}
