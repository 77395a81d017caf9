/// The limits of a comparison, for contracts that could make it endless. Whatever is beyond them is reported.
enum ComparisonLimits {
    /// The greatest number of branches into which a schema is expanded.
    static let branches = 32
    /// The greatest number of schemas that are looked at to expand one schema.
    static let expansions = 4096
    /// The greatest depth of properties, elements and conditions.
    static let depth = 512
    /// The greatest number of schemas in all conjunctions of several schemas.
    static let conjunctions = 20_000
    /// The greatest number of pairs of schemas.
    static let pairs = 200_000
    /// The greatest number of path tokens in the differences of one pair of schemas.
    static let pathTokens = 50_000
    /// The greatest number of values, with their contents, that are tried to show the change of a property.
    static let triedValues = 5000
    /// The greatest number of values in a generated body, with their contents.
    static let bodySize = 20_000
}
