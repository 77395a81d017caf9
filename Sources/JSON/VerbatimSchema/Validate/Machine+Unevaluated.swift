@_spi(Tape) import VerbatimJSON

/// https://json-schema.org/draft/2020-12/json-schema-core#section-11
extension Machine {
    /// Evaluates `unevaluatedItems` and `unevaluatedProperties`, after all other keywords of the schema.
    mutating func runUnevaluated<M: EvaluationMode>(
        _ mode: M, _ schema: UnsafePointer<SchemaNode>, _ node: Int, _ firstEvaluated: Int
    ) -> Bool {
        var valid = true
        for index in Int(schema.pointee.unevaluated.start)..<Int(schema.pointee.unevaluated.end) {
            let tag =
                steps[index].operation == .unevaluatedItems ? TapeReader.Tag.array : TapeReader.Tag.object
            guard tape.tag(node) == tag else { continue }
            valid = evaluateRemaining(mode, steps[index].first, node, firstEvaluated) && valid
            if !M.collects, !valid { return false }
        }
        return valid
    }

    /// Evaluates a schema on each child that is not evaluated yet.
    private mutating func evaluateRemaining<M: EvaluationMode>(
        _ mode: M, _ schema: Int32, _ node: Int, _ firstEvaluated: Int
    ) -> Bool {
        // Children are in ascending order, so one pass over the sorted nodes suffices.
        evaluated[firstEvaluated...].sort()
        work &+= tape.count(node)
        let nameCount = tape.tag(node) == TapeReader.Tag.object ? 1 : 0
        let end = tape.next(after: node)
        let lastEvaluated = evaluated.count
        var next = firstEvaluated
        var child = tape.first(in: node) + nameCount
        var valid = true
        while child < end {
            while next < lastEvaluated, evaluated[next] < child { next += 1 }
            if next == lastEvaluated || evaluated[next] != child {
                valid = evaluate(mode, schema, child, tracking: false) && valid
                if !M.collects, !valid { return false }
                evaluated.append(child)
            }
            child = tape.next(after: child) + nameCount
        }
        return valid
    }
}
