import VerbatimContract

/// Where a value that changes the contract was met first, and how often after that.
struct InferenceEvidence {
    let found: String
    let location: SourceLocation?
    var others = -1
}
