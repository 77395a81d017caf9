@_spi(Tape) import VerbatimJSON

/// https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1
extension Machine {
    mutating func prefixItems<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        let end = tape.next(after: node)
        work &+= tape.count(node)
        var element = tape.first(in: node)
        var valid = true
        var index = Int(step.pointee.first)
        while element < end, index < Int(step.pointee.second) {
            valid = evaluate(mode, children[index], element, tracking: false) && valid
            if !M.collects, !valid { return false }
            if tracking { evaluated.append(element) }
            element = tape.next(after: element)
            index += 1
        }
        return valid
    }

    mutating func items<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        let end = tape.next(after: node)
        work &+= tape.count(node)
        var element = tape.first(in: node)
        var skipped = 0
        while skipped < Int(step.pointee.second), element < end {
            element = tape.next(after: element)
            skipped += 1
        }
        var valid = true
        while element < end {
            valid = evaluateChild(mode, step.pointee.first, element) && valid
            if !M.collects, !valid { return false }
            if tracking { evaluated.append(element) }
            element = tape.next(after: element)
        }
        return valid
    }

    /// Section 10.3.1.3. Matching elements count as evaluated, so tracking examines all elements.
    mutating func contains<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        let minimum = Int(step.pointee.second)
        let maximum = step.pointee.third < 0 ? Int.max : Int(step.pointee.third)
        let end = tape.next(after: node)
        work &+= tape.count(node)
        var element = tape.first(in: node)
        var count = 0
        while element < end {
            if !tracking, !M.collects, maximum == .max, count >= minimum { return true }
            if evaluate(StopAtFirst(), step.pointee.first, element, tracking: false) {
                count += 1
                if tracking { evaluated.append(element) }
            }
            element = tape.next(after: element)
        }
        return minimum <= count && count <= maximum
            || fail(mode, step.pointee.location, node, .matching(count, minimum: minimum, maximum: maximum))
    }

    /// https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4.3
    mutating func uniqueItems<M: EvaluationMode>(_ mode: M, _ step: UnsafePointer<Step>, _ node: Int) -> Bool
    {
        work &+= tape.next(after: node) - node
        guard let (first, second) = Equality(tape: tape, other: tape).firstEqual(in: node, &hashes) else {
            return true
        }
        return fail(mode, step.pointee.location, node, .equal(first, second))
    }
}
