public import VerbatimContract

/// The overrides of a run, which know which of them were of use.
public struct Overrides: Sendable {
    private let overrides: [Override]
    /// The day it is, `2026-11-21`: what expired before has no effect any more.
    private let today: String
    private var used: Set<Int> = []

    /// Overrides as of a day; none by default.
    public init(_ overrides: [Override] = [], today: String) {
        self.overrides = overrides
        self.today = today
    }

    /// The findings with the severities that were decided on; what is off is left out.
    public mutating func applied(to findings: [Finding]) -> [Finding] {
        findings.compactMap { finding in
            var finding = finding
            finding.severity =
                severity(
                    rule: finding.rule.id, api: finding.api, operation: finding.operation,
                    pointer: finding.pointer)
                ?? finding.severity
            return finding.severity == .off ? nil : finding
        }
    }

    /// The changes with the severities that were decided on.
    public mutating func applied(to changes: [ContractChange]) -> [ContractChange] {
        changes.map { change in
            var change = change
            change.severity =
                severity(
                    rule: change.rule, api: change.api, operation: change.operation, pointer: change.pointer)
                ?? change.severity
            return change
        }
    }

    private mutating func severity(rule: String, api: String?, operation: String?, pointer: String?)
        -> Severity?
    {
        let index = overrides.indices.first { index in
            !hasExpired(overrides[index])
                && overrides[index].concerns(rule: rule, api: api, operation: operation, pointer: pointer)
        }
        guard let index else { return nil }
        used.insert(index)
        return overrides[index].severity
    }

    private func hasExpired(_ override: Override) -> Bool { override.expires < today }

    // MARK: What is wrong with them

    /// A finding for each override that has expired, or that concerned nothing.
    ///
    /// - Parameter isAsked: Whether this run could have met what an override is for, by its rule and its API.
    public func findings(where isAsked: (Override) -> Bool) -> [Finding] {
        overrides.indices.filter { isAsked(overrides[$0]) }.compactMap { index in
            let override = overrides[index]
            if hasExpired(override) {
                return finding(
                    .overrideExpired, override,
                    found: "expired on \(override.expires), it was made for '\(override.reason)'",
                    next: "decide anew, or delete it from \(override.location.file)")
            }
            guard !used.contains(index) else { return nil }
            return finding(
                .overrideUnused, override, found: "of no use, nothing falls under it",
                next: "delete it from \(override.location.file)")
        }
    }

    private func finding(_ rule: Rule, _ override: Override, found: String, next: String) -> Finding {
        Finding(
            rule: rule, api: override.api, operation: override.operation,
            subject: "the override of '\(override.rule)'", expected: "", found: found,
            location: override.location, next: next)
    }
}
