import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// One mutant, made again to tell about it.
struct Mutant {
    let specimen: BodySample
    let mutation: MutationOperator
    /// The changed interaction.
    let interaction: Interaction
    /// What was done, in words.
    let words: String
    private let source: Source

    private enum Source {
        case value(Int, BodyMap)
        case response(ResponseMutation)
    }

    init(_ miss: Tally.Miss, of specimen: BodySample, _ values: ValueMutations) {
        self.specimen = specimen
        mutation = miss.mutation
        if let index = miss.location, let map = specimen.map {
            let alteration = values.alterations(of: index, in: map)[miss.number]
            let location = map.locations[index]
            let spot = Splice.Spot(value: location.value, lead: location.lead)
            interaction = specimen.with(body: alteration.splice.applied(to: map.bytes, at: spot))
            let pointer = map.pointer(to: index)
            let subject = pointer.tokens.isEmpty ? "the body" : "'\(pointer)'"
            words = "\(subject) \(alteration.splice.words(for: map.text(of: location)))"
            source = .value(index, map)
        } else {
            let change = specimen.responseMutations[miss.number]
            interaction = specimen.with(change.response)
            words = change.words
            source = .response(change)
        }
    }

    /// The exchange in short.
    var exchange: String { specimen.interaction.summary(path: specimen.operation.path) }

    /// Where what was changed stands.
    var location: SourceLocation? {
        guard case .value(let index, let map) = source else { return specimen.interaction.locationInBody() }
        let position = map.position(of: map.locations[index].value.lowerBound)
        return specimen.interaction.locationInBody(line: position.line, column: position.column)
    }

    /// The objects of the contract that may waive it: the schemas of the value, or the response and what it declares.
    var promises: [JSON] {
        switch source {
        case .value(let index, let map): return map.patterns[map.locations[index].pattern].schemas.branches
        case .response(let change):
            guard let promise = specimen.promise else { return [] }
            let headers = promise.headers.filter { $0.name == change.header }.map(\.node)
            return headers + promise.content.map(\.node) + [promise.node]
        }
    }

    /// The changes of the contract that might make it notice.
    func edits(from suggestions: EditSuggestions, seen: () -> [String]) -> [ContractEdit] {
        switch source {
        case .value(let index, let map): suggestions.edits(for: mutation, at: index, in: map, seen: seen())
        case .response(let change): suggestions.edits(for: change, of: specimen)
        }
    }
}

extension Splice {
    /// What became of a value, in words.
    fileprivate func words(for value: String) -> String {
        switch self {
        case .replace(let new): "is \(Self.excerpt(new))"
        case .wrap(let before, let after): "is \(Self.excerpt(before + Array(value.utf8) + after))"
        case .drop: "is not there"
        case .append(let member): "has \(Self.excerpt(member)) at its end"
        }
    }

    private static func excerpt(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
        return text.count > 60 ? text.prefix(60) + "…" : text
    }
}
