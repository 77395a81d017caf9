/// One keyword, or a few that are judged together, as the validator meets it.
struct Step: BitwiseCopyable {
    enum Operation: UInt8, BitwiseCopyable {
        // any instance
        case never
        /// `first`: a choice; for `const` and `enum`.
        case choice
        /// `first`: a schema.
        case reference
        /// `first`: the schema it means when nothing overrides it; `second`: the number of the anchor's name.
        case dynamicReference
        /// Schemas `first..<second` of `children`.
        case allOf, anyOf, oneOf
        /// `first`: a schema.
        case not
        /// `first`, `second`, `third`: the schemas of `if`, `then` and `else`, the last two perhaps -1.
        case conditional

        // objects
        /// `first`: a plan.
        case members
        /// `first`: a count.
        case minProperties, maxProperties
        /// Names `first..<second` of `nameSpans`: the one that asks and those it asks for.
        case dependentRequired
        /// `first`: a name; `second`: a schema.
        case dependentSchema

        // arrays
        /// Schemas `first..<second` of `children`, for the elements from the start.
        case prefixItems
        /// `first`: a schema; `second`: the first element it is for.
        case items
        /// `first`: a schema; `second` and `third`: how many elements must match it, the last perhaps -1.
        case contains
        /// `first`: a count.
        case minItems, maxItems
        case uniqueItems

        // strings
        /// `first`: a count of code points.
        case minLength, maxLength
        /// `first`: a pattern.
        case pattern
        /// `first`: a format.
        case format
        /// `first`: a list of date patterns.
        case dateFormats
        /// `first`: a date profile; `second`: 1 if nothing else says what a date is.
        case dateProfile

        // numbers
        /// `first`: a bound.
        case minimum, maximum, exclusiveMinimum, exclusiveMaximum
        case multipleOf

        // what is left
        /// `first`: a schema.
        case unevaluatedItems, unevaluatedProperties
    }

    var operation: Operation
    /// Where the keyword stands.
    var location: Int32
    var first: Int32 = 0
    var second: Int32 = 0
    var third: Int32 = 0
}
