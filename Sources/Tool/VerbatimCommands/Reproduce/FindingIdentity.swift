import VerbatimContract

/// The properties of a finding that stay the same in a smaller exchange: all but the value, its location, and
/// the indices of arrays.
struct FindingIdentity: Hashable {
    private let target: OverrideTarget
    private let expected: String

    init(_ finding: Finding) {
        target = OverrideTarget(finding).fingerprint
        expected = finding.expected
    }
}
