import VerbatimContract

/// Who noticed a mutant.
struct Detection: Sendable, Hashable {
    /// How bad the contract says it is, `warning` or `breaking`; nil when it notices nothing.
    var contract: Severity?
    /// Whether the app's model refuses the body.
    var model: Bool
}
