public import VerbatimContract

extension Rule {
    /// The rules about the decisions in `Contracts/overrides.json` themselves.
    public static let ofOverrides: [Rule] = [overrideExpired, overrideUnused]

    static let overrideExpired = Rule(
        "override-expired", .warning, "the last day of a decision has passed",
        "what was decided for a time has to be decided anew")
    static let overrideUnused = Rule(
        "override-unused", .warning, "a decision concerns nothing",
        "it may be misspelt, or the reason for it is gone")
}
