import VerbatimContract

extension Subschema.Keyword {
    func details(of change: KeywordChange) -> ChangeDetails {
        let isContent = self == .contentSchema
        let severity: RuleSeverity = isContent ? .breaking : .warning
        let mirror = ChangeKind.subschema(self, change.mirror)
        return switch change {
        case .added: .narrowing("has a \(noun)", mirror: mirror)
        case .removed:
            .widening(
                severity, "no longer has a \(noun)",
                isContent ? Self.content : "a condition no longer applies", mirror: mirror,
                except: isContent
                    ? ChangeEffect(.warning, .widens, "no longer has a \(noun)", Self.content).onRequests
                    : [:])
        case .changed:
            .replacing(
                severity, "has a different \(noun)",
                isContent ? Self.content : "a different condition applies", mirror: mirror)
        }
    }

    private static let content = "the content is decoded differently"

    private var noun: String {
        switch self {
        case .not: "'not' schema"
        case .contains: "schema of an element it must contain"
        case .if, .then, .else: "condition ('\(rawValue)')"
        case .propertyNames: "schema for the names of properties"
        case .dependentSchema: "schema that depends on a property"
        case .unevaluatedItems: "schema for unevaluated elements"
        case .unevaluatedProperties: "schema for unevaluated properties"
        case .contentSchema: "schema for its content"
        }
    }
}

/// The alternatives of a value: `anyOf` and `oneOf`.
package enum CompositionChange: String, CaseIterable, Sendable {
    case anyOfAdded = "any-of-added"
    case anyOfRemoved = "any-of-removed"
    case oneOfAdded = "one-of-added"
    case oneOfRemoved = "one-of-removed"
    case wrapped = "wrapped-in-one-of"
    case unwrapped = "unwrapped-from-one-of"
    case oneOfBecameAnyOf = "one-of-became-any-of"
    case anyOfBecameOneOf = "any-of-became-one-of"

    private static let undecoded = "a model of the old schema does not decode the new one"

    var details: ChangeDetails {
        switch self {
        case .anyOfAdded:
            .widening(
                .breaking, "may match another schema", Self.undecoded, mirror: .composition(.anyOfRemoved))
        case .anyOfRemoved:
            .narrowing("may match one schema less", mirror: .composition(.anyOfAdded))
        case .oneOfAdded:
            .widening(
                .breaking, "may match another schema", Self.undecoded, mirror: .composition(.oneOfRemoved))
        case .oneOfRemoved:
            .narrowing("may match one schema less", mirror: .composition(.oneOfAdded))
        case .wrapped:
            .widening(
                .breaking, "may match one of several schemas", Self.undecoded,
                mirror: .composition(.unwrapped))
        case .unwrapped: .narrowing("matches a single schema", mirror: .composition(.wrapped))
        case .oneOfBecameAnyOf:
            .widening(
                .warning, "may match several schemas at once",
                "code that tries one schema after another may choose the wrong one",
                mirror: .composition(.anyOfBecameOneOf))
        case .anyOfBecameOneOf:
            .narrowing("matches exactly one schema", mirror: .composition(.oneOfBecameAnyOf))
        }
    }
}

/// The property that identifies which alternative a value is.
package enum DiscriminatorChange: String, CaseIterable, Sendable {
    case added, removed
    case propertyNameChanged = "property-name-changed"
    case mappingAdded = "mapping-added"
    case mappingDeleted = "mapping-deleted"
    case mappingChanged = "mapping-changed"

    private static let switched = "a hand-written decoder switches on this property"

    var details: ChangeDetails {
        switch self {
        case .added:
            .annotating(
                .info, "has a discriminator", "the values are the same", mirror: .discriminator(.removed))
        case .removed:
            .annotating(
                .breaking, "no longer has a discriminator", Self.switched, mirror: .discriminator(.added))
        case .propertyNameChanged:
            .annotating(
                .breaking, "has a different discriminator property", Self.switched,
                mirror: .discriminator(.propertyNameChanged))
        case .mappingAdded:
            .annotating(
                .warning, "has a new discriminator value", "a closed enumeration does not decode it",
                mirror: .discriminator(.mappingDeleted))
        case .mappingDeleted:
            .annotating(
                .breaking, "lacks a discriminator value", Self.switched, mirror: .discriminator(.mappingAdded)
            )
        case .mappingChanged:
            .annotating(
                .breaking, "has a discriminator value that selects a different schema", Self.switched,
                mirror: .discriminator(.mappingChanged))
        }
    }
}

/// The elements of an array.
package enum ArrayChange: String, CaseIterable, Sendable {
    case uniqueItemsRemoved = "unique-items-removed"
    case uniqueItemsAdded = "unique-items-added"
    case prefixItemsAdded = "prefix-items-added"
    case prefixItemsRemoved = "prefix-items-removed"

    var details: ChangeDetails {
        switch self {
        case .uniqueItemsRemoved:
            .widening(
                .warning, "may have equal elements",
                "a set loses elements, a dictionary with unique keys fails", mirror: .array(.uniqueItemsAdded)
            )
        case .uniqueItemsAdded:
            .narrowing("no longer has equal elements", mirror: .array(.uniqueItemsRemoved))
        case .prefixItemsAdded:
            .narrowing("has more elements with a schema of their own", mirror: .array(.prefixItemsRemoved))
        case .prefixItemsRemoved:
            .widening(
                .warning, "has fewer elements with a schema of their own",
                "an element may be of a different type", mirror: .array(.prefixItemsAdded))
        }
    }
}

/// The properties of an object that its schema does not name one by one.
package enum ObjectChange: String, CaseIterable, Sendable {
    case patternPropertyAdded = "pattern-property-added"
    case patternPropertyRemoved = "pattern-property-removed"
    case dependentRequiredAdded = "dependent-required-added"
    case dependentRequiredRemoved = "dependent-required-removed"
    case dependentRequiredChanged = "dependent-required-changed"
    case mapDecisionChanged = "map-decision-changed"

    var details: ChangeDetails {
        switch self {
        case .patternPropertyAdded:
            .narrowing(
                "has a schema for properties by pattern", mirror: .object(.patternPropertyRemoved))
        case .patternPropertyRemoved:
            .widening(
                .warning, "no longer has a schema for properties by pattern",
                "a dictionary may have other keys or values", mirror: .object(.patternPropertyAdded))
        case .dependentRequiredAdded:
            .narrowing("has properties that require others", mirror: .object(.dependentRequiredRemoved))
        case .dependentRequiredRemoved:
            .widening(
                .warning, "no longer has properties that require others", "a condition no longer applies",
                mirror: .object(.dependentRequiredAdded))
        case .dependentRequiredChanged:
            .replacing(
                .warning, "has properties that require different ones", "a different condition applies",
                mirror: .object(.dependentRequiredChanged))
        case .mapDecisionChanged:
            .annotating(
                .off, "has a different value of x-map", "it only matters to inference",
                mirror: .object(.mapDecisionChanged))
        }
    }
}
