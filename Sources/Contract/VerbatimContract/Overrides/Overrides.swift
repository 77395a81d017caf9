import VerbatimJSON

/// The overrides that apply to a run, and which of them have been used.
public struct Overrides: Sendable {
    private let overrides: [Override]
    /// The current day: `2026-11-21`.
    private let today: String
    private var used: Set<Int> = []
    /// The indices of the overrides that have not expired, by what they apply to.
    private var index = WildcardIndex<Int>()

    /// Creates the overrides of a run; those that expired before the current day do not apply.
    public init(_ overrides: [Override] = [], today: String) {
        self.overrides = overrides
        self.today = today
        for (number, override) in overrides.enumerated() where !(override.expires < today) {
            if let pattern = override.pattern { index.insert(number, for: pattern) }
        }
    }

    /// Returns the findings with the severities of the overrides, without those that are off.
    public mutating func applied(to findings: [Finding]) -> [Finding] {
        findings.compactMap { finding in
            var finding = finding
            finding.severity = use(for: OverrideTarget(finding)) ?? finding.severity
            return finding.severity == .off ? nil : finding
        }
    }

    /// Returns the changes with the severities of the overrides; a change with several places has the most
    /// severe of theirs, and lacks the others of its places that are off.
    public mutating func applied<Change: ReportableChange>(to changes: [Change]) -> [Change] {
        changes.map { change in
            var target = OverrideTarget(
                rule: change.rule.id, api: change.api, operation: change.operation, exchange: change.exchange,
                subject: change.subject, pointer: change.pointer)
            let own = use(for: target) ?? change.severity
            let others = change.others.map { place in
                var place = place
                target.operation = place.operation
                target.exchange = place.exchange
                target.subject = place.subject
                target.pointer = place.pointer
                place.severity = use(for: target) ?? place.severity
                return place
            }
            var change = change
            change.severity = others.map(\.severity).reduce(own, max)
            change.others = others.filter { $0.severity != .off }
            return change
        }
    }

    /// Returns the severity that the first override of a target gives it, or nil if there is none.
    package func severity(of target: OverrideTarget) -> Severity? {
        firstIndex(of: target).map { overrides[$0].severity }
    }

    private mutating func use(for target: OverrideTarget) -> Severity? {
        guard let first = firstIndex(of: target) else { return nil }
        used.insert(first)
        return overrides[first].severity
    }

    private func firstIndex(of target: OverrideTarget) -> Int? {
        guard !overrides.isEmpty else { return nil }
        let (known, all) = target.tokens
        return (index.values(for: known) + index.values(for: all)).min()
    }

    private func hasExpired(_ override: Override) -> Bool { override.expires < today }

    // MARK: Findings

    /// Returns a finding for each override that has expired or was not used.
    ///
    /// - Parameter isRelevant: Returns whether this run could have used an override, by its rule and its API.
    public func findings(where isRelevant: (Override) -> Bool) -> [Finding] {
        overrides.indices.filter { isRelevant(overrides[$0]) }.compactMap { index in
            let override = overrides[index]
            if hasExpired(override) {
                return finding(
                    .overrideExpired, override,
                    found: "expired on \(override.expires); its reason was '\(override.reason)'",
                    next: "renew it in \(override.location.file), or delete it there")
            }
            guard !used.contains(index) else { return nil }
            guard !override.isBaseline else {
                return finding(
                    .baselineUnused, override, found: "in the baseline, and no longer found",
                    next: "run \(ToolCommand("check", "--write-baseline")), which removes it")
            }
            return finding(
                .overrideUnused, override, found: "unused, nothing matches it",
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

extension Rule {
    /// The rules about the overrides themselves.
    public static let ofOverrides: [Rule] = [overrideExpired, overrideUnused, baselineUnused]

    static let overrideExpired = Rule(
        "override-expired", .warning, "an override has expired",
        "a decision for a limited time has to be renewed",
        "The day in `expires` is past, so that the override no longer applies."
    ) { overrides(of: "response-property-type", until: "2024-01-31") }
    static let overrideUnused = Rule(
        "override-unused", .warning, "an override matches nothing",
        "it may be misspelled, or its reason is gone",
        "No finding and no change of this run has the rule, the API, the operation and the pointer."
    ) { overrides(of: "response-property-type", until: "2099-12-31") }

    static let baselineUnused = Rule(
        "baseline-unused", .breaking, "an entry of the baseline matches nothing",
        "what it accepted is resolved, and it would hide the same finding later",
        "The file of overrides has an entry with `baseline: true`, and no finding of this run has its rule, API, "
            + "operation, exchange, model, subject and pointer."
    ) { overrides(of: "response-property-type", until: "2099-12-31", #" "baseline": true,"#) }

    private static func overrides(
        of rule: String, until day: String, _ members: String = ""
    ) -> RuleExample {
        .files([
            (
                "Contracts/overrides.json",
                """
                {"overrides": [{\(members)
                  "rule": "\(rule)", "api": "books", "pointer": "/pages",
                  "severity": "info", "reason": "the app reads both types", "expires": "\(day)"
                }]}
                """
            )
        ])
    }
}
