import VerbatimContract

extension RuleFamily {
    /// The rules of every keyword of a schema.
    static let keywords: [RuleFamily] =
        [types, nullability, closedSets, constants, defaults, knownValues, deprecation]
        + Limit.allCases.flatMap(limits)
        + [uniqueItems, multipleOf, pattern, format, numberFormat, dateFormats]
        + [dateProfile, absence, contentMediaType, contentEncoding]
        + subschemas + [
            choices, discriminator, prefixItems, patternProperties, dependentRequired, mapDecision,
        ]

    // MARK: Types and values

    private static let types = RuleFamily(
        keyword: "",
        actions: [
            .change(
                "type-changed", .breaking, "has another type", "no model of the old type decodes the new one"),
            .widening(
                "type-generalized", back: "type-specialized", .breaking, "may now have a fraction",
                "an integer property cannot hold 3.5"),
            .narrowing("type-specialized", back: "type-generalized", "has no fraction any more"),
            .widening(
                "list-of-types-widened", back: "list-of-types-narrowed", .breaking,
                "may now have other types as well",
                "a model does not decode another type, even where it is optional"),
            .narrowing("list-of-types-narrowed", back: "list-of-types-widened", "has fewer types"),
        ])

    private static let nullability = RuleFamily(
        keyword: "",
        actions: [
            .widening(
                "became-nullable", back: "became-not-nullable", .warning, "may now be null",
                "a property that is not optional does not decode null"),
            .narrowing("became-not-nullable", back: "became-nullable", "is never null any more"),
        ])

    private static let closedSets = RuleFamily(
        keyword: "",
        actions: [
            .widening(
                "enum-value-added", back: "enum-value-removed", .warning, "may now have other values",
                "a closed enumeration does not decode a new case, even where it is optional"),
            .narrowing("enum-value-removed", back: "enum-value-added", "has fewer values"),
            .widening(
                "enum-dropped", back: "became-enum", .warning, "is no closed set of values any more",
                "a closed enumeration does not decode a new case, even where it is optional"),
            .narrowing("became-enum", back: "enum-dropped", "is a closed set of values now"),
        ])

    private static let constants = RuleFamily(
        keyword: "const",
        actions: [
            .narrowing("added", back: "removed", "has one value only"),
            .widening(
                "removed", back: "added", .breaking, "has not one value only any more",
                "code relies on a constant such as \"stat\": \"ok\""),
            .change(
                "changed", .breaking, "has another value",
                "code relies on a constant such as \"stat\": \"ok\""),
        ])

    private static let defaults = RuleFamily(
        keyword: "default-value",
        actions: [
            .note("added", back: "removed", .off, "has a default now", "a decoder knows no defaults"),
            .note("removed", back: "added", .off, "has no default any more", "a decoder knows no defaults"),
            .note("changed", back: nil, .off, "has another default", "a decoder knows no defaults"),
        ])

    private static let knownValues = RuleFamily(
        keyword: "known-value",
        actions: [
            .note(
                "added", back: "removed", .warning, "has been seen with new values",
                "the app meets a case it has not met before"),
            .note(
                "removed", back: "added", .info, "is not said to have some values any more",
                "they may still come"),
        ])

    private static let deprecation = RuleFamily(
        keyword: "",
        actions: [
            .note(
                "deprecated", back: "reactivated", .warning, "is deprecated",
                "the provider is going to remove it"),
            .note(
                "deprecated-with-sunset", back: "reactivated", .warning, "is deprecated and has a last day",
                "the provider is going to remove it"),
            .note(
                "reactivated", back: "deprecated", .off, "is not deprecated any more", "it stays as it was"),
        ])

    // MARK: Limits

    private static func limits(_ limit: Limit) -> [RuleFamily] {
        let ofNumbers = limit == .max || limit == .min
        let actions = limit.isUpper ? upper(limit.words) : lower(limit.words)
        return (ofNumbers ? [false, true] : [false]).map { isExclusive in
            RuleFamily(
                keyword: limit.name(isExclusive: isExclusive), subjects: limit.subjects,
                // Where nothing is said of how many there must be, there must be one.
                actions: limit == .minContains ? Array(actions.prefix(2)) : actions)
        }
    }

