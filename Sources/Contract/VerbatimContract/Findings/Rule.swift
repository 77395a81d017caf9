/// A kind of finding: its permanent id, its severity, and why it matters to the app.
///
/// Every rule is a constant of this type, declared once beside its id; code compares rules, never their ids.
public struct Rule: Sendable, Identifiable {
    /// The permanent kebab-case id, for example `response-status-undocumented`.
    public let id: String
    /// The severity of its findings unless it is overridden, or the app decides.
    public let severity: Severity
    /// The severity of a change if the models of the app read a value that shows it; at most ``severity``.
    package let tolerated: Severity
    /// The usual effect of a change on the set of allowed values; nil for a rule that is about no change.
    public let direction: Direction?
    /// The problem, in a few words; of a change, a predicate for its subject: `may now be null`.
    public let summary: String
    /// The reason for the severity.
    public let reason: String
    /// What its findings show to have happened; nil if they are causes of their own.
    package private(set) var symptom: Symptom?
    /// What several of its findings say together, after their number: `recordings from fake providers`.
    package private(set) var plural: String?
    private let explain: @Sendable (Rule) -> RuleExplanation

    /// Creates the rule of a check. Modules that find more than this one declare rules of their own.
    ///
    /// - Parameters:
    ///   - meaning: What exactly is reported, in sentences.
    ///   - isOverridable: Whether an override can change the severity.
    ///   - example: Returns something that the rule reports with its severity.
    package init(
        _ id: String, _ severity: Severity, _ summary: String, _ reason: String, _ meaning: String,
        isOverridable: Bool = true, example: @escaping @Sendable () -> RuleExample
    ) {
        self.init(id, severity, nil, summary, reason) {
            RuleExplanation(
                $0, summary: summary, meaning: meaning, example: example(), isOverridable: isOverridable)
        }
    }

    /// - Parameters:
    ///   - subject: The subject of the summary: `a header of a response`.
    ///   - meaning: What exactly is reported, in sentences.
    ///   - example: Returns something that the rule reports with its severity.
    package init(
        _ id: String, _ severity: Severity, _ direction: Direction, of subject: String, _ summary: String,
        _ reason: String, _ meaning: String, example: @escaping @Sendable () -> RuleExample
    ) {
        self.init(id, severity, direction, summary, reason) {
            RuleExplanation($0, summary: "\(subject) \(summary)", meaning: meaning, example: example())
        }
    }

    /// Creates a rule with an explanation of its own.
    package init(
        _ id: String, _ severity: Severity, tolerated: Severity? = nil, _ direction: Direction?,
        _ summary: String, _ reason: String, explain: @escaping @Sendable (Rule) -> RuleExplanation
    ) {
        self.id = id
        self.severity = severity
        self.tolerated = tolerated ?? severity
        self.direction = direction
        self.summary = summary
        self.reason = reason
        self.explain = explain
    }

    /// Returns the rule, whose findings show a symptom.
    package func showing(_ symptom: Symptom?) -> Rule {
        var rule = self
        rule.symptom = symptom
        return rule
    }

    /// Returns the rule, whose findings say something together.
    package func counted(_ plural: String) -> Rule {
        var rule = self
        rule.plural = plural
        return rule
    }

    /// The explanation of the rule, with an example.
    public var explanation: RuleExplanation { explain(self) }
}

extension Rule: Hashable {
    /// Whether two rules have the same id, which no two rules share.
    public static func == (lhs: Rule, rhs: Rule) -> Bool { lhs.id == rhs.id }

    /// Hashes the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Rule: Codable {
    /// Decodes a rule from its id.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let id = try container.decode(String.self)
        let known = CodingUserInfoKey.rules.flatMap { decoder.userInfo[$0] } as? [String: Rule]
        guard let rule = known?[id] else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown rule '\(id)'")
        }
        self = rule
    }

    /// Encodes the id.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id)
    }
}

extension CodingUserInfoKey {
    /// The rules by their ids, `[String: Rule]`, which a decoder of findings needs.
    package static let rules = CodingUserInfoKey(rawValue: "rules")
}

extension Rule: CustomStringConvertible {
    /// The id.
    public var description: String { id }
}

extension Rule {
    /// The rules of a check: those of an interaction, from the request to the values of the body, then those
    /// about recordings and about losses of archives.
    public static let all: [Rule] = interaction + request + response + body + values + recordings + losses

    private static let interaction = [
        contractProblem, apiUndocumented, trafficUnmatched, operationUndocumented, transportFailed,
        deprecatedOperationUsed, deprecatedParameterUsed, deprecatedPropertyUsed, deprecationAnnounced,
        sunsetAnnounced,
    ]

    package static let request = [
        requestParameterMissing, requestParameterInvalid, requestParameterUndocumented,
        requestSecurityMissing, requestBodyMissing, requestMediaTypeUndocumented, requestBodyInvalid,
    ]
    /// The rules about the response without its body.
    package static let response = [
        responseStatusUndocumented, responseHeaderMissing, responseHeaderInvalid, responseMediaTypeMissing,
        responseMediaTypeUndocumented,
    ]
    /// The rules about the body as a whole.
    package static let body = [
        responseBodyMissing, responseBodyUnexpected, responseBodyUnreadable, responseBodyKind,
        responseBodyMalformed, responseBodyTruncated, responseBodyMark, responseBodySchema,
        responseItemsUndocumented,
    ]

    package static let values = [
        responsePropertyMissing, responsePropertyType, responsePropertyValue, responsePropertyFormat,
        responsePropertyDate, responsePropertyDateProfile, responsePropertyPattern, responsePropertyRange,
        responsePropertyLength, responsePropertyForbidden, responsePropertyDuplicate, responseValueUnknown,
        responsePropertyUndocumented,
    ]
    /// The rules about recordings, and about parts of the contract that they do not contain.
    package static let recordings = [
        recordingUnfinished, recordingLogMismatch, recordingStale, recordingFromFake, operationUnrecorded,
        statusUnrecorded, parameterUnrecorded, propertyUnrecorded, valueUnrecorded, formatUnrecorded,
    ]
}
