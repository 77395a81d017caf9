import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// A survivor, recreated to be classified and reported.
struct Mutant {
    let original: OriginalResponse
    let mutationOperator: MutationOperator
    /// The mutated interaction.
    let interaction: Interaction
    /// The mutation in words: `'/items/0/title' is ""`.
    let change: String
    private let source: Source

    private enum Source {
        case value(Int, BodyMap)
        case response(ResponseMutation)
    }

    init(_ survivor: MutantTally.Survivor, of original: OriginalResponse, _ values: ValueMutations) {
        self.original = original
        mutationOperator = survivor.mutationOperator
        if let index = survivor.node, let map = original.map {
            let splice = values.mutations(of: index, in: map)[survivor.number].splice
            let node = map.nodes[index]
            interaction = original.with(body: splice.applied(to: map.bytes, at: node.target))
            let pointer = map.pointer(to: index)
            let subject = pointer.tokens.isEmpty ? "the body" : "'\(pointer)'"
            change = "\(subject) \(splice.description(of: map.text(of: node)))"
            source = .value(index, map)
        } else {
            let mutation = original.responseMutations[survivor.number]
            interaction = original.with(mutation.response)
            change = mutation.change
            source = .response(mutation)
        }
    }

    /// The exchange in short.
    var exchange: String { original.interaction.summary(path: original.operation.path) }

    /// The location of the original value.
    var location: SourceLocation? {
        guard case .value(let index, let map) = source else { return original.interaction.locationInBody() }
        let position = map.position(of: map.nodes[index].target.value.lowerBound)
        return original.interaction.locationInBody(line: position.line, column: position.column)
    }

    /// The objects of the contract that may have a waiver: the schemas of the value, or the response and its
    /// parts.
    var waivable: [JSON] {
        switch source {
        case .value(let index, let map): return map.patterns[map.nodes[index].pattern].schemas.branches
        case .response(let mutation):
            guard let declared = original.declared else { return [] }
            let headers = declared.headers.filter { $0.name == mutation.header }.map(\.node)
            return headers + declared.content.map(\.node) + [declared.node]
        }
    }

    /// The edits of the contract that may kill the mutant.
    func edits(from suggestions: EditSuggestions, strings: () -> [String]) -> [ContractEdit] {
        switch source {
        case .value(let index, let map):
            suggestions.edits(for: mutationOperator, at: index, in: map, strings: strings())
        case .response(let mutation): suggestions.edits(for: mutation, of: original)
        }
    }
}

extension Splice {
    /// The new state of a value, in words.
    fileprivate func description(of value: String) -> String {
        switch self {
        case .replace(let new): "is \(Self.excerpt(new))"
        case .wrap(let prefix, let suffix): "is \(Self.excerpt(prefix + Array(value.utf8) + suffix))"
        case .drop: "is missing"
        case .append(let member): "has \(Self.excerpt(member)) at its end"
        }
    }

    private static func excerpt(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }.excerpt(60)
    }
}
