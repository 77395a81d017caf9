/// What the keywords about the members of an object ask for, in one walk over them.
struct ObjectPlan: BitwiseCopyable {
    /// The names of `properties` and `required`.
    var table = NameTable()
    /// `patternProperties`, as a range of `patternSchemas`.
    var patternStart: Int32 = 0
    var patternEnd: Int32 = 0
    /// The schema of `additionalProperties`, or -1.
    var additional: Int32 = -1
    /// The schema of `propertyNames`, or -1.
    var propertyNames: Int32 = -1
    /// A bit for each required name, at most 64: further ones have a plan of their own.
    var required: UInt64 = 0
    var requiredLocation: Int32 = 0
    /// The first of the required names in `nameSpans`, in the order of their bits.
    var requiredNames: Int32 = 0
}

/// A pattern and the schema of the members whose names match it.
struct PatternSchema: BitwiseCopyable {
    var pattern: Int32
    var schema: Int32
}
