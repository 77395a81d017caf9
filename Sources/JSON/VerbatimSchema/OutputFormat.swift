public import VerbatimJSON

/// An output format of the specification.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-12.4
public enum OutputFormat: String, Sendable, CaseIterable {
    /// Whether the instance is valid, and nothing else.
    case flag
    /// Every error, in a list.
    case basic
    /// The errors in the tree of the schemas they were met in; a branch with a single error is that error.
    case detailed
}

extension CompiledSchema {
    /// Validates an instance and gives the result in an output format.
    ///
    /// Errors only: annotations are not collected. Of `anyOf` and `oneOf` the errors of the nearest branch are given.
    public func output(_ format: OutputFormat, for instance: JSON) -> JSONValue {
        guard format != .flag else { return ["valid": .bool(accepts(instance))] }
        let violations = validate(instance)
        guard !violations.isEmpty else { return ["valid": true] }
        let output = Output(program: program, root: instance)
        return format == .basic ? output.basic(violations) : output.detailed(violations)
    }
}
