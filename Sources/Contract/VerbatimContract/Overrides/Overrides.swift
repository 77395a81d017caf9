import VerbatimJSON

/// A decision of the team to change the severity of a rule, for a reason and until a day.
public struct Override: Sendable, Hashable {
    /// The findings that it applies to: the rule, and of the subject what is not nil. In the pointer, `*`
    /// stands for any token.
    public var target: Finding.Key
    /// The severity that replaces that of the rule.
    public var severity: Severity
    /// The reason for the decision.
    public var reason: String
    /// The last day on which it applies: `2027-03-31`.
    public var expires: String
    /// Whether it is an entry of the baseline: it applies only to findings that lack what it lacks, and must
    /// be removed once there are none.
    public var isBaseline: Bool
    /// Its location in the file of overrides.
    public var location: SourceLocation

    package init(
        of target: Finding.Key, severity: Severity, reason: String, expires: String,
        isBaseline: Bool = false, location: SourceLocation
    ) {
        self.target = target
        self.severity = severity
        self.reason = reason
        self.expires = expires
        self.isBaseline = isBaseline
        self.location = location
    }

    /// The id of the rule.
    public var rule: String { target.rule }
    /// The name of the API that it applies to; nil for all.
    public var api: String? { target.subject.api }

    /// The tokens of the findings that it applies to, nil for any token.
    var pattern: [String?] {
        let known = target.names.map { $0.map { "=" + $0 } ?? (isBaseline ? "" : nil) }
        guard let pointer = target.subject.pointer else {
            return isBaseline ? known + [Finding.Key.noPointer] : known
        }
        return known + [""] + pointer.tokens.map { $0 == "*" ? nil : $0 }
    }
}

extension Finding.Key {
    /// The properties that overrides compare as a whole.
    fileprivate var names: [String?] {
        [rule, subject.api, subject.operation, subject.exchange, subject.model, subject.part]
    }

    /// The last token of a finding that has no pointer.
    fileprivate static let noPointer = "-"

    /// The tokens that patterns of overrides are matched with: without a pointer, and with it.
    var tokens: (known: [String], all: [String]) {
        let known = names.map { $0.map { "=" + $0 } ?? "" }
        guard let pointer = subject.pointer else { return (known, known + [Self.noPointer]) }
        return (known, known + [""] + pointer.tokens)
    }
}

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
            index.insert(number, for: override.pattern.map { $0.map { $0[...] } })
        }
    }

    /// Returns the findings with the severities of the overrides, without those that are off.
    ///
    /// A change with several places has the most severe of theirs, and lacks its other places that are off.
    public mutating func applied(to findings: [Finding]) -> [Finding] {
        findings.compactMap { original in
            var finding = original
            let own = use(for: original.key(.decision)) ?? original.severity
            for index in finding.others.indices {
                var place = original
                place.subject = original.others[index].subject
                if let severity = use(for: place.key(.decision)) { finding.others[index].severity = severity }
            }
            finding.severity = finding.others.map(\.severity).reduce(own, max)
            finding.others.removeAll { $0.severity == .off }
            return finding.severity == .off ? nil : finding
        }
    }

    /// Returns the severity that the first override of a target gives it, or nil if there is none.
    package func severity(of target: Finding.Key) -> Severity? {
        firstIndex(of: target).map { overrides[$0].severity }
    }

    private mutating func use(for target: Finding.Key) -> Severity? {
        guard let first = firstIndex(of: target) else { return nil }
        used.insert(first)
        return overrides[first].severity
    }

    private func firstIndex(of target: Finding.Key) -> Int? {
        guard !overrides.isEmpty else { return nil }
        let (known, all) = target.tokens
        return [known, all].flatMap { index.values(for: $0.map { $0[...] }) }.min()
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
            rule,
            about: .init(
                api: override.api, operation: override.target.subject.operation,
                part: "the override of '\(override.rule)'"), .found(found), at: override.location, next: next)
    }
}

extension Rule {
    /// The rules about the overrides themselves.
    public static let ofOverrides: [Rule] = [overrideExpired, overrideUnused, baselineUnused]

    static let overrideExpired = Rule(
        "override-expired", .warning, "an override has expired",
        "a decision for a limited time has to be renewed",
        "The day in `expires` is past, so that the override no longer applies.", isOverridable: false
    ) { overrides(of: "response-property-type", until: "2024-01-31") }
    static let overrideUnused = Rule(
        "override-unused", .warning, "an override matches nothing",
        "it may be misspelled, or its reason is gone",
        "No finding and no change of this run has the rule, the API, the operation and the pointer.",
        isOverridable: false
    ) { overrides(of: "response-property-type", until: "2099-12-31") }

    static let baselineUnused = Rule(
        "baseline-unused", .breaking, "an entry of the baseline matches nothing",
        "what it accepted is resolved, and it would hide the same finding later",
        "The file of overrides has an entry with `baseline: true`, and no finding of this run has its rule, API, "
            + "operation, exchange, model, subject and pointer.", isOverridable: false
    ) { overrides(of: "response-property-type", until: "2099-12-31", #" "baseline": true,"#) }

    private static func overrides(of rule: String, until day: String, _ members: String = "") -> RuleExample {
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
