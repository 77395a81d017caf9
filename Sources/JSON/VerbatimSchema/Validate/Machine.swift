@_spi(Tape) import VerbatimJSON

/// Runs a program on a document, in one recursive pass without objects, closures or strings.
///
/// Unsafe code. Invariant: the program and the document outlive the machine, which `attempt` ensures; every
/// index in the program was created by the compiler, and every node comes from the tape.
struct Machine: ~Copyable {
    let program: Unmanaged<Program>
    let tape: TapeReader
    let nodes: UnsafePointer<SchemaNode>
    let steps: UnsafePointer<Step>
    let children: UnsafePointer<Int32>
    let plans: UnsafePointer<ObjectPlan>
    let names: KeySearch
    let requiredBits: UnsafePointer<UInt64>
    let bounds: UnsafePointer<ShortDecimal?>
    let isDynamic: Bool

    var failures = FailureList(limit: Machine.failureLimit)
    /// The path from the entry to the current schema, if failures are collected.
    var path: [PathStep] = []
    /// The dynamic scope, if there are dynamic references.
    var scope: DynamicScope
    /// The children of the current instance that a schema evaluated, if an `unevaluated` keyword needs them.
    var evaluated: [Int] = []
    var depth = 0
    /// Whether the current instance is the name of a member.
    var isName = false
    var unescapeBuffer = UnescapeBuffer()
    var hashes: StructuralHash
    /// The work so far: evaluations, and whatever makes one of them take longer than others.
    var work = 0
    var memo: EvaluationMemo

    /// The depth of schemas at which the run stops; negative once it has stopped.
    var depthLimit: Int
    /// The failure for which the run stopped, so that its result is meaningless.
    var abortion: Failure?
    /// The instance of the branch whose failures are collected, or -1, and the number of branches around it.
    var branchNode = -1
    var branchDepth = 0

    /// The stack that a level of schemas takes in a debug build, in bytes.
    private static let levelSize = 5 << 10
    /// The depth for which any thread has enough stack that it may be tried first.
    static var shallowDepth: Int { min(1000, LargeStackThread.levels(of: levelSize)) }
    /// The depth beyond which evaluation fails; for a document of 512 levels, 32 schemas a level.
    static let maximumDepth = 16_384
    /// The weight of the failures that are kept: of a run, and of a branch.
    static let failureLimit = 10_000
    static let causeLimit = 100
    /// The depth of branches up to which their failures are kept.
    static let maximumBranchDepth = 32

    /// Whether the run is to be repeated once it needs the memo.
    let isRepeatable: Bool

    init(
        _ program: Program, _ tape: TapeReader, size: Int, depthLimit: Int, memoizes: Bool, isRepeatable: Bool
    ) {
        self.isRepeatable = isRepeatable
        self.program = Unmanaged.passUnretained(program)
        self.tape = tape
        self.depthLimit = depthLimit
        nodes = program.nodes.base
        steps = program.steps.base
        children = program.children.base
        plans = program.plans.base
        names = program.search
        requiredBits = program.requiredBits.base
        bounds = program.bounds.base
        isDynamic = program.hasDynamicReferences
        scope = DynamicScope(resourceCount: isDynamic ? program.resources.count : 0)
        hashes = StructuralHash(tape)
        memo = EvaluationMemo(size: size, isActive: memoizes)
    }

    // MARK: One schema

    /// Returns whether an instance is valid against a schema.
    ///
    /// - Parameter tracking: Whether to add the children that the schema evaluates to `evaluated`.
    mutating func evaluate<M: EvaluationMode>(_ mode: M, _ schema: Int32, _ node: Int, tracking: Bool) -> Bool
    {
        var compiled = nodes + Int(schema)
        if compiled.pointee.forward >= 0 {
            if M.collects { return evaluateForward(mode, schema, node, tracking) }
            compiled = nodes + Int(compiled.pointee.forward)
        }
        let tag = tape.tag(node)
        let isOfType = compiled.pointee.types >> UInt16(tag) & 1 != 0 || isIntegral(compiled, tag, node)
        if M.collects { pushPath(.schema, schema, node) }
        depth += 1
        defer {
            depth -= 1
            if M.collects { path.removeLast() }
        }
        guard depth <= depthLimit else { return abort(.tooDeep, compiled.pointee.location, node) }
        guard isOfType else { return fail(mode, compiled.pointee.typeLocation, node) }
        work &+= 1
        return work > memo.threshold
            ? evaluateMemoized(mode, compiled, tag, node, tracking: tracking)
            : evaluate(mode, compiled, tag, node, tracking: tracking)
    }

    /// Evaluates a schema on an instance of an allowed type.
    @inline(__always)
    mutating func evaluate<M: EvaluationMode>(
        _ mode: M, _ compiled: UnsafePointer<SchemaNode>, _ tag: Int, _ node: Int, tracking: Bool
    ) -> Bool {
        needsContext(compiled)
            ? runInContext(mode, compiled, tag, node, tracking)
            : runSteps(mode, compiled, tag, node, tracking)
    }

