public import VerbatimJSON

/// An output format of the specification.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-12.4
public enum OutputFormat: String, Sendable, CaseIterable {
    /// Only whether the instance is valid.
    case flag
    /// All errors in a flat list.
    case basic
    /// The errors in the tree of schemas that produced them; a branch with a single error is that error.
    case detailed
}

extension CompiledSchema {
    /// Validates an instance and returns the result in an output format.
    ///
    /// The result has no annotations. For `anyOf` and `oneOf` it has the errors of the closest branch only.
    /// Where errors are not kept, as `validate(_:)` describes, a unit has their number.
    public func output(_ format: OutputFormat, for instance: JSON) -> JSONValue {
        guard format != .flag else { return ["valid": .bool(accepts(instance))] }
        let violations = validate(instance)
        guard !violations.isEmpty else { return ["valid": true] }
        var renderer = OutputRenderer(program: program, root: instance)
        return format == .basic ? renderer.basic(violations) : renderer.detailed(violations)
    }
}
