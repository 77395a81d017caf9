@_spi(Tape) import VerbatimJSON
import VerbatimRegex

/// https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2
///
/// Unsafe code. Invariant: that of `Machine`; the tables belong to the program.
extension Machine {
    /// Evaluates `properties`, `patternProperties`, `additionalProperties`, `propertyNames` and `required` in
    /// one pass over the members.
    mutating func properties<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        let plan = plans + Int(step.pointee.first)
        let table = plan.pointee.table
        let isSimple = isSimple(plan)
        let end = tape.next(after: node)
        work &+= tape.count(node)
        var name = tape.first(in: node)
        var present: UInt64 = 0
        var valid = true
        // Documents have the order of their schemas: the property after the one before is likely.
        var guess = Int(plan.pointee.firstEntry)
        while name < end {
            let value = name &+ 1
            var isEvaluated = false
            let isGuessed = guess < plan.pointee.endEntry && tape.isName(name, at: guess, in: names)
            let entry = isGuessed ? guess : find(name, in: table)
            if entry >= 0 {
                guess = entry &+ 1
                present |= requiredBits[entry]
                let schema = names.number(of: entry)
                if schema >= 0 {
                    isEvaluated = true
                    valid = evaluateChild(mode, schema, value) && valid
                }
            }
            if !isSimple {
                valid = evaluateOtherKeywords(mode, plan, name, tracking, isEvaluated) && valid
            } else if tracking, isEvaluated {
                evaluated.append(value)
            }
            if !M.collects, !valid { return false }
            name = tape.next(after: value)
        }
        if present != plan.pointee.required {
            if !M.collects { return false }
            reportMissing(plan, present, node)
            valid = false
        }
        return valid
    }

    /// Returns whether the plan has only `properties` and `required`.
    @inline(__always)
    private func isSimple(_ plan: UnsafePointer<ObjectPlan>) -> Bool {
        plan.pointee.patternStart == plan.pointee.patternEnd && plan.pointee.additional < 0
            && plan.pointee.propertyNames < 0
    }

    /// Evaluates `patternProperties`, `additionalProperties` and `propertyNames` for one member.
    private mutating func evaluateOtherKeywords<M: EvaluationMode>(
        _ mode: M, _ plan: UnsafePointer<ObjectPlan>, _ name: Int, _ tracking: Bool, _ isEvaluated: Bool
    ) -> Bool {
        let value = name + 1
        var valid = true
        var isEvaluated = isEvaluated
        let schemas = program._withUnsafeGuaranteedRef { $0.patternSchemas.base }
        for index in Int(plan.pointee.patternStart)..<Int(plan.pointee.patternEnd) {
            let pattern = Int(schemas[index].pattern)
            let matches = program._withUnsafeGuaranteedRef {
                $0.patterns.base[pattern].matches(ByteSpan(text(name)))
            }
            guard let matches else {
                isName = true
                valid = fail(mode, nodes[Int(schemas[index].schema)].location, name, .stepLimit)
                isName = false
                continue
            }
            guard matches else { continue }
            isEvaluated = true
            valid = evaluate(mode, schemas[index].schema, value, tracking: false) && valid
        }
        if !isEvaluated, plan.pointee.additional >= 0 {
            isEvaluated = true
            valid = evaluate(mode, plan.pointee.additional, value, tracking: false) && valid
        }
        if plan.pointee.propertyNames >= 0 {
            isName = true
            valid = evaluate(mode, plan.pointee.propertyNames, name, tracking: false) && valid
            isName = false
        }
        if tracking, isEvaluated { evaluated.append(value) }
        return valid
    }

    @inline(never)
    private mutating func reportMissing(_ plan: UnsafePointer<ObjectPlan>, _ present: UInt64, _ node: Int) {
        var missing = plan.pointee.required & ~present
        while missing != 0 {
            let bit = Int32(missing.trailingZeroBitCount)
            missing &= missing - 1
            _ = fail(
                CollectAll(), plan.pointee.requiredLocation, node, .missing(plan.pointee.requiredNames + bit))
        }
    }

    /// Returns the entry of a name or string in a table, or -1.
    @inline(__always)
    func find(_ node: Int, in table: KeyTable.Subtable) -> Int { tape.entry(of: node, in: table, of: names) }

    // MARK: Dependencies

    /// Evaluates `dependentRequired`, `dependentSchemas` and the rest of a long `required`.
    ///
    /// https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.4
    /// https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2.4
    mutating func presence<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        let plan = program._withUnsafeGuaranteedRef { $0.presencePlans.base[Int(step.pointee.first)] }
        let rules = program._withUnsafeGuaranteedRef { $0.presenceRules.base }
        let isPresent = presentNames(plan, node)
        var valid = true
        for index in Int(plan.ruleStart)..<Int(plan.ruleEnd) {
            let rule = rules[index]
            guard rule.trigger < 0 || isPresent[Int(rule.trigger)] else { continue }
            for number in Int(rule.requiredStart)..<Int(rule.requiredEnd)
            where !isPresent[Int(children[number])] {
                valid = fail(mode, rule.location, node, .missing(plan.firstName + children[number]))
                if !M.collects { return false }
            }
            if rule.schema >= 0 { valid = evaluateInPlace(mode, rule.schema, node, tracking) && valid }
            if !M.collects, !valid { return false }
        }
        return valid
    }

    /// Returns whether an object has each name of a plan.
    private mutating func presentNames(_ plan: PresencePlan, _ node: Int) -> [Bool] {
        work &+= tape.count(node)
        var isPresent = [Bool](repeating: false, count: Int(plan.nameCount))
        let end = tape.next(after: node)
        var name = tape.first(in: node)
        while name < end {
            let entry = find(name, in: plan.table)
            if entry >= 0 { isPresent[Int(names.number(of: entry))] = true }
            name = tape.next(after: name + 1)
        }
        return isPresent
    }
}
