/// A compiled schema object or boolean: what it allows, and its steps by the kind of instance they look at.
struct SchemaNode: BitwiseCopyable {
    /// The tags of `TapeReader` that `type` allows, as bits; every tag when there is no `type`.
    var types: UInt16 = .max
    /// Whether `type` allows integers but not all numbers, so that `1.0` has to be looked at.
    var wantsInteger = false
    /// Whether this schema sees `unevaluatedItems` or `unevaluatedProperties` of its own.
    var needsMarks = false
    /// Whether there is nothing but `type`.
    var isTypeOnly = false
    /// The schema that this one is nothing but a reference to, or -1.
    var forward: Int32 = -1
    /// The schema resource it belongs to, for dynamic references.
    var resource: Int32 = 0
    /// Where it stands, and where its `type` or, of a mere reference, its `$ref` does.
    var location: Int32 = 0
    var typeLocation: Int32 = 0
    var general = StepRange()
    var object = StepRange()
    var array = StepRange()
    var string = StepRange()
    var number = StepRange()
    /// Run when all others are done.
    var unevaluated = StepRange()
}

/// Steps that stand one behind the other.
struct StepRange: BitwiseCopyable {
    var start: Int32 = 0
    var end: Int32 = 0
}
