import VerbatimContract

extension RuleFamily {
    /// The rules of the keywords that hold another schema.
    static let subschemas: [RuleFamily] = Subschema.Keyword.allCases.map { keyword in
        let isContent = keyword == .contentSchema
        return RuleFamily(
            keyword: keyword.rawValue, subjects: Subject.structured,
            actions: [
                .narrowing("added", back: "removed", "has \(keyword.words.withArticle) now"),
                .widening(
                    "removed", back: "added", isContent ? .breaking : .warning,
                    "has no \(keyword.words) any more",
                    isContent
                        ? "what is inside is decoded in another way"
                        : "what held under a condition holds no more"),
                .change(
                    "changed", isContent ? .breaking : .warning, "has another \(keyword.words)",
                    isContent
                        ? "what is inside is decoded in another way"
                        : "what held under a condition is now another"),
            ])
    }

    static let choices = RuleFamily(
        keyword: "", subjects: Subject.structured,
        actions: [
            .widening(
                "any-of-added", back: "any-of-removed", .breaking, "may now have another shape", newShape),
            .narrowing("any-of-removed", back: "any-of-added", "has one shape less"),
            .widening(
                "one-of-added", back: "one-of-removed", .breaking, "may now have another shape", newShape),
            .narrowing("one-of-removed", back: "one-of-added", "has one shape less"),
            .widening(
                "wrapped-in-one-of", back: "unwrapped-from-one-of", .breaking,
                "may now have one of several shapes", newShape),
            .narrowing("unwrapped-from-one-of", back: "wrapped-in-one-of", "has one shape only"),
            .widening(
                "one-of-became-any-of", back: "any-of-became-one-of", .warning,
                "may now have several shapes at once",
                "code that tries one shape after another may take the wrong one"),
            .narrowing("any-of-became-one-of", back: "one-of-became-any-of", "has only one shape at once"),
        ])

    private static let newShape = "a model of the old shape does not decode the new one"

    static let discriminator = RuleFamily(
        keyword: "discriminator", subjects: Subject.structured,
        actions: [
            .note(
                "added", back: "removed", .info, "names the member that tells its shapes apart",
                "nothing is sent otherwise"),
            .note(
                "removed", back: "added", .breaking,
                "does not name the member that tells its shapes apart any more", switched),
            .note(
                "property-name-changed", back: nil, .breaking, "tells its shapes apart by another member",
                switched),
            .note(
                "mapping-added", back: "mapping-deleted", .warning, "has a new word for a shape",
                "a closed reading of the tag does not know it"),
            .note(
                "mapping-deleted", back: "mapping-added", .breaking, "has lost the word for a shape", switched
            ),
            .note("mapping-changed", back: nil, .breaking, "means another shape by the same word", switched),
        ])

    private static let switched = "a hand-written decoder switches on this member"

    static let prefixItems = RuleFamily(
        keyword: "prefix-items", subjects: Subject.structured,
        actions: [
            .narrowing("added", back: "removed", "says more of its first elements"),
            .widening(
                "removed", back: "added", .warning, "says less of its first elements",
                "a position is not what it was"),
        ])

    static let patternProperties = RuleFamily(
        keyword: "pattern-property", subjects: Subject.structured,
        actions: [
            .narrowing("added", back: "removed", "says more of members by their name"),
            .widening(
                "removed", back: "added", .warning, "says less of members by their name",
                "a dictionary may have other keys or values"),
        ])

    static let dependentRequired = RuleFamily(
        keyword: "dependent-required", subjects: Subject.structured,
        actions: [
            .narrowing("added", back: "removed", "has members that come together now"),
            .widening(
                "removed", back: "added", .warning, "has no members that come together any more",
                "what held under a condition holds no more"),
            .change(
                "changed", .warning, "has other members that come together",
                "what held under a condition is now another"),
        ])

    static let mapDecision = RuleFamily(
        keyword: "map-decision", subjects: Subject.structured,
        actions: [
            .note(
                "changed", back: nil, .off, "is decided otherwise (x-map)",
                "it is a note to whoever infers contracts")
        ])
}

extension Subschema.Keyword {
    fileprivate var words: String {
        switch self {
        case .not: "exclusion (not)"
        case .contains: "kind of element it must contain"
        case .if, .then, .else: "condition (\(rawValue))"
        case .propertyNames: "rule for the names of members"
        case .dependentSchema: "schema that depends on a member"
        case .unevaluatedItems: "schema for the other elements"
        case .unevaluatedProperties: "schema for the other members"
        case .contentSchema: "schema inside"
        }
    }
}
