import VerbatimJSON

extension OperationCheck {
    /// Where the values of a body stand: in the JSON itself, or in the XML it was made from.
    typealias Locate = (JSONPointer, JSONPosition) -> (line: Int, column: Int)

    /// Holds the JSON of a body to its schema.
    mutating func check(
        _ json: JSON, _ schema: SchemaReference, locate: Locate = { ($1.line, $1.column) }
    ) {
        observe(json, schema)
        for fault in contract.faults(in: json, of: schema) { note(fault, locate) }
        for novelty in ValueWalk.novelties(in: json, schema.shape, of: contract, seen: &seen) {
            note(novelty, schema, locate)
        }
    }

    private mutating func note(_ novelty: ValueWalk.Novelty, _ schema: SchemaReference, _ locate: Locate) {
        let pointer = novelty.value.pointer
        let (line, column) = locate(pointer, novelty.value.position)
        let more =
            novelty.others == 0 ? "" : ", and in \(ContractMessages.count(novelty.others, "more location"))"
        let (rule, found, expected) =
            switch novelty.kind {
            case .member:
                (Rule.responsePropertyUndocumented, "there", "nothing about it")
            case .value(let value):
                (
                    Rule.responseValueUnknown, ContractMessages.value(value),
                    ContractMessages.either(novelty.known.map(\.description)) + " so far"
                )
            }
        note(
            rule, nil, found: found + more, expected: expected, promise: schema.node,
            pointer: pointer.description, at: location(line: line, column: column))
    }

    private mutating func note(_ fault: SchemaFault, _ locate: Locate) {
        let (line, column) = locate(fault.pointer, fault.position)
        note(
            fault.rule, fault.pointer.tokens.isEmpty ? "the body" : nil, found: fault.found,
            expected: fault.expected, promise: fault.promise, pointer: fault.pointer.description,
            at: location(line: line, column: column))
    }
}
