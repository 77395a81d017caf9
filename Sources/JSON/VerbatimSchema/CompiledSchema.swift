public import VerbatimJSON

/// A schema that is ready to validate; it may be used from many threads at once.
public struct CompiledSchema: Sendable {
    let program: Program
    let entry: Int32
    /// Keywords, and formats to be asserted, that have no meaning here; in the order they were met.
    public let unknownKeywords: [UnknownKeyword]

    /// Finds everything in an instance that breaks the schema; an instance that is not there breaks nothing.
    ///
    /// - Returns: The violations in the order of the instance; empty when it is valid.
    public func validate(_ instance: JSON) -> [Violation] {
        Violation.list(Machine.run(CollectAll(), program, entry, instance).failures, program, in: instance)
    }

    /// Whether an instance is valid, found out no further than needed.
    public func accepts(_ instance: JSON) -> Bool {
        Machine.run(StopAtFirst(), program, entry, instance).isValid
    }
}
