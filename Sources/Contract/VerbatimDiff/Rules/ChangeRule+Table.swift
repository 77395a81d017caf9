import VerbatimContract

extension ChangeRule {
    /// Every rule of a comparison, from the contract down to the keywords of its schemas.
    public static let all: [ChangeRule] =
        contracts + operations + security + requests + responses + members
        + RuleFamily.keywords.flatMap(\.rules)

    private static let byID = Dictionary((all + drift).map { ($0.id, $0) }) { first, _ in first }

    /// Finds a rule by its id.
    public static func named(_ id: String) -> ChangeRule? { byID[id] }

    /// A difference that no rule knows: said, never silent.
    static let unhandled = ChangeRule(
        "unhandled", .warning, .both, area: "contract", "differs in a way this tool has no rule for",
        "what is not understood may break anything",
        mirror: .waived("the change back is not understood either"))

    // MARK: The contract as a whole

    private static let contracts: [ChangeRule] = [
        unhandled,
        ChangeRule(
            "contract-removed", .always, .narrows, area: "contract", "is gone",
            "nothing holds the API to its word any more", mirror: .rule("contract-added")),
        ChangeRule(
            "contract-added", .info, .widens, area: "contract", "is new", "there is one API more",
            mirror: .rule("contract-removed")),
        ChangeRule(
            "server-removed", .warning, .narrows, area: "server", "is gone",
            "what the app asks may not be answered there; breaking when a recorded request went there",
            mirror: .rule("server-added")),
        ChangeRule(
            "server-added", .info, .widens, area: "server", "is new", "nobody is asked there yet",
            mirror: .rule("server-removed")),
    ]

    // MARK: Operations

    private static let operations: [ChangeRule] = [
        ChangeRule(
            "operation-removed", .info, .narrows, area: "operation", "is gone",
            "breaking when the app uses it or a recording shows it; that it was deprecated does not help",
            mirror: .rule("operation-added")),
        ChangeRule(
            "operation-added", .info, .widens, area: "operation", "is new", "nobody uses it yet",
            mirror: .rule("operation-removed")),
        ChangeRule(
            "operation-deprecated", .warning, .none, area: "operation", "is deprecated",
            "the provider is going to remove it", mirror: .rule("operation-reactivated")),
        ChangeRule(
            "operation-reactivated", .info, .none, area: "operation", "is not deprecated any more",
            "it stays as it was", mirror: .rule("operation-deprecated")),
        ChangeRule(
            "operation-recorded-changed", .info, .none, area: "operation",
            "is expected in recordings otherwise (x-recorded)",
            "it is a note to whoever records", mirror: .waived("the change back is one of its own kind")),
    ]

    private static let security: [ChangeRule] = [
        ChangeRule(
            "security-added", .always, .narrows, area: "security", "asks for credentials",
            "without them the answer is 401 or 403", mirror: .rule("security-removed")),
        ChangeRule(
            "security-removed", .info, .widens, area: "security",
            "does not ask for some credentials any more",
            "credentials that are not needed do not hurt", mirror: .rule("security-added")),
        ChangeRule(
            "security-scope-added", .warning, .narrows, area: "security", "asks for another scope",
            "a token of the app may not have it", mirror: .rule("security-scope-removed")),
        ChangeRule(
            "security-scope-removed", .info, .widens, area: "security", "asks for a scope less",
            "a scope that is not needed does not hurt", mirror: .rule("security-scope-added")),
        ChangeRule(
            "security-scheme-changed", .always, .both, area: "security", "is another way to show who asks",
            "what the app sends is not what is asked for",
            mirror: .waived("the change back is one of its own kind")),
    ]

    // MARK: Requests

    private static let requests: [ChangeRule] = [
        ChangeRule(
            "new-required-request-parameter", .warning, .narrows, area: "request", "must be sent now",
            "a request without it may be refused; breaking when a recorded one is",
            mirror: .waived("request-parameter-removed is the change back, and hurts in its own way")),
        ChangeRule(
            "new-optional-request-parameter", .info, .widens, area: "request", "may be sent now",
            "nobody sends it yet", mirror: .rule("request-parameter-removed")),
        ChangeRule(
            "request-parameter-removed", .warning, .narrows, area: "request", "is gone",
            "the provider silently ignores it, and a filter no longer filters",
            mirror: .rule("new-optional-request-parameter")),
        ChangeRule(
            "request-parameter-became-required", .warning, .narrows, area: "request", "must be sent now",
            "a request without it may be refused; breaking when a recorded one is",
            mirror: .rule("request-parameter-became-optional")),
        ChangeRule(
            "request-parameter-became-optional", .info, .widens, area: "request", "may be left out now",
            "whoever sends it goes on", mirror: .rule("request-parameter-became-required")),
        ChangeRule(
            "request-body-added", .warning, .narrows, area: "request", "has a body now",
            "a request without it may be refused; breaking when a recorded one is",
            mirror: .waived("request-body-removed is the change back, and hurts in its own way")),
        ChangeRule(
            "request-body-removed", .warning, .narrows, area: "request", "has no body any more",
            "what the app sends is not read",
            mirror: .waived("request-body-added is the change back, and hurts in its own way")),
        ChangeRule(
            "request-body-became-required", .warning, .narrows, area: "request", "must have a body now",
            "a request without it may be refused; breaking when a recorded one is",
            mirror: .rule("request-body-became-optional")),
        ChangeRule(
            "request-body-became-optional", .info, .widens, area: "request", "may have no body now",
            "whoever sends one goes on", mirror: .rule("request-body-became-required")),
        ChangeRule(
            "request-body-media-type-removed", .warning, .narrows, area: "request", "is not taken any more",
            "what the app sends may be refused; breaking when a recorded request is",
            mirror: .rule("request-body-media-type-added")),
        ChangeRule(
            "request-body-media-type-added", .info, .widens, area: "request", "is taken now",
            "nobody sends it yet",
            mirror: .rule("request-body-media-type-removed")),
        ChangeRule(
            "request-body-narrowed", .warning, .narrows, area: "request", "takes less",
            "what the app sends may be refused; breaking when a recorded request is",
            mirror: .rule("request-body-widened")),
        ChangeRule(
            "request-body-widened", .info, .widens, area: "request", "takes more",
            "what the app sends is still taken",
            mirror: .rule("request-body-narrowed")),
        ChangeRule(
            "request-body-changed", .warning, .both, area: "request", "takes something else",
            "what the app sends may be refused; breaking when a recorded request is",
            mirror: .waived("the change back is one of its own kind")),
    ]
}
