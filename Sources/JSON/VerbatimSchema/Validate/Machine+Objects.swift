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
            let matches = program._withUnsafeGuaranteedRef { $0.patterns[pattern].matches(text(name).span) }
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
        var slot = key.hash & table.mask
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

    private mutating func equals(_ name: UnsafeBufferPointer<UInt8>, _ span: NameSpan) -> Bool {
        guard name.count == Int(span.count) else { return false }
        let other = program._withUnsafeGuaranteedRef { $0.nameBytes.base } + Int(span.offset)
        return name.baseAddress.map { equalBytes($0, other, name.count) } ?? true
    }

    /// Returns whether an object has a member with a name of the program.
    private mutating func has(_ name: Int32, _ node: Int) -> Bool {
        let span = program._withUnsafeGuaranteedRef { $0.nameSpans.base[Int(name)] }
        let end = tape.next(after: node)
        var member = tape.first(in: node)
        while member < end {
            if equals(text(member), span) { return true }
            member = tape.next(after: member + 1)
        }
        return false
    }

    // MARK: Dependencies

    /// https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.4
    mutating func dependentRequired<M: EvaluationMode>(_ mode: M, _ step: UnsafePointer<Step>, _ node: Int)
        -> Bool
    {
        guard has(step.pointee.first, node) else { return true }
        var valid = true
        for name in (step.pointee.first + 1)..<step.pointee.second where !has(name, node) {
            valid = fail(mode, step.pointee.location, node, .missing(name))
        }
        return valid
    }

    /// https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2.4
    mutating func dependentSchema<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        guard has(step.pointee.first, node) else { return true }
        return evaluateInPlace(mode, step.pointee.second, node, tracking)
    }
}
