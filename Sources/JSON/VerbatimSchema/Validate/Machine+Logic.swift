@_spi(Tape) import VerbatimJSON

/// https://json-schema.org/draft/2020-12/json-schema-core#section-10.2
extension Machine {
    /// Evaluates a schema on the same instance; what it looked at counts only when the instance is valid.
    ///
    /// When failures are collected it counts all the same: the instance is invalid anyhow, and what is reported as
    /// unevaluated should not be what some other failure is already about.
    mutating func evaluateInPlace<M: EvaluationMode>(_ mode: M, _ schema: Int32, _ node: Int, _ marking: Bool)
        -> Bool
    {
        let firstMark = marks.count
        let valid = evaluate(mode, schema, node, marking: marking)
        if marking, !valid, !M.collects { marks.removeLast(marks.count - firstMark) }
        return valid
    }

    /// https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3
    mutating func evaluateReference<M: EvaluationMode>(
        _ mode: M, _ schema: Int32, at location: Int32, _ node: Int, _ marking: Bool
    ) -> Bool {
        if M.collects { leave(.reference, location, node) }
        defer { if M.collects { trail.removeLast() } }
        return evaluateInPlace(mode, schema, node, marking)
    }

    /// 8.2.3.2: the outermost resource on the way here that has the dynamic anchor.
    func dynamicTarget(_ step: UnsafePointer<Step>) -> Int32 {
        program._withUnsafeGuaranteedRef { program in
            for resource in scope {
                let cell = Int(resource) * program.dynamicNameCount + Int(step.pointee.second)
                if program.dynamicAnchors.base[cell] >= 0 { return program.dynamicAnchors.base[cell] }
            }
            return step.pointee.first
        }
    }

    mutating func allOf<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ marking: Bool
    ) -> Bool {
        var valid = true
        for index in Int(step.pointee.first)..<Int(step.pointee.second) {
            valid = evaluateInPlace(mode, children[index], node, marking) && valid
            if !M.collects, !valid { return false }
        }
        return valid
    }

    mutating func anyOf<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ marking: Bool
    ) -> Bool {
        var valid = false
        for index in Int(step.pointee.first)..<Int(step.pointee.second) {
            guard evaluateInPlace(StopAtFirst(), children[index], node, marking) else { continue }
            valid = true
            if !marking { return true }
        }
        return valid || failNearest(mode, step, node, marking)
    }

    mutating func oneOf<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ marking: Bool
    ) -> Bool {
        var count = 0
        for index in Int(step.pointee.first)..<Int(step.pointee.second) {
            guard evaluateInPlace(StopAtFirst(), children[index], node, marking) else { continue }
            count += 1
            if count > 1, !M.collects { return false }
        }
        if count == 1 { return true }
        return count == 0
            ? failNearest(mode, step, node, marking) : fail(mode, step.pointee.location, node, .count(count))
    }

    mutating func not<M: EvaluationMode>(_ mode: M, _ step: UnsafePointer<Step>, _ node: Int) -> Bool {
        !evaluate(StopAtFirst(), step.pointee.first, node, marking: false)
            || fail(mode, step.pointee.location, node)
    }

    mutating func conditional<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ marking: Bool
    ) -> Bool {
        let holds = evaluateInPlace(StopAtFirst(), step.pointee.first, node, marking)
        let branch = holds ? step.pointee.second : step.pointee.third
        return branch < 0 || evaluateInPlace(mode, branch, node, marking)
    }

    // MARK: The branch that came nearest

    /// Fails with the failures of the branch that came nearest as causes.
    private mutating func failNearest<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ marking: Bool
    ) -> Bool {
        guard M.collects else { return false }
        let outer = failures
        var nearest: (distance: Int, branch: Int, failures: [Failure], marks: [Int])?
        let firstMark = marks.count
        for index in Int(step.pointee.first)..<Int(step.pointee.second) {
            failures = []
            _ = evaluate(CollectAll(), children[index], node, marking: marking)
            let distance = distance(failures, from: node)
            if nearest.map({ distance < $0.distance }) ?? true {
                let branch = index - Int(step.pointee.first)
                nearest = (distance, branch, failures, Array(marks[firstMark...]))
            }
            marks.removeLast(marks.count - firstMark)
        }
        failures = outer
        marks += nearest?.marks ?? []
        var failure = Failure(
            location: step.pointee.location, node: node, isName: isName,
            detail: .nearest(nearest?.branch ?? 0),
            trail: trail)
        failure.causes = nearest?.failures ?? []
        note(failure)
        return false
    }

    /// How far a branch is from holding: a wrong type, or a wrong constant in a member of the instance, says that
    /// another branch was meant; otherwise the number of failures decides.
    private func distance(_ failures: [Failure], from node: Int) -> Int {
        program._withUnsafeGuaranteedRef { program in
            failures.reduce(failures.count) { sum, failure in
                switch program.locations.base[Int(failure.location)].keyword {
                case .type where failure.node == node: sum + 10_000
                case .const, .enum: sum + 100
                default: sum
                }
            }
        }
    }
}
