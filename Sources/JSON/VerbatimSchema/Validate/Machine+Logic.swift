@_spi(Tape) import VerbatimJSON

/// https://json-schema.org/draft/2020-12/json-schema-core#section-10.2
extension Machine {
    /// Evaluates a schema on the same instance; the children it evaluates count only if the instance is
    /// valid.
    ///
    /// If failures are collected, they count in any case: the instance is invalid anyway, and a child with
    /// another failure should not be reported as unevaluated.
    mutating func evaluateInPlace<M: EvaluationMode>(
        _ mode: M, _ schema: Int32, _ node: Int, _ tracking: Bool
    )
        -> Bool
    {
        let firstEvaluated = evaluated.count
        let valid = evaluate(mode, schema, node, tracking: tracking)
        if tracking, !valid, !M.collects { evaluated.removeLast(evaluated.count - firstEvaluated) }
        return valid
    }

    /// https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3
    mutating func evaluateReference<M: EvaluationMode>(
        _ mode: M, _ schema: Int32, at location: Int32, _ node: Int, _ tracking: Bool
    ) -> Bool {
        if M.collects { pushPath(.reference, location, node) }
        defer { if M.collects { path.removeLast() } }
        return evaluateInPlace(mode, schema, node, tracking)
    }

    /// Returns the schema with the dynamic anchor in the outermost resource of the dynamic scope that has
    /// one. Section 8.2.3.2
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
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        var valid = true
        for index in Int(step.pointee.first)..<Int(step.pointee.second) {
            valid = evaluateInPlace(mode, children[index], node, tracking) && valid
            if !M.collects, !valid { return false }
        }
        return valid
    }

    mutating func anyOf<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        var valid = false
        for index in Int(step.pointee.first)..<Int(step.pointee.second) {
            guard evaluateInPlace(StopAtFirst(), children[index], node, tracking) else { continue }
            valid = true
            if !tracking { return true }
        }
        return valid || failClosest(mode, step, node, tracking)
    }

    mutating func oneOf<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        var count = 0
        for index in Int(step.pointee.first)..<Int(step.pointee.second) {
            guard evaluateInPlace(StopAtFirst(), children[index], node, tracking) else { continue }
            count += 1
            if count > 1, !M.collects { return false }
        }
        if count == 1 { return true }
        return count == 0
            ? failClosest(mode, step, node, tracking) : fail(mode, step.pointee.location, node, .count(count))
    }

    mutating func not<M: EvaluationMode>(_ mode: M, _ step: UnsafePointer<Step>, _ node: Int) -> Bool {
        !evaluate(StopAtFirst(), step.pointee.first, node, tracking: false)
            || fail(mode, step.pointee.location, node)
    }

    mutating func conditional<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        let holds = evaluateInPlace(StopAtFirst(), step.pointee.first, node, tracking)
        let branch = holds ? step.pointee.second : step.pointee.third
        return branch < 0 || evaluateInPlace(mode, branch, node, tracking)
    }

    // MARK: Closest branch

    /// Fails with the failures of the closest branch as causes.
    private mutating func failClosest<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        guard M.collects else { return false }
        let outer = failures
        var closest: (distance: Int, branch: Int, failures: [Failure], evaluated: [Int])?
        let firstEvaluated = evaluated.count
        for index in Int(step.pointee.first)..<Int(step.pointee.second) {
            failures = []
            _ = evaluate(CollectAll(), children[index], node, tracking: tracking)
            let distance = distance(failures, from: node)
            if closest.map({ distance < $0.distance }) ?? true {
                let branch = index - Int(step.pointee.first)
                closest = (distance, branch, failures, Array(evaluated[firstEvaluated...]))
            }
            evaluated.removeLast(evaluated.count - firstEvaluated)
        }
        failures = outer
        evaluated += closest?.evaluated ?? []
        var failure = Failure(
            location: step.pointee.location, node: node, isName: isName,
            detail: .closest(closest?.branch ?? 0),
            path: path)
        failure.causes = closest?.failures ?? []
        append(failure)
        return false
    }

    /// Returns the distance of a branch from being valid, based on the number of its failures.
    ///
    /// A wrong type, or a wrong constant in a property of the instance, indicates that another branch is
    /// meant.
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
