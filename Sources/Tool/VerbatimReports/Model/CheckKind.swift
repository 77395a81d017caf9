import VerbatimContract
import VerbatimModels

/// A kind of check, by which the results of an operation are grouped.
public enum CheckKind: String, Sendable, CaseIterable {
    /// Parameters, credentials and the body of the request.
    case request
    /// The status, and that there is a response.
    case status
    /// Header fields and the media type of the response.
    case headers
    /// The body of the response and its values.
    case body
    /// The models of the app that decode the body.
    case models
    /// The contract itself, and traffic that it does not describe.
    case contract
    /// The recordings: their age, their origin, and what they lack.
    case recordings
    /// The overrides.
    case overrides

    /// The kinds of checks of a response, in the order of reports.
    public static let ofResponse: [CheckKind] = [.request, .status, .headers, .body, .models]
    /// The kinds of checks of an API as a whole.
    public static let ofAPI: [CheckKind] = [.contract, .recordings, .overrides]

    /// Returns the kind of the checks that find violations of a rule.
    init(of rule: Rule) {
        self = Self.kinds[rule] ?? .contract
    }

    static let kinds: [Rule: CheckKind] = {
        let rules: [(CheckKind, [Rule])] = [
            (.request, Rule.request), (.headers, Rule.response), (.body, Rule.body + Rule.values),
            (.models, Rule.ofDecoding + Rule.ofModels), (.recordings, Rule.recordings + Rule.losses),
            (.overrides, Rule.ofOverrides),
            (
                .contract,
                [
                    .contractProblem, .apiUndocumented, .operationUndocumented, .deprecatedOperationUsed,
                    .deprecatedParameterUsed, .deprecatedPropertyUsed, .deprecationAnnounced,
                    .sunsetAnnounced,
                ]
            ),
            (.status, [.responseStatusUndocumented, .transportFailed]),
        ]
        let pairs = rules.flatMap { kind, rules in rules.map { ($0, kind) } }
        return Dictionary(pairs) { _, last in last }
    }()
}
