@_spi(Tape) import VerbatimJSON

/// https://json-schema.org/draft/2020-12/json-schema-core#section-10.2
extension Machine {
    /// Evaluates a schema on the same instance; the children it evaluates only count if it is valid.
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
    mutating func dynamicTarget(_ step: UnsafePointer<Step>) -> Int32 {
        work &+= scope.resources.count
        return program._withUnsafeGuaranteedRef { program in
            for resource in scope.resources {
                let anchor = DynamicAnchor(resource: resource, name: step.pointee.second)
                if let target = program.dynamicAnchors[anchor] { return target }
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

    /// Evaluates the branch that a discriminator chooses, or if it chooses none, all of them.
    @inline(never)
    mutating func discriminated<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ tag: Int, _ node: Int, _ tracking: Bool
    ) -> Bool {
        let discriminator = program._withUnsafeGuaranteedRef {
            $0.discriminators.base[Int(step.pointee.third)]
        }
        if tag == TapeReader.Tag.object, let branch = branch(chosenBy: discriminator, node) {
            return evaluateInPlace(mode, children[Int(step.pointee.first + branch)], node, tracking)
        }
        return discriminator.isExclusive
            ? oneOf(mode, step, node, tracking) : anyOf(mode, step, node, tracking)
    }

    /// Returns the index of the branch for the value of a property, or nil if it is missing or unknown.
    private mutating func branch(chosenBy discriminator: Discriminator, _ node: Int) -> Int32? {
        work &+= tape.count(node)
        let end = tape.next(after: node)
        var name = tape.first(in: node)
        while name < end {
            let value = name &+ 1
            let tag = tape.tag(value)
            if tag == TapeReader.Tag.string || tag == TapeReader.Tag.escapedString,
                find(name, in: discriminator.property) >= 0
            {
                let entry = find(value, in: discriminator.values)
                return entry < 0 ? nil : names.number(of: entry)
            }
            name = tape.next(after: value)
        }
        return nil
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

    /// Fails with the failures of the closest branch as causes; far inside other branches, without.
    private mutating func failClosest<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        guard M.collects, branchDepth < Machine.maximumBranchDepth else {
            return fail(mode, step.pointee.location, node)
        }
        let branches = Int(step.pointee.first)..<Int(step.pointee.second)
        var closest: (branch: Int, failures: FailureList, evaluated: [Int])?
        for index in branches {
            let collected = collect(children[index], node, tracking)
            guard collected.failures.distance < closest?.failures.distance ?? .max else { continue }
            closest = (index - branches.lowerBound, collected.failures, collected.evaluated)
        }
        evaluated += closest?.evaluated ?? []
        let detail = Failure.Detail.closest(closest?.branch ?? 0)
        append(step.pointee.location, node, detail, causes: closest?.failures)
        return false
    }

    /// Returns the failures of a branch, and the children that it evaluates.
    private mutating func collect(
        _ schema: Int32, _ node: Int, _ tracking: Bool
    ) -> (failures: FailureList, evaluated: [Int]) {
        let (outerFailures, outerNode, start) = (failures, branchNode, evaluated.count)
        failures = FailureList(limit: Machine.causeLimit)
        branchNode = node
        branchDepth += 1
        _ = evaluate(CollectAll(), schema, node, tracking: tracking)
        let collected = (failures, Array(evaluated[start...]))
        evaluated.removeLast(evaluated.count - start)
        branchDepth -= 1
        (failures, branchNode) = (outerFailures, outerNode)
        return collected
    }

    /// Returns how much a failure adds to the distance of a branch from being valid.
    ///
    /// A wrong type, or a wrong constant in a property of the instance, means that another branch is meant.
    func distance(_ location: Int32, _ node: Int) -> Int {
        program._withUnsafeGuaranteedRef { program in
            switch program.locations.base[Int(location)].keyword {
            case .type where node == branchNode: 10_001
            case .const, .enum: 101
            default: 1
            }
        }
    }

    // MARK: Unevaluated children. Section 11

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

/// The dynamic scope: the schema resources from the entry to the current schema, each once.
///
/// Only the outermost resource with an anchor matters, so a resource that is entered again changes nothing.
/// https://json-schema.org/draft/2020-12/json-schema-core#section-7.1
struct DynamicScope {
    /// The resources, the outermost first.
    private(set) var resources: [Int32] = []
    /// A number that equal scopes share.
    private(set) var number: Int32 = 0
    private var isEntered: [Bool]
    /// The numbers of scopes, by the number of the scope around them and its last resource.
    private var numbers: [Step: Int32] = [:]

    private struct Step: Hashable {
        let outer: Int32
        let resource: Int32
    }

    init(resourceCount: Int) { isEntered = [Bool](repeating: false, count: resourceCount) }

    /// Enters a resource; returns the number of the scope around it, or nil if the scope is the same.
    mutating func enter(_ resource: Int32) -> Int32? {
        guard !isEntered[Int(resource)] else { return nil }
        isEntered[Int(resource)] = true
        resources.append(resource)
        let outer = number
        let step = Step(outer: outer, resource: resource)
        number = numbers[step] ?? Int32(truncatingIfNeeded: numbers.count + 1)
        numbers[step] = number
        return outer
    }

    /// Leaves the resource that was entered last.
    mutating func leave(to outer: Int32) {
        number = outer
        if let resource = resources.popLast() { isEntered[Int(resource)] = false }
    }
}