    private static func upper(_ words: Limit.DiffMessages) -> [Action] {
        [
            .widening("increased", back: "decreased", .warning, "may now \(words.more)", words.reason),
            .narrowing("decreased", back: "increased", "has a lower upper limit"),
            .widening("unset", back: "set", .warning, "has no upper limit any more", words.reason),
            .narrowing("set", back: "unset", "has an upper limit now"),
        ]
    }

    private static func lower(_ words: Limit.DiffMessages) -> [Action] {
        [
            .widening("decreased", back: "increased", .warning, "may now \(words.less)", words.reason),
            .narrowing("increased", back: "decreased", "has a higher lower limit"),
            .widening("unset", back: "set", .warning, "has no lower limit any more", words.reason),
            .narrowing("set", back: "unset", "has a lower limit now"),
        ]
    }

    private static let uniqueItems = RuleFamily(
        keyword: "unique-items", subjects: Subject.structured,
        actions: [
            .widening(
                "removed", back: "added", .warning, "may now have equal elements",
                "a set loses elements, a dictionary made of them fails"),
            .narrowing("added", back: "removed", "has no equal elements any more"),
        ])

    // MARK: Texts

    private static func text(
        _ keyword: TextKeyword, named name: String? = nil, subjects: [Subject] = Subject.allCases,
        _ level: Level,
        _ what: String, _ reason: String
    ) -> RuleFamily {
        RuleFamily(
            keyword: name ?? keyword.rawValue, subjects: subjects,
            actions: [
                .narrowing("added", back: "removed", "has \(what.withArticle) now"),
                .widening("removed", back: "added", level, "has no \(what) any more", reason),
                .change("changed", level, "has another \(what)", reason),
            ])
    }

    private static let multipleOf = text(
        .multipleOf, .warning, "divisor", "code that counts in steps meets values between them")
    private static let pattern = text(.pattern, .warning, "pattern", "code that takes the value apart fails")
    private static let format = text(
        .format, .breaking, "format", "one decoding strategy cannot read two formats")
    private static let dateProfile = text(
        .dateProfile, .breaking, "date profile", "decoders differ in the offsets and fractions they read")
    private static let absence = text(
        .absence, subjects: Subject.structured, .breaking, "word for no value",
        "an empty string is not null to a decoder")
    private static let contentMediaType = text(
        .contentMediaType, subjects: Subject.structured, .breaking, "media type inside",
        "what is inside is decoded in another way")
    private static let contentEncoding = text(
        .contentEncoding, subjects: Subject.structured, .breaking, "encoding inside",
        "what is inside is decoded in another way")

    private static let numberFormat = RuleFamily(
        keyword: "number-format",
        actions: [
            .note(
                "changed", back: nil, .info, "has another width",
                "the width of a number is a hint, not a promise")
        ])

    private static let dateFormats = RuleFamily(
        keyword: "date-format",
        actions: [
            .widening(
                "added", back: "removed", .breaking, "may now be a date of another form",
                "one date strategy cannot read two forms"),
            .narrowing("removed", back: "added", "is a date of fewer forms"),
            .widening(
                "unset", back: "set", .breaking, "is not said to be a date of some form any more",
                "one date strategy cannot read any form"),
            .narrowing("set", back: "unset", "is a date of some form now"),
        ])
}

extension String {
    /// The noun after `a` or `an`.
    var withArticle: String { ("aeiou".contains(prefix(1)) ? "an " : "a ") + self }
}

extension Limit {
    typealias DiffMessages = (more: String, less: String, reason: String)

    fileprivate var words: DiffMessages {
        switch self {
        case .max, .min: ("be greater", "be smaller", "it may leave the width of the model's integer")
        case .maxLength, .minLength:
            ("be longer", "be shorter", "a layout, a store or a URL made of it may fail")
        case .maxItems, .minItems:
            (
                "have more elements", "have fewer elements",
                "code that takes the first element finds none, or too many come"
            )
        case .maxContains, .minContains:
            (
                "have more elements of a kind", "have fewer elements of a kind",
                "code that looks for one finds none, or several"
            )
        case .maxProperties, .minProperties:
            (
                "have more members", "have fewer members",
                "code that takes some member finds none, or too many come"
            )
        }
    }

    fileprivate var subjects: [Subject] {
        switch self {
        case .max, .min, .maxLength, .minLength: Subject.allCases
        case .maxItems, .minItems: [.body, .property, .parameter]
        default: Subject.structured
        }
    }
}
