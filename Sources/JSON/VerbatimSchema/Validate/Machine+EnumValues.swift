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

    private mutating func equalsLiteral(_ values: EnumValues, _ node: Int) -> Bool {
        let all = Int(values.literalStart)..<Int(values.literalEnd)
        guard all.count > EnumValues.few else { return all.contains { equals(node, literal: $0) } }
        work &+= tape.next(after: node) - node
        let hash = hashes.hash(node)
        var index = firstLiteral(in: all, hash)
        while index < all.upperBound, literals[index].hash == hash {
            if equals(node, literal: index) { return true }
            index += 1
        }
        return false
    }

    /// Returns the index of the first literal whose hash is not less.
    private func firstLiteral(in all: Range<Int>, _ hash: Int) -> Int {
        var (low, high) = (all.lowerBound, all.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if literals[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func equals(_ node: Int, literal index: Int) -> Bool {
        program._withUnsafeGuaranteedRef { program in
            let literal = program.literals.base[index].value
            return program.documents[Int(literal.document)].read { schema, _ in
                Equality(tape: tape, other: schema).equal(node, Int(literal.node))
            } ?? false
        }
    }

    private var literals: UnsafePointer<Literal> { program._withUnsafeGuaranteedRef { $0.literals.base } }
}
