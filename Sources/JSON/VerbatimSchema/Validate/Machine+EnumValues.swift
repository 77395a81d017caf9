@_spi(Tape) import VerbatimJSON

/// https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2
extension Machine {
    /// Evaluates `enum` or `const`.
    mutating func isEnumValue<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ tag: Int, _ node: Int
    ) -> Bool {
        let values = program._withUnsafeGuaranteedRef { $0.enumValues.base + Int(step.pointee.first) }
        let isString = tag == TapeReader.Tag.string || tag == TapeReader.Tag.escapedString
        let isValid =
            isString
            ? find(node, in: values.pointee.strings) != nil : equalsLiteral(values.pointee, node)
        return isValid || fail(mode, step.pointee.location, node)
    }

    private func equalsLiteral(_ values: EnumValues, _ node: Int) -> Bool {
        program._withUnsafeGuaranteedRef { program in
            (Int(values.literalStart)..<Int(values.literalEnd)).contains { index in
                let literal = program.literals.base[index]
                return program.documents[Int(literal.document)].read { schema, _ in
                    Equality(tape: tape, other: schema).equal(node, Int(literal.node))
                } ?? false
            }
        }
    }
}
