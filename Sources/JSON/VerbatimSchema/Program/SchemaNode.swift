/// A compiled schema: the types it allows, and its steps by the type of instance they apply to.
struct SchemaNode: BitwiseCopyable {
    /// The tags of `TapeReader` that `type` allows, as bits; all bits without a `type`.
    var types: UInt16 = .max
    /// Whether `type` allows integers but not all numbers, so that numbers such as `1.0` need a check.
    var requiresInteger = false
    /// Whether this schema has `unevaluatedItems` or `unevaluatedProperties`.
    var tracksEvaluated = false
    /// Whether `type` is the only assertion.
    var isTypeOnly = false
    /// The target of the reference if the schema is only a `$ref`, otherwise -1.
    var forward: Int32 = -1
    /// The schema resource of the schema, for dynamic references.
    var resource: Int32 = 0
    /// The location of the schema, and that of its `type` or, if it is only a reference, of its `$ref`.
    var location: Int32 = 0
    var typeLocation: Int32 = 0
    var general = StepRange()
    var object = StepRange()
    var array = StepRange()
    var string = StepRange()
    var number = StepRange()
    /// Runs after all others.
    var unevaluated = StepRange()
}

/// A range of consecutive steps.
struct StepRange: BitwiseCopyable {
    var start: Int32 = 0
    var end: Int32 = 0

    var range: Range<Int> { Int(start)..<Int(end) }
}