    /// Evaluates a schema on an element or the value of a member; the simplest schemas need no call.
    @inline(__always)
    mutating func evaluateChild<M: EvaluationMode>(_ mode: M, _ schema: Int32, _ node: Int) -> Bool {
        let compiled = nodes + Int(schema)
        if compiled.pointee.isTypeOnly, compiled.pointee.types &>> UInt16(tape.tag(node)) & 1 != 0 {
            return true
        }
        return evaluate(mode, schema, node, tracking: false)
    }

    /// Evaluates a schema that is only a reference, and adds it to the path.
    private mutating func evaluateForward<M: EvaluationMode>(
        _ mode: M, _ schema: Int32, _ node: Int, _ tracking: Bool
    ) -> Bool {
        pushPath(.schema, schema, node)
        defer { path.removeLast() }
        let compiled = nodes[Int(schema)]
        return evaluateReference(mode, compiled.forward, at: compiled.typeLocation, node, tracking)
    }

    @inline(__always)
    mutating func pushPath(_ kind: PathStep.Kind, _ number: Int32, _ node: Int) {
        let value = isName ? node &+ 1 : node
        path.append(PathStep(kind: kind, number: number, node: UInt32(truncatingIfNeeded: value)))
    }

    @inline(__always)
    private func isIntegral(_ schema: UnsafePointer<SchemaNode>, _ tag: Int, _ node: Int) -> Bool {
        schema.pointee.requiresInteger && tag == TapeReader.Tag.number && Machine.isInteger(tape.token(node))
    }

    @inline(__always)
    private func needsContext(_ schema: UnsafePointer<SchemaNode>) -> Bool {
        schema.pointee.tracksEvaluated || isDynamic
    }

    /// Runs the steps of a schema that has `unevaluated` keywords, or of a program with dynamic references.
    private mutating func runInContext<M: EvaluationMode>(
        _ mode: M, _ schema: UnsafePointer<SchemaNode>, _ tag: Int, _ node: Int, _ tracking: Bool
    ) -> Bool {
        let outerScope = isDynamic ? scope.enter(schema.pointee.resource) : nil
        defer { if let outerScope { scope.leave(to: outerScope) } }
        let firstEvaluated = evaluated.count
        let tracksEvaluated = schema.pointee.tracksEvaluated
        var valid = runSteps(mode, schema, tag, node, tracking || tracksEvaluated)
        if tracksEvaluated, valid || M.collects {
            valid = runUnevaluated(mode, schema, node, firstEvaluated) && valid
        }
        if !tracking { evaluated.removeLast(evaluated.count - firstEvaluated) }
        return valid
    }

    @inline(__always)
    private mutating func runSteps<M: EvaluationMode>(
        _ mode: M, _ schema: UnsafePointer<SchemaNode>, _ tag: Int, _ node: Int, _ tracking: Bool
    ) -> Bool {
        let range: StepRange
        switch tag {
        case TapeReader.Tag.object: range = schema.pointee.object
        case TapeReader.Tag.array: range = schema.pointee.array
        case TapeReader.Tag.string, TapeReader.Tag.escapedString: range = schema.pointee.string
        case TapeReader.Tag.integer, TapeReader.Tag.number: range = schema.pointee.number
        default: range = StepRange()
        }
        var valid = run(mode, range, tag, node, tracking)
        if valid || M.collects { valid = run(mode, schema.pointee.general, tag, node, tracking) && valid }
        return valid
    }

    @inline(__always)
    private mutating func run<M: EvaluationMode>(
        _ mode: M, _ range: StepRange, _ tag: Int, _ node: Int, _ tracking: Bool
    ) -> Bool {
        var valid = true
        var index = Int(range.start)
        while index < Int(range.end) {
            if !run(mode, steps + index, tag, node, tracking) {
                if !M.collects { return false }
                valid = false
            }
            index += 1
        }
        return valid
    }

