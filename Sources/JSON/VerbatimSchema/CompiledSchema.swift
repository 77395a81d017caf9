public import VerbatimJSON

/// A schema that is ready to validate instances, from any number of threads at once.
public struct CompiledSchema: Sendable {
    let program: Program
    let entry: Int32
    /// The keywords that assert nothing: unknown ones, asserted formats that are unknown, and, if
    /// `CompileOptions.mistakes` is `list`, those with an invalid value. Also the regular expressions that
    /// are read without the `u` flag, as they are invalid with it.
    ///
    /// They are those of all schemas that were compiled together, in the order in which they were compiled.
    public let problems: [SchemaError]

    /// Returns the violations of the schema in an instance.
    ///
    /// A value that does not exist, such as a missing member, violates nothing. Of each keyword the first
    /// 1,000 violations are kept, and 10,000 in all; the others are counted. If the validation itself exceeds
    /// its limits of depth or work, that is the only violation.
    ///
    /// - Returns: The violations in the order of the instance; empty if it is valid.
    public func validate(_ instance: JSON) -> Excerpt<Violation> {
        let outcome = Machine.run(CollectAll(), program, entry, instance)
        return Violation.excerpt(outcome.failures, outcome.omittedCount, program, in: instance)
    }

    /// Returns whether an instance is valid, stopping at the first violation.
    public func accepts(_ instance: JSON) -> Bool {
        Machine.run(StopAtFirst(), program, entry, instance).isValid
    }
}
