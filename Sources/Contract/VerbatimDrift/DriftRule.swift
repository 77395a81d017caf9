public import VerbatimContract

/// A kind of change between two recordings of a scenario.
public enum DriftRule: String, CaseIterable, ReportableRule {
    /// A request was added.
    case interactionAdded = "drift-interaction-added"
    /// A request was removed.
    case interactionRemoved = "drift-interaction-removed"
    /// The same request has a different status.
    case statusChanged = "drift-status-changed"
    /// A header was added.
    case headerAdded = "drift-header-added"
    /// A header was removed.
    case headerRemoved = "drift-header-removed"
    /// The value of a header is of a different kind.
    case headerChanged = "drift-header-changed"
    /// The media type is different.
    case mediaTypeChanged = "drift-media-type-changed"
    /// The body is of a different kind.
    case bodyKindChanged = "drift-body-kind-changed"
    /// A property was added.
    case propertyAdded = "drift-property-added"
    /// A property was removed.
    case propertyRemoved = "drift-property-removed"
    /// A property is missing in some objects.
    case propertyBecameOptional = "drift-property-became-optional"
    /// A property is in all objects.
    case propertyBecameRequired = "drift-property-became-required"
    /// A value has another type.
    case typeAdded = "drift-type-added"
    /// A value has fewer types.
    case typeRemoved = "drift-type-removed"
    /// Strings have a different format.
    case formatChanged = "drift-format-changed"
    /// Dates have a different precision, fraction or offset.
    case dateFormatChanged = "drift-date-format-changed"
    /// There are new values of what looks like an enumeration.
    case vocabularyAdded = "drift-vocabulary-added"
    /// There are fewer values of what looks like an enumeration.
    case vocabularyRemoved = "drift-vocabulary-removed"
    /// A model of the app does not decode a value, although nothing else about it has changed.
    case valueRefused = "drift-value-not-decoded"

    /// The permanent kebab-case id: `drift-type-added`.
    public var id: String { rawValue }
    /// The severity, unless the values decide.
    public var severity: Severity { details.severity }
    /// The effect on the set of values.
    public var direction: Direction { details.direction }
    /// A predicate for the subject of a change: `has another type`.
    public var summary: String { details.summary }
    /// The reason for the severity.
    public var reason: String { details.reason }
    /// The explanation of the rule, with an example.
    public var explanation: RuleExplanation {
        RuleExplanation(
            id: id, severity: severity, direction: direction, summary: "\(subject) \(summary)",
            meaning: meaning, reason: reason, example: example)
    }
}

extension DriftRule {
    /// The part of a recording that it is about, as `verbatim rules` groups it.
    package var area: String {
        switch self {
        case .interactionAdded, .interactionRemoved, .statusChanged: "drift-interaction"
        case .headerAdded, .headerRemoved, .headerChanged, .mediaTypeChanged: "drift-header"
        default: "drift-body"
        }
    }

    private typealias Details = (
        severity: Severity, direction: Direction, summary: String, reason: String
    )

    private var details: Details {
        switch self {
        case .interactionAdded: (.info, .widens, "was added", "the app sends another request")
        case .interactionRemoved:
            (.warning, .narrows, "was removed", "the app no longer sends the request, or failed before it")
        case .statusChanged:
            (.breaking, .both, "has a different outcome", "the same request has a different result")
        case .headerAdded: (.info, .widens, "was added", "the app does not read it yet")
        case .headerRemoved: (.warning, .narrows, "was removed", "code that reads it finds nothing")
        case .headerChanged:
            (.warning, .both, "has a different format", "code that parses it may fail")
        case .mediaTypeChanged:
            (.warning, .both, "has a different media type", "a decoder that is chosen by it is not found")
        case .bodyKindChanged:
            (.breaking, .both, "is of a different kind", "a decoder fails at the first byte")
        case .propertyAdded: (.info, .widens, "was added", "APIs grow")
        case .propertyRemoved:
            (
                .breaking, .narrows, "was removed",
                "a model that requires it does not decode; info if it was optional"
            )
        case .propertyBecameOptional:
            (.warning, .widens, "is now optional", "a model that requires it does not decode")
        case .propertyBecameRequired:
            (.info, .narrows, "is always present", "code that does without it still works")
        case .typeAdded:
            (
                .breaking, .widens, "has another type",
                "a model does not decode it, even if its property is optional; a warning if it is null"
            )
        case .typeRemoved: (.info, .narrows, "has fewer types", "code that reads all types reads the rest")
        case .formatChanged:
            (.breaking, .both, "has a different format", "a URL, a date or a number in a string is not read")
        case .dateFormatChanged:
            (
                .warning, .both, "has a different date format",
                "decoders differ in the precision, fraction and offset they read"
            )
        case .vocabularyAdded:
            (.warning, .widens, "has new values", "a closed enumeration does not decode them")
        case .vocabularyRemoved: (.info, .narrows, "has fewer values", "the app does without the others")
        case .valueRefused:
            (
                .breaking, .widens, "has a value that a model does not decode",
                "the app fails on it, although type and format are as they were"
            )
        }
    }
}
