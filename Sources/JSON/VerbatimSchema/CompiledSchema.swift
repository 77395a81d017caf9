public import VerbatimJSON

/// A schema that is ready to validate instances, from any number of threads at once.
public struct CompiledSchema: Sendable {
    let program: Program
    let entry: Int32
    /// The unknown keywords and unknown asserted formats, in document order.
    public let unknownKeywords: [UnknownKeyword]

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

/// A keyword or format without a meaning in the dialect; it checks nothing.
public struct UnknownKeyword: Sendable {
    /// The name of the keyword or format.
    public let name: String
    /// The value of the keyword, in its document.
    public let schema: JSON

    /// The location of the value in the document.
    public var pointer: JSONPointer { schema.pointer }
    /// The start of the value in the text of the document.
    public var position: JSONPosition { schema.position }
}
