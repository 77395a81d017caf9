@_spi(Tape) import VerbatimJSON

/// The extent of a run, as a type, so that the compiler specializes the machine for each.
protocol EvaluationMode: BitwiseCopyable, Sendable {
    /// Whether the run continues after a failure and collects all of them.
    static var collects: Bool { get }
}

/// Determines only whether the instance is valid.
struct StopAtFirst: EvaluationMode {
    static let collects = false
}

/// Collects every failure.
struct CollectAll: EvaluationMode {
    static let collects = true
}

extension Machine {
    /// The result of a run.
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
                return Outcome(
                    isValid: isValid, failures: failures.kept, omittedCount: failures.omittedCount)
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
