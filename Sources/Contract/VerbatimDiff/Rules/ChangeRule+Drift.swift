import VerbatimContract

/// What changed between two recordings; what a value may be is for contracts to say.
extension ChangeRule {
    /// Every rule of a comparison of recordings.
    public static let drift: [ChangeRule] = exchanges + bodies + texts

    private static let same = Mirror.waived("the change back is one of its own kind")

    private static let exchanges: [ChangeRule] = [
        ChangeRule(
            "drift-interaction-added", .info, .widens, area: "drift-interaction", "is new",
            "the app asks something more", mirror: .rule("drift-interaction-removed")),
        ChangeRule(
            "drift-interaction-removed", .warning, .narrows, area: "drift-interaction", "is gone",
            "the app does not ask it any more, or did not come so far",
            mirror: .rule("drift-interaction-added")),
        ChangeRule(
            "drift-status-changed", .always, .both, area: "drift-status", "ends otherwise",
            "the same request has another result", mirror: same),
        ChangeRule(
            "drift-header-added", .info, .widens, area: "drift-header", "is new", "nobody reads it yet",
            mirror: .rule("drift-header-removed")),
        ChangeRule(
            "drift-header-removed", .warning, .narrows, area: "drift-header", "is gone",
            "whoever reads it finds nothing", mirror: .rule("drift-header-added")),
        ChangeRule(
            "drift-header-changed", .warning, .both, area: "drift-header", "has another form",
            "whoever reads it may not understand it", mirror: same),
        ChangeRule(
            "drift-media-type-changed", .warning, .both, area: "drift-header", "has another media type",
            "a reader that goes by it takes another way", mirror: same),
    ]

    private static let bodies: [ChangeRule] = [
        ChangeRule(
            "drift-body-kind-changed", .always, .both, area: "drift-body", "is of another kind",
            "the app's reader fails at the first byte", mirror: same),
        ChangeRule(
            "drift-member-added", .info, .widens, area: "drift-member", "is new", "APIs grow",
            mirror: .rule("drift-member-removed")),
        ChangeRule(
            "drift-member-removed", .breaking, .narrows, area: "drift-member", "is gone",
            "a model that needs it does not decode; info when it was not always there",
            mirror: .rule("drift-member-added")),
        ChangeRule(
            "drift-member-became-optional", .warning, .widens, area: "drift-member",
            "is not always there any more", "a model that needs it does not decode",
            mirror: .rule("drift-member-became-required")),
        ChangeRule(
            "drift-member-became-required", .info, .narrows, area: "drift-member", "is always there now",
            "nothing that could do without it breaks", mirror: .rule("drift-member-became-optional")),
        ChangeRule(
            "drift-type-added", .always, .widens, area: "drift-type", "has another type",
            "a model does not decode, even where it is optional; a warning when it is null that came",
            mirror: .rule("drift-type-removed")),
        ChangeRule(
            "drift-type-removed", .info, .narrows, area: "drift-type", "has fewer types",
            "what read all of them reads the rest", mirror: .rule("drift-type-added")),
    ]

    private static let texts: [ChangeRule] = [
        ChangeRule(
            "drift-format-changed", .always, .both, area: "drift-format", "has another format",
            "a URL, a date or a number in a string is not read", mirror: same),
        ChangeRule(
            "drift-date-form-changed", .warning, .both, area: "drift-format", "is written otherwise",
            "decoders of dates differ in the precision, fraction and offset they read", mirror: same),
        ChangeRule(
            "drift-vocabulary-added", .warning, .widens, area: "drift-vocabulary",
            "has words not seen before",
            "a closed enumeration does not decode them", mirror: .rule("drift-vocabulary-removed")),
        ChangeRule(
            "drift-vocabulary-removed", .info, .narrows, area: "drift-vocabulary", "lacks words seen before",
            "the app does without", mirror: .rule("drift-vocabulary-added")),
    ]
}
