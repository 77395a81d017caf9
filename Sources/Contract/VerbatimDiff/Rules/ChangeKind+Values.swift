import VerbatimContract

/// The types of a value.
package enum TypeChange: String, CaseIterable, Sendable {
    case changed = "type-changed"
    case generalized = "type-generalized"
    case specialized = "type-specialized"
    case widened = "list-of-types-widened"
    case narrowed = "list-of-types-narrowed"
    case becameNullable = "became-nullable"
    case becameNotNullable = "became-not-nullable"
    case becameMap = "became-map"
    case becameObject = "became-object"

    /// A header is text, whatever the type of its value.
    private static func inHeader(_ direction: Direction, _ summary: String) -> [ChangeSubject: ChangeEffect] {
        [.responseHeader: ChangeEffect(.info, direction, summary, "a header is text, whatever its type")]
    }

    var details: ChangeDetails {
        switch self {
        case .changed:
            .replacing(
                .breaking, "has a different type", "a model of the old type does not decode the new one",
                mirror: .type(.changed), except: Self.inHeader(.both, "has a different type"))
        case .generalized:
            .widening(
                .breaking, "may have a fraction", "an integer property cannot hold 3.5",
                mirror: .type(.specialized), except: Self.inHeader(.widens, "may have a fraction"))
        case .specialized: .narrowing("no longer has a fraction", mirror: .type(.generalized))
        case .widened:
            .widening(
                .breaking, "may have other types as well",
                "a model does not decode another type, even if its property is optional",
                mirror: .type(.narrowed), except: Self.inHeader(.widens, "may have other types as well"))
        case .narrowed: .narrowing("has fewer types", mirror: .type(.widened))
        case .becameNullable:
            .widening(
                .warning, "may now be null", "a non-optional property does not decode null",
                mirror: .type(.becameNotNullable), of: ChangeSubject.schemas + Self.elements,
                except: [.items: Self.nullableElement, .mapValue: Self.nullableElement]
                    .merging(Self.inHeader(.widens, "may now be null")) { first, _ in first })
        case .becameNotNullable:
            .narrowing(
                "is never null", mirror: .type(.becameNullable), of: ChangeSubject.schemas + Self.elements)
        case .becameMap:
            .replacing(
                .breaking, "is now a dictionary with arbitrary keys", "a struct does not decode a dictionary",
                mirror: .type(.becameObject))
        case .becameObject:
            .replacing(
                .breaking, "is now an object with known properties",
                "a dictionary does not decode values of several types", mirror: .type(.becameMap))
        }
    }

    private static let elements: [ChangeSubject] = [.items, .mapValue]
    private static let nullableElement = ChangeEffect(
        .breaking, .widens, "may now be null", "an array or a dictionary does not decode null as an element")
}

/// The values that a schema lists.
package enum ValueChange: String, CaseIterable, Sendable {
    case enumValueAdded = "enum-value-added"
    case enumValueRemoved = "enum-value-removed"
    case enumDropped = "enum-dropped"
    case becameEnum = "became-enum"
    case constAdded = "const-added"
    case constRemoved = "const-removed"
    case constChanged = "const-changed"
    case defaultAdded = "default-value-added"
    case defaultRemoved = "default-value-removed"
    case defaultChanged = "default-value-changed"
    case knownValueAdded = "known-value-added"
    case knownValueRemoved = "known-value-removed"

    private static let closed = "a closed enumeration does not decode a new case, even if it is optional"
    private static let constant = "code relies on a constant such as \"stat\": \"ok\""
    private static let undecoded = "decoders ignore defaults"
    private static let acted = "the provider acts differently on a request without it"

    var details: ChangeDetails {
        switch self {
        case .enumValueAdded:
            .widening(.warning, "may have new values", Self.closed, mirror: .value(.enumValueRemoved))
        case .enumValueRemoved: .narrowing("has fewer values", mirror: .value(.enumValueAdded))
        case .enumDropped:
            .widening(.warning, "is no longer an enumeration", Self.closed, mirror: .value(.becameEnum))
        case .becameEnum: .narrowing("is now an enumeration", mirror: .value(.enumDropped))
        case .constAdded: .narrowing("is now a constant", mirror: .value(.constRemoved))
        case .constRemoved:
            .widening(.breaking, "is no longer a constant", Self.constant, mirror: .value(.constAdded))
        case .constChanged:
            .replacing(.breaking, "has a different constant", Self.constant, mirror: .value(.constChanged))
        case .defaultAdded:
            .annotating(
                .off, "has a default", Self.undecoded, inRequests: .warning, Self.acted,
                mirror: .value(.defaultRemoved))
        case .defaultRemoved:
            .annotating(
                .off, "no longer has a default", Self.undecoded, inRequests: .warning, Self.acted,
                mirror: .value(.defaultAdded))
        case .defaultChanged:
            .annotating(
                .off, "has a different default", Self.undecoded, inRequests: .warning, Self.acted,
                mirror: .value(.defaultChanged))
        case .knownValueAdded:
            .annotating(
                .warning, "has been seen with new values", "the app meets a case that it has not met before",
                inRequests: .info, "the app does not send them yet", mirror: .value(.knownValueRemoved))
        case .knownValueRemoved:
            .annotating(
                .info, "has fewer known values", "the others may still arrive",
                inRequests: .warning, "the app may send one of the others", mirror: .value(.knownValueAdded))
        }
    }
}

