/// The limits of a comparison, for contracts that could make it endless. Whatever is beyond them is reported.
enum ComparisonLimits {
    /// The greatest number of branches into which a schema is expanded, unless one choice lists more itself.
    static let branches = 32
    /// The greatest number of properties in all branches of a single choice.
    static let branchProperties = 100_000
    /// The greatest number of pairs of alternatives that are compared to find those that belong together.
    static let alternativePairs = 1024
    /// The number of pairs that are looked at in any case to find the effect of a condition.
    static let explored = 1024
    /// The greatest number of pairs that are looked at beyond those, for all conditions together.
    static let totalExplored = 2_000_000
    /// The greatest number of schemas that are looked at to expand one schema.
    static let expansions = 4096
    /// The greatest depth of properties, elements and conditions.
    static let depth = 512
    /// The greatest depth of required properties that decide whether there can be an object.
    static let requiredDepth = 32
    /// The greatest number of schemas in all conjunctions of several schemas.
    static let conjunctions = 20_000
    /// The greatest number of schemas and properties that are merged into the branches of all forms of one
    /// contract, and that are looked at for it.
    static let merged = 200_000
    /// The greatest number of pairs of schemas.
    static let pairs = 200_000
    /// The number of places of a change that are listed, beyond those that the app uses.
    static let places = 64
    /// The number of ways to a change in one body, parameter or header that are listed.
    static let paths = 8
    /// The greatest number of values, with their contents, that are tried to show the change of a property.
    static let triedValues = 5000
    /// The greatest number of members in all objects that are generated to show changes.
    static let sampledMembers = 2_000_000
    /// The greatest number of pairs of schemas that examples of new values are looked for in, beyond those
    /// that models or recordings show.
    static let examples = 256
    /// The greatest number of values in a generated body, with their contents.
    static let bodySize = 20_000
}
