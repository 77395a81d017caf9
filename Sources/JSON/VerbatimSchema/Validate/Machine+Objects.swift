@_spi(Tape) import VerbatimJSON
import VerbatimRegex

/// https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2
///
/// Unsafe code. Invariant: that of `Machine`; tables, entries and name bytes belong to the program.
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
        while name < end {
            let value = name &+ 1
            var isEvaluated = false
            if let entry = find(name, in: table) {
                present |= entry.pointee.required
                if entry.pointee.value >= 0 {
                    isEvaluated = true
                    valid = evaluateChild(mode, entry.pointee.value, value) && valid
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
                $0.patterns[pattern].matches(ByteSpan(text(name)))
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

    // MARK: Names

    /// Returns the entry of a name or string in a table, or nil.
    @inline(__always)
    mutating func find(_ node: Int, in table: StringTable) -> UnsafePointer<StringTable.Entry>? {
        let (start, count) = tape.plainString(node)
        return count >= 0 ? find(start, count, in: table) : findDecoded(node, in: table)
    }

    @inline(never)
    private mutating func findDecoded(_ node: Int, in table: StringTable) -> UnsafePointer<StringTable.Entry>?
    {
        let text = text(node)
        guard let start = text.baseAddress else { return nil }
        return find(start, text.count, in: table)
    }

    @inline(__always)
    private mutating func find(
        _ start: UnsafePointer<UInt8>, _ count: Int, in table: StringTable
    ) -> UnsafePointer<StringTable.Entry>? {
        let key = ByteKey(unsafePadded: start, count: count)
        let hash = table.isSeeded ? Machine.seededHash(start, count) : key.hash
        var slot = hash & table.mask
        while true {
            let index = slots[Int(table.start) &+ Int(slot)]
            guard index >= 0 else { return nil }
            let entry = entries + Int(index)
            if entry.pointee.prefix == key.prefix, entry.pointee.suffix == key.suffix,
                Int(entry.pointee.span.count) == count,
                count <= 16 || equals(UnsafeBufferPointer(start: start, count: count), entry.pointee.span)
            {
                return entry
            }
            slot = (slot &+ 1) & table.mask
        }
    }

    @inline(never)
    private static func seededHash(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
        KeyCollisions.seededHash(UnsafeBufferPointer(start: start, count: count))
    }

    private mutating func equals(_ name: UnsafeBufferPointer<UInt8>, _ span: NameSpan) -> Bool {
        guard name.count == Int(span.count) else { return false }
        let other = program._withUnsafeGuaranteedRef { $0.nameBytes.base } + Int(span.offset)
        return name.baseAddress.map { equalBytes($0, other, name.count) } ?? true
    }

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
            if let entry = find(name, in: plan.table) { isPresent[Int(entry.pointee.value)] = true }
            name = tape.next(after: name + 1)
        }
        return isPresent
    }
}