    private mutating func run<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ tag: Int, _ node: Int, _ tracking: Bool
    ) -> Bool {
        switch step.pointee.operation {
        case .falseSchema: fail(mode, step.pointee.location, node)
        case .enumValues: isEnumValue(mode, step, tag, node)
        case .reference:
            evaluateReference(mode, step.pointee.first, at: step.pointee.location, node, tracking)
        case .dynamicReference:
            evaluateReference(mode, dynamicTarget(step), at: step.pointee.location, node, tracking)
        case .allOf: allOf(mode, step, node, tracking)
        case .anyOf: anyOf(mode, step, node, tracking)
        case .oneOf: oneOf(mode, step, node, tracking)
        case .discriminated: discriminated(mode, step, tag, node, tracking)
        case .not: not(mode, step, node)
        case .conditional: conditional(mode, step, node, tracking)
        case .properties: properties(mode, step, node, tracking)
        case .minProperties, .minItems:
            tape.count(node) >= Int(step.pointee.first)
                || fail(mode, step.pointee.location, node, .count(tape.count(node)))
        case .maxProperties, .maxItems:
            tape.count(node) <= Int(step.pointee.first)
                || fail(mode, step.pointee.location, node, .count(tape.count(node)))
        case .presence: presence(mode, step, node, tracking)
        case .prefixItems: prefixItems(mode, step, node, tracking)
        case .items: items(mode, step, node, tracking)
        case .contains: contains(mode, step, node, tracking)
        case .uniqueItems: uniqueItems(mode, step, node)
        case .minLength, .maxLength, .pattern, .format, .dateFormats, .dateProfile:
            string(mode, step, tag, node)
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: number(mode, step, node)
        case .unevaluatedItems, .unevaluatedProperties: true
        }
    }

    // MARK: Failures

    /// Adds a failure if failures are collected; always returns false.
    @inline(__always)
    mutating func fail<M: EvaluationMode>(
        _ mode: M, _ location: Int32, _ node: Int, _ detail: Failure.Detail = .none
    ) -> Bool {
        if M.collects { append(location, node, detail) }
        return false
    }

    @inline(never)
    mutating func append(
        _ location: Int32, _ node: Int, _ detail: Failure.Detail, causes: FailureList? = nil
    ) {
        // What fails because the run was stopped has no meaning.
        guard abortion == nil, failures.count(location, distance: distance(location, node)) else { return }
        failures.keep(failure(location, node, detail, causes: causes))
    }

    private func failure(
        _ location: Int32, _ node: Int, _ detail: Failure.Detail, causes: FailureList? = nil
    ) -> Failure {
        Failure(
            location: location, node: node, isName: isName, detail: detail, path: path,
            causes: causes?.kept ?? [], omittedCauses: causes?.omittedCount ?? 0,
            weight: 1 + path.count / 32 + (causes?.weight ?? 0))
    }

    /// Stops the run: every further evaluation fails at once. Always returns false.
    @inline(never)
    mutating func abort(_ detail: Failure.Detail, _ location: Int32, _ node: Int) -> Bool {
        if abortion == nil { abortion = failure(location, node, detail) }
        depthLimit = -1
        return false
    }

    struct Outcome: Sendable {
        let isValid: Bool
        var failures: [Failure] = []
        var omittedCount = 0
    }

    /// Validates an instance, on a thread with a large stack if the instance nests deeply.
    static func run<M: EvaluationMode>(
        _ mode: M, _ program: Program, _ entry: Int32, _ instance: JSON
    ) -> Outcome {
        guard instance.exists else { return Outcome(isValid: true) }
        if let outcome = attempt(mode, program, entry, instance, depthLimit: shallowDepth) { return outcome }
        let outcome = LargeStackThread.run {
            attempt(mode, program, entry, instance, depthLimit: maximumDepth)
        }
        return outcome ?? Outcome(isValid: false)
    }

    /// Validates an instance; returns nil if the run stopped at a depth limit below the maximum.
    private static func attempt<M: EvaluationMode>(
        _ mode: M, _ program: Program, _ entry: Int32, _ instance: JSON, depthLimit: Int,
        memoizes: Bool = false
    ) -> Outcome? {
        instance.read { tape, node -> Outcome? in
            let size = tape.next(after: node) - node
            var machine = Machine(
                program, tape, size: size, depthLimit: depthLimit, memoizes: memoizes,
                isRepeatable: M.collects && !memoizes)
            defer { withExtendedLifetime(program) {} }
            let isValid = machine.evaluate(mode, entry, node, tracking: false)
            guard let abortion = machine.abortion else {
                let failures = machine.failures
                return Outcome(isValid: isValid, failures: failures.kept, omittedCount: failures.omittedCount)
            }
            if case .tooDeep = abortion.detail, depthLimit < maximumDepth { return nil }
            if case .unmemoized = abortion.detail {
                return attempt(mode, program, entry, instance, depthLimit: depthLimit, memoizes: true)
            }
            let failures = machine.failures
            return Outcome(
                isValid: false, failures: failures.kept + [abortion], omittedCount: failures.omittedCount)
        } ?? nil
    }
}

/// The extent of a run, as a type, so that the compiler specializes the machine for each.
protocol EvaluationMode: BitwiseCopyable, Sendable {
    /// Whether the run continues after a failure and collects all of them.
    static var collects: Bool { get }
}

/// Determines only whether the instance is valid.
struct StopAtFirst: EvaluationMode {
    static let collects = false
}

struct CollectAll: EvaluationMode {
    static let collects = true
}
