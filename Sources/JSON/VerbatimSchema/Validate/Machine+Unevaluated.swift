@_spi(Tape) import VerbatimJSON

/// https://json-schema.org/draft/2020-12/json-schema-core#section-11
extension Machine {
    /// Runs `unevaluatedItems` and `unevaluatedProperties`, when all other keywords of the schema are done.
    mutating func runUnevaluated<M: EvaluationMode>(
        _ mode: M, _ schema: UnsafePointer<SchemaNode>, _ node: Int, _ firstMark: Int
    ) -> Bool {
        var valid = true
        for index in Int(schema.pointee.unevaluated.start)..<Int(schema.pointee.unevaluated.end) {
            let wanted =
                steps[index].operation == .unevaluatedItems ? TapeReader.Tag.array : TapeReader.Tag.object
            guard tape.tag(node) == wanted else { continue }
            valid = evaluateRest(mode, steps[index].first, node, firstMark) && valid
            if !M.collects, !valid { return false }
        }
        return valid
    }

    /// Evaluates a schema on each child that has no mark, and marks it.
    private mutating func evaluateRest<M: EvaluationMode>(
        _ mode: M, _ schema: Int32, _ node: Int, _ firstMark: Int
    ) -> Bool {
        // Children come in the order of their numbers, so sorted marks are passed once.
        marks[firstMark...].sort()
        let behindName = tape.tag(node) == TapeReader.Tag.object ? 1 : 0
        let end = tape.next(after: node)
        let lastMark = marks.count
        var mark = firstMark
        var child = tape.first(in: node) + behindName
        var valid = true
        while child < end {
            while mark < lastMark, marks[mark] < child { mark += 1 }
            if mark == lastMark || marks[mark] != child {
                valid = evaluate(mode, schema, child, marking: false) && valid
                if !M.collects, !valid { return false }
                marks.append(child)
            }
            child = tape.next(after: child) + behindName
        }
        return valid
    }
}
