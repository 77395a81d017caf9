@_spi(Tape) import VerbatimJSON

/// Runs a program over a document: one recursion for all keywords, without objects, closures or strings.
///
/// Unsafe code. Invariant: the program and the document live while the machine runs (`failures` and `accepts` see to
/// it), every number in the program is an index the compiler made, and every node comes from the tape.
struct Machine: ~Copyable {
    let program: Unmanaged<Program>
    let tape: TapeReader
    let nodes: UnsafePointer<SchemaNode>
    let steps: UnsafePointer<Step>
    let children: UnsafePointer<Int32>
    let plans: UnsafePointer<ObjectPlan>
    let slots: UnsafePointer<Int32>
    let entries: UnsafePointer<NameTable.Entry>
    let bounds: UnsafePointer<NumericBound>
    let isDynamic: Bool

    var failures: [Failure] = []
    /// The way from the entry to the current schema, when failures are collected.
    var trail: [PathStep] = []
    /// Resources from the entry to the current schema, the outermost first, when there are dynamic references.
    var scope: [Int32] = []
    /// Children of the current instance that a schema has looked at, when an `unevaluated` keyword asks.
    var marks: [Int] = []
    var depth = 0
    /// Whether the instance is the name of a member.
    var isName = false
    var scratch = Scratch()
    var recall: EvaluationMemo

    /// Schemas within schemas beyond this end the run.
    let depthLimit: Int
    /// Whether the run ended there: its result means nothing.
    var isCutShort = false

    /// What any thread has room for: some hundred kilobytes.
    static let shallowDepth = 150
    /// Schemas within schemas beyond this are a failure; a document of 512 levels has 32 for each.
    static let maximumDepth = 16_384

    init(_ program: Program, _ tape: TapeReader, size: Int, depthLimit: Int) {
        self.program = Unmanaged.passUnretained(program)
        self.tape = tape
        self.depthLimit = depthLimit
        nodes = program.nodes.base
        steps = program.steps.base
        children = program.children.base
        plans = program.plans.base
        slots = program.slots.base
        entries = program.entries.base
        bounds = program.bounds.base
        isDynamic = program.dynamicNameCount > 0
        recall = EvaluationMemo(size: size)
    }

    // MARK: One schema

    /// Whether an instance is valid against a schema.
    ///
    /// - Parameter marking: Whether children of the instance that the schema looks at are to be added to `marks`.
    mutating func evaluate<M: EvaluationMode>(_ mode: M, _ schema: Int32, _ node: Int, marking: Bool) -> Bool
    {
        var compiled = nodes + Int(schema)
        if compiled.pointee.forward >= 0 {
            if M.collects { return evaluateForward(mode, schema, node, marking) }
            compiled = nodes + Int(compiled.pointee.forward)
        }
        let tag = tape.tag(node)
        let isOfType = compiled.pointee.types >> UInt16(tag) & 1 != 0 || isIntegral(compiled, tag, node)
        if M.collects { leave(.schema, schema, node) }
        depth += 1
        defer {
            depth -= 1
            if M.collects { trail.removeLast() }
        }
        guard depth <= depthLimit else {
            isCutShort = true
            return fail(mode, compiled.pointee.location, node, .tooDeep)
        }
        guard isOfType else { return fail(mode, compiled.pointee.typeLocation, node) }
        recall.work &+= 1
        return recall.isDue && !marking && !isDynamic && !isName
            ? evaluateRecalling(mode, compiled, tag, node)
            : evaluate(mode, compiled, tag, node, marking: marking)
    }

    /// Evaluates a schema on an instance of a right type.
    @inline(__always)
    mutating func evaluate<M: EvaluationMode>(
        _ mode: M, _ compiled: UnsafePointer<SchemaNode>, _ tag: Int, _ node: Int, marking: Bool
    ) -> Bool {
        needsContext(compiled)
            ? runInContext(mode, compiled, tag, node, marking)
            : runSteps(mode, compiled, tag, node, marking)
    }

    /// Evaluates a schema on an element or the value of a member; the simplest schemas without a call.
    @inline(__always)
    mutating func evaluateChild<M: EvaluationMode>(_ mode: M, _ schema: Int32, _ node: Int) -> Bool {
        let compiled = nodes + Int(schema)
        if compiled.pointee.isTypeOnly, compiled.pointee.types &>> UInt16(tape.tag(node)) & 1 != 0 {
            return true
        }
        return evaluate(mode, schema, node, marking: false)
    }

    /// Goes through a schema that is nothing but a reference, and leaves it on the trail.
    private mutating func evaluateForward<M: EvaluationMode>(
        _ mode: M, _ schema: Int32, _ node: Int, _ marking: Bool
    ) -> Bool {
        leave(.schema, schema, node)
        defer { trail.removeLast() }
        let compiled = nodes[Int(schema)]
        return evaluateReference(mode, compiled.forward, at: compiled.typeLocation, node, marking)
    }

