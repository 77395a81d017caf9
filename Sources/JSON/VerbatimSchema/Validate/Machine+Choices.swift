@_spi(Tape) import VerbatimJSON

/// https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2
extension Machine {
    /// Whether an instance is one of the values of `enum`, or the one of `const`.
    mutating func holdsChoice<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ tag: Int, _ node: Int
    ) -> Bool {
        let choice = program._withUnsafeGuaranteedRef { $0.choices.base + Int(step.pointee.first) }
        let isString = tag == TapeReader.Tag.string || tag == TapeReader.Tag.escapedString
        let holds =
            isString
            ? find(node, in: choice.pointee.strings) != nil : equalsLiteral(choice.pointee, node)
        return holds || fail(mode, step.pointee.location, node)
    }

    private func equalsLiteral(_ choice: EnumValues, _ node: Int) -> Bool {
        program._withUnsafeGuaranteedRef { program in
            (Int(choice.literalStart)..<Int(choice.literalEnd)).contains { index in
                let literal = program.literals.base[index]
                return program.documents[Int(literal.document)].read { schema, _ in
                    Equality(tape: tape, other: schema).equal(node, Int(literal.node))
                } ?? false
            }
        }
    }
}