/// A keyword that limits a size, as the ids of rules name it.
package enum LimitKeyword: String, CaseIterable, Sendable {
    case max
    case exclusiveMax = "exclusive-max"
    case min
    case exclusiveMin = "exclusive-min"
    case maxLength = "max-length"
    case minLength = "min-length"
    case maxItems = "max-items"
    case minItems = "min-items"
    case maxContains = "max-contains"
    case minContains = "min-contains"
    case maxProperties = "max-properties"
    case minProperties = "min-properties"

    /// The changes there can be: an unset `minContains` means 1, so it is never set or unset.
    var changes: [LimitChange] { self == .minContains ? [.increased, .decreased] : LimitChange.allCases }

    private var isUpper: Bool {
        switch self {
        case .max, .exclusiveMax, .maxLength, .maxItems, .maxContains, .maxProperties: true
        case .min, .exclusiveMin, .minLength, .minItems, .minContains, .minProperties: false
        }
    }

    func details(of change: LimitChange) -> ChangeDetails {
        let widens = change == .unset || change == (isUpper ? .increased : .decreased)
        let mirror = ChangeKind.limit(self, change.mirror)
        let (summary, reason) = (summary(of: change), excess.reason)
        return widens
            ? .widening(.warning, summary, reason, mirror: mirror) : .narrowing(summary, mirror: mirror)
    }

    private func summary(of change: LimitChange) -> String {
        let limit = isUpper ? "upper limit" : "lower limit"
        return switch change {
        case .increased: isUpper ? "may \(excess.more)" : "has a higher lower limit"
        case .decreased: isUpper ? "has a lower upper limit" : "may \(excess.less)"
        case .unset: "no longer has \(limit.withArticle)"
        case .set: "has \(limit.withArticle)"
        }
    }

    /// The values beyond the old limit, and the harm they do.
    private var excess: (more: String, less: String, reason: String) {
        switch self {
        case .max, .exclusiveMax, .min, .exclusiveMin:
            ("be greater", "be smaller", "the value may not fit into the model's integer type")
        case .maxLength, .minLength:
            ("be longer", "be shorter", "a layout, a database column or a URL made of it may fail")
        case .maxItems, .minItems:
            (
                "have more elements", "have fewer elements",
                "code that takes the first element may find none, or too many arrive"
            )
        case .maxContains, .minContains:
            (
                "have more elements of a kind", "have fewer elements of a kind",
                "code that looks for one may find none, or several"
            )
        case .maxProperties, .minProperties:
            (
                "have more properties", "have fewer properties",
                "code that takes some property may find none, or too many arrive"
            )
        }
    }
}

/// A change of a limit.
package enum LimitChange: String, CaseIterable, Sendable {
    case increased, decreased, unset, set

    var mirror: LimitChange {
        switch self {
        case .increased: .decreased
        case .decreased: .increased
        case .unset: .set
        case .set: .unset
        }
    }
}

extension TextKeyword {
    func details(of change: KeywordChange) -> ChangeDetails {
        let (severity, noun, reason) = consequences
        let mirror = ChangeKind.text(self, change.mirror)
        return switch change {
        case .added: .narrowing("has \(noun.withArticle)", mirror: mirror)
        case .removed:
            .widening(
                severity, "no longer has \(noun.withArticle)", reason, mirror: mirror,
                except: isAsserted
                    ? [:]
                    : ChangeEffect(.warning, .widens, "no longer has \(noun.withArticle)", reason).onRequests)
        case .changed: .replacing(severity, "has a different \(noun)", reason, mirror: mirror)
        }
    }

    private var consequences: (RuleSeverity, noun: String, reason: String) {
        switch self {
        case .pattern: (.warning, "pattern", "code that parses the value may fail")
        case .format: (.breaking, "format", "one decoding strategy cannot read two formats")
        case .multipleOf: (.warning, "divisor", "code that counts in steps meets values between them")
        case .contentMediaType, .contentEncoding:
            (.breaking, self == .contentEncoding ? "content encoding" : "content media type", Self.content)
        case .dateProfile:
            (.breaking, "date profile", "decoders differ in the offsets and fractions they read")
        case .absence:
            (.breaking, "placeholder for no value", "a decoder does not read an empty string as null")
        }
    }

    fileprivate static let content = "the content is decoded differently"
}

/// The formats of numbers and dates.
package enum FormatChange: String, CaseIterable, Sendable {
    case numberFormatChanged = "number-format-changed"
    case dateFormatAdded = "date-format-added"
    case dateFormatRemoved = "date-format-removed"
    case dateFormatUnset = "date-format-unset"
    case dateFormatSet = "date-format-set"

    var details: ChangeDetails {
        switch self {
        case .numberFormatChanged:
            .annotating(
                .info, "has a different width", "the width of a number is only a hint", inRequests: .warning,
                "a number that the app sends may not fit", mirror: .format(.numberFormatChanged))
        case .dateFormatAdded:
            .widening(
                .breaking, "may have another date format", "one date strategy cannot read two formats",
                mirror: .format(.dateFormatRemoved))
        case .dateFormatRemoved: .narrowing("has fewer date formats", mirror: .format(.dateFormatAdded))
        case .dateFormatUnset:
            .widening(
                .breaking, "no longer has a date format", "one date strategy cannot read any format",
                mirror: .format(.dateFormatSet))
        case .dateFormatSet: .narrowing("has a date format", mirror: .format(.dateFormatUnset))
        }
    }
}

extension String {
    /// The noun after `a` or `an`.
    fileprivate var withArticle: String { ("aeiou".contains(prefix(1)) ? "an " : "a ") + self }
}