    /// Leaves a step on the trail.
    @inline(__always)
    mutating func leave(_ kind: PathStep.Kind, _ number: Int32, _ node: Int) {
        let value = isName ? node &+ 1 : node
        trail.append(PathStep(kind: kind, number: number, node: UInt32(truncatingIfNeeded: value)))
    }

    @inline(__always)
    private func isIntegral(_ schema: UnsafePointer<SchemaNode>, _ tag: Int, _ node: Int) -> Bool {
        schema.pointee.wantsInteger && tag == TapeReader.Tag.number && Machine.isInteger(tape.token(node))
    }

    @inline(__always)
    private func needsContext(_ schema: UnsafePointer<SchemaNode>) -> Bool {
        schema.pointee.needsMarks || isDynamic
    }

    /// Runs the steps of a schema that sees what its own keywords left over, or in which dynamic references matter.
    private mutating func runInContext<M: EvaluationMode>(
        _ mode: M, _ schema: UnsafePointer<SchemaNode>, _ tag: Int, _ node: Int, _ marking: Bool
    ) -> Bool {
        let entersResource = scope.last != schema.pointee.resource
        if entersResource { scope.append(schema.pointee.resource) }
        defer { if entersResource { scope.removeLast() } }
        let firstMark = marks.count
        let needsMarks = schema.pointee.needsMarks
        var valid = runSteps(mode, schema, tag, node, marking || needsMarks)
        if needsMarks, valid || M.collects {
            valid = runUnevaluated(mode, schema, node, firstMark) && valid
        }
        if !marking { marks.removeLast(marks.count - firstMark) }
        return valid
    }

    @inline(__always)
    private mutating func runSteps<M: EvaluationMode>(
        _ mode: M, _ schema: UnsafePointer<SchemaNode>, _ tag: Int, _ node: Int, _ marking: Bool
    ) -> Bool {
        let range: StepRange
        switch tag {
        case TapeReader.Tag.object: range = schema.pointee.object
        case TapeReader.Tag.array: range = schema.pointee.array
        case TapeReader.Tag.string, TapeReader.Tag.escapedString: range = schema.pointee.string
        case TapeReader.Tag.integer, TapeReader.Tag.number: range = schema.pointee.number
        default: range = StepRange()
        }
        var valid = run(mode, range, tag, node, marking)
        if valid || M.collects { valid = run(mode, schema.pointee.general, tag, node, marking) && valid }
        return valid
    }

    @inline(__always)
    private mutating func run<M: EvaluationMode>(
        _ mode: M, _ range: StepRange, _ tag: Int, _ node: Int, _ marking: Bool
    ) -> Bool {
        var valid = true
        var index = Int(range.start)
        while index < Int(range.end) {
            if !run(mode, steps + index, tag, node, marking) {
                if !M.collects { return false }
                valid = false
            }
            index += 1
        }
        return valid
    }

    private mutating func run<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ tag: Int, _ node: Int, _ marking: Bool
    ) -> Bool {
        switch step.pointee.operation {
        case .never: fail(mode, step.pointee.location, node)
        case .choice: holdsChoice(mode, step, tag, node)
        case .reference: evaluateReference(mode, step.pointee.first, at: step.pointee.location, node, marking)
        case .dynamicReference:
            evaluateReference(mode, dynamicTarget(step), at: step.pointee.location, node, marking)
        case .allOf: allOf(mode, step, node, marking)
        case .anyOf: anyOf(mode, step, node, marking)
        case .oneOf: oneOf(mode, step, node, marking)
        case .not: not(mode, step, node)
        case .conditional: conditional(mode, step, node, marking)
        case .members: members(mode, step, node, marking)
        case .minProperties, .minItems:
            tape.count(node) >= Int(step.pointee.first)
                || fail(mode, step.pointee.location, node, .count(tape.count(node)))
        case .maxProperties, .maxItems:
            tape.count(node) <= Int(step.pointee.first)
                || fail(mode, step.pointee.location, node, .count(tape.count(node)))
        case .dependentRequired: dependentRequired(mode, step, node)
        case .dependentSchema: dependentSchema(mode, step, node, marking)
        case .prefixItems: prefixItems(mode, step, node, marking)
        case .items: items(mode, step, node, marking)
        case .contains: contains(mode, step, node, marking)
        case .uniqueItems: uniqueItems(mode, step, node)
        case .minLength, .maxLength, .pattern, .format, .dateFormats, .dateProfile:
            string(mode, step, tag, node)
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: number(mode, step, node)
        case .unevaluatedItems, .unevaluatedProperties: true
        }
    }

    // MARK: Failures

    /// Notes a failure when they are collected; always false.
    @inline(__always)
    mutating func fail<M: EvaluationMode>(
        _ mode: M, _ location: Int32, _ node: Int, _ detail: Failure.Detail = .none
    ) -> Bool {
        if M.collects {
            note(Failure(location: location, node: node, isName: isName, detail: detail, trail: trail))
        }
        return false
    }

    @inline(never)
    mutating func note(_ failure: Failure) {
        failures.append(failure)
    }
}
