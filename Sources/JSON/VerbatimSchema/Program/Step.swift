import VerbatimJSON

/// One keyword, or several that are evaluated together, with its operands.
struct Step: BitwiseCopyable {
    enum Operation: UInt8, BitwiseCopyable {
        // any instance
        /// The schema `false`.
        case falseSchema
        /// `const` and `enum`. `first`: the enum values.
        case enumValues
        /// `first`: a schema.
        case reference
        /// `first`: the initial target; `second`: the index of the anchor's name.
        case dynamicReference
        /// The schemas `first..<second` of `children`.
        case allOf, anyOf, oneOf
        /// `anyOf` or `oneOf` of the schemas `first..<second` of `children`, of which the discriminator
        /// `third` chooses one.
        case discriminated
        /// `first`: a schema.
        case not
        /// `first`, `second`, `third`: the schemas of `if`, `then` and `else`; -1 if one is missing.
        case conditional

        // objects
        /// `first`: an object plan.
        case properties
        /// `first`: a count.
        case minProperties, maxProperties
        /// `first`: a presence plan.
        case presence

        // arrays
        /// The schemas `first..<second` of `children`, for the first elements.
        case prefixItems
        /// `first`: a schema; `second`: the index of the first element it applies to.
        case items
        /// `first`: a schema; `second` and `third`: the minimum and maximum of matching elements; -1 for no
        /// maximum.
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
        /// `first`: a date profile; `second`: 1 if strings that are not dates are invalid.
        case dateProfile

        // numbers
        /// `first`: a bound.
        case minimum, maximum, exclusiveMinimum, exclusiveMaximum
        case multipleOf

        // children that no other keyword evaluated
        /// `first`: a schema.
        case unevaluatedItems, unevaluatedProperties
    }

    var operation: Operation
    /// The index of the keyword's location.
    var location: Int32
    var first: Int32 = 0
    var second: Int32 = 0
    var third: Int32 = 0
}

// MARK: - Operands

/// The values of `const` or `enum`: strings in a table, others in a list, sorted by hash unless it is short.
struct EnumValues: BitwiseCopyable {
    var strings = KeyTable.Subtable()
    /// The other values: a range of `literals`.
    var literalStart: Int32 = 0
    var literalEnd: Int32 = 0

    /// The number of other values up to which they are compared one by one.
    static let few = 8
}

/// A value of `const` or `enum`.
struct Literal: BitwiseCopyable {
    /// The hash, if there are more than few.
    let hash: Int
    let value: DocumentNode
}

/// The keywords for the properties of an object, which are evaluated in one pass over its members.
struct ObjectPlan: BitwiseCopyable {
    /// The names of `properties` and `required`; the number of an entry is the schema of the property, or -1.
    var table = KeyTable.Subtable()
    /// The entries of the table, in the order of the schema.
    var firstEntry: Int32 = 0
    var endEntry: Int32 = 0
    /// The schemas of `patternProperties`: a range of `patternSchemas`.
    var patternStart: Int32 = 0
    var patternEnd: Int32 = 0
    /// The schema of `additionalProperties`, or -1.
    var additional: Int32 = -1
    /// The schema of `propertyNames`, or -1.
    var propertyNames: Int32 = -1
    /// One bit for each of the first 64 required names; a presence plan has the others.
    var required: UInt64 = 0
    var requiredLocation: Int32 = 0
    /// The index of the first required name in `Program.names`; the others follow in the order of their bits.
    var requiredNames: Int32 = 0
}

/// The keywords that depend on the presence of properties only: `dependentRequired`, `dependentSchemas`, and
/// the names of `required` that have no bit in an `ObjectPlan`. One pass over the members of an object finds
/// the names that are present, however many rules there are.
struct PresencePlan: BitwiseCopyable {
    /// The names in the rules; the number of an entry is that of the name.
    var table = KeyTable.Subtable()
    /// The index of name 0 in `Program.names`; the others follow.
    var firstName: Int32 = 0
    var nameCount: Int32 = 0
    /// A range of `presenceRules`.
    var ruleStart: Int32 = 0
    var ruleEnd: Int32 = 0
}

/// A rule of a `PresencePlan`.
struct PresenceRule: BitwiseCopyable {
    /// The number of the name on whose presence the rule depends, or -1 if it always applies.
    var trigger: Int32 = -1
    /// The numbers of the required names: a range of `children`.
    var requiredStart: Int32 = 0
    var requiredEnd: Int32 = 0
    /// The schema that the object must satisfy, or -1.
    var schema: Int32 = -1
    var location: Int32
}

/// The property whose value chooses a branch.
struct Discriminator: BitwiseCopyable {
    /// The name of the property alone.
    var property: KeyTable.Subtable
    /// The values; the number of an entry is the index of the branch.
    var values: KeyTable.Subtable
    /// Whether only one branch may be valid if none is chosen.
    var isExclusive: Bool
}

/// A pattern and the schema of the properties whose names match it.
struct PatternSchema: BitwiseCopyable {
    var pattern: Int32
    var schema: Int32
}
