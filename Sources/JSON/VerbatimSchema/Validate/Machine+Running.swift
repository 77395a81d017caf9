@_spi(Tape) import VerbatimJSON

extension Machine {
    /// What a run found out.
    struct Outcome: Sendable {
        let isValid: Bool
        let failures: [Failure]
    }

    /// Validates an instance; a deep one on a thread with a stack that has room for it.
    static func run<M: EvaluationMode>(
        _ mode: M, _ program: Program, _ entry: Int32, _ instance: JSON
    ) -> Outcome {
        guard instance.exists else { return Outcome(isValid: true, failures: []) }
        if let outcome = attempt(mode, program, entry, instance, depthLimit: shallowDepth) { return outcome }
        let outcome = LargeStackThread.run {
            attempt(mode, program, entry, instance, depthLimit: maximumDepth)
        }
        return (outcome ?? nil) ?? Outcome(isValid: false, failures: [])
    }

    /// Nil when the run was cut short by a limit that is not the last.
    private static func attempt<M: EvaluationMode>(
        _ mode: M, _ program: Program, _ entry: Int32, _ instance: JSON, depthLimit: Int
    ) -> Outcome? {
        instance.read { tape, node -> Outcome? in
            let size = tape.next(after: node) - node
            var machine = Machine(program, tape, size: size, depthLimit: depthLimit)
            defer { withExtendedLifetime(program) {} }
            let isValid = machine.evaluate(mode, entry, node, marking: false)
            if machine.isCutShort, depthLimit < maximumDepth { return nil }
            return Outcome(isValid: isValid, failures: machine.failures)
        } ?? nil
    }
}
