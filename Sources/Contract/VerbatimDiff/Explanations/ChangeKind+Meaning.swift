extension ChangeKind {
    /// What exactly the rules of the kind report.
    var meaning: String {
        switch self {
        case .presence(let change): change.meaning
        case .lifecycle(let change): change.meaning
        case .access(let change): change.meaning
        case .extent(let change): change.meaning
        case .type(let change): change.meaning
        case .value(let change): change.meaning
        case .format(let change): change.meaning
        case .limit(let keyword, let change): "The value of `\(keyword.keyword)` \(change.phrase)."
        case .text(let keyword, let change): "`\(keyword.keyword)` \(change.phrase)."
        case .subschema(let keyword, let change): "The schema of `\(keyword.keyword)` \(change.phrase)."
        case .composition(let change): change.meaning
        case .discriminator(let change): change.meaning
        case .array(let change): change.meaning
        case .object(let change): change.meaning
        }
    }
}

extension LimitKeyword {
    /// The keyword in a schema.
    var keyword: String {
        switch self {
        case .max: "maximum"
        case .exclusiveMax: "exclusiveMaximum"
        case .min: "minimum"
        case .exclusiveMin: "exclusiveMinimum"
        case .maxLength: "maxLength"
        case .minLength: "minLength"
        case .maxItems: "maxItems"
        case .minItems: "minItems"
        case .maxContains: "maxContains"
        case .minContains: "minContains"
        case .maxProperties: "maxProperties"
        case .minProperties: "minProperties"
        }
    }
}

extension LimitChange {
    fileprivate var phrase: String {
        switch self {
        case .increased: "is greater than before"
        case .decreased: "is less than before"
        case .unset: "is no longer given"
        case .set: "is given for the first time"
        }
    }
}

extension KeywordChange {
    fileprivate var phrase: String {
        switch self {
        case .added: "was added"
        case .removed: "was removed"
        case .changed: "is different"
        }
    }
}

extension PresenceChange {
    fileprivate var meaning: String {
        switch self {
        case .added: "The new contract declares it, the old one does not."
        case .removed: "The old contract declares it, the new one does not."
        case .becameRequired: "The old contract allows it to be missing, the new one does not."
        case .becameOptional: "The new contract allows it to be missing, the old one does not."
        }
    }
}

extension LifecycleChange {
    fileprivate var meaning: String {
        switch self {
        case .deprecated: "The new contract has `deprecated: true`."
        case .deprecatedWithSunset: "The new contract has `deprecated: true` and a day in `x-sunset`."
        case .reactivated: "The old contract has `deprecated: true`, the new one does not."
        case .recordedChanged: "With `x-recorded: false`, no recording of the operation is expected."
        }
    }
}

extension AccessChange {
    fileprivate var meaning: String {
        switch self {
        case .becameWriteOnly: "The new contract has `writeOnly: true`."
        case .becameNotWriteOnly: "The old contract has `writeOnly: true`, the new one does not."
        case .becameReadOnly: "The new contract has `readOnly: true`."
        case .becameNotReadOnly: "The old contract has `readOnly: true`, the new one does not."
        }
    }
}

extension ExtentChange {
    fileprivate var meaning: String {
        switch self {
        case .changed: "Neither of the two covers the other."
        case .generalized: "The new one is a range, such as `application/*`, which covers the old one."
        case .specialized: "The old one is a range, such as `application/*`, which covers the new one."
        case .opened: "`additionalProperties` was `false`."
        case .closed: "`additionalProperties` is now `false`."
        case .schemaWidened: "`additionalProperties` had a schema, and allows any value now."
        case .schemaNarrowed: "`additionalProperties` allowed any value, and has a schema now."
        case .serializationChanged: "`style`, `explode` or the media type of the text is different."
        case .encodingChanged: "The `encoding` of a part of the body is different."
        case .extensionChanged: "The value of a member that begins with `x-` is different."
        case .unhandled:
            "A keyword of OpenAPI or JSON Schema differs that the comparison does not interpret, such as `xml` "
                + "or `callbacks`."
        }
    }
}

extension TypeChange {
    fileprivate var meaning: String {
        switch self {
        case .changed: "No type that `type` listed before is listed now."
        case .generalized: "`type` was `integer` and is `number`."
        case .specialized: "`type` was `number` and is `integer`."
        case .widened: "`type` lists more types than before, other than `null`."
        case .narrowed: "`type` lists fewer types than before, other than `null`."
        case .becameNullable: "`type` lists `null` now."
        case .becameNotNullable: "`type` no longer lists `null`."
        case .becameMap: "The object had named `properties`, and has only `additionalProperties` now."
        case .becameObject: "The object had only `additionalProperties`, and has named `properties` now."
        }
    }
}

extension ValueChange {
    fileprivate var meaning: String {
        switch self {
        case .enumValueAdded: "`enum` lists a value that it did not list before."
        case .enumValueRemoved: "`enum` no longer lists a value."
        case .enumDropped: "`enum` was removed."
        case .becameEnum: "`enum` was added."
        case .constAdded: "`const` was added."
        case .constRemoved: "`const` was removed."
        case .constChanged: "`const` has another value."
        case .defaultAdded: "`default` was added."
        case .defaultRemoved: "`default` was removed."
        case .defaultChanged: "`default` has another value."
        case .knownValueAdded:
            "`x-known-values`, which lists the values that were recorded so far, has a new one."
        case .knownValueRemoved:
            "`x-known-values`, which lists the values that were recorded so far, lacks one."
        }
    }
}

extension FormatChange {
    fileprivate var meaning: String {
        switch self {
        case .numberFormatChanged: "`format` names another width, such as `int32` and `int64`."
        case .dateFormatAdded: "`x-date-formats` has another pattern."
        case .dateFormatRemoved: "`x-date-formats` has a pattern less."
        case .dateFormatUnset: "`x-date-formats` was removed."
        case .dateFormatSet: "`x-date-formats` was added."
        }
    }
}

extension CompositionChange {
    fileprivate var meaning: String {
        switch self {
        case .anyOfAdded: "`anyOf` has another schema."
        case .anyOfRemoved: "`anyOf` has a schema less."
        case .oneOfAdded: "`oneOf` has another schema."
        case .oneOfRemoved: "`oneOf` has a schema less."
        case .wrapped: "The old schema is one of several in `oneOf` now."
        case .unwrapped: "The new schema was one of several in `oneOf`."
        case .oneOfBecameAnyOf: "The schemas of `oneOf` are those of `anyOf` now."
        case .anyOfBecameOneOf: "The schemas of `anyOf` are those of `oneOf` now."
        }
    }
}

extension DiscriminatorChange {
    fileprivate var meaning: String {
        switch self {
        case .added: "`discriminator` names the property that identifies the schema of an object."
        case .removed: "`discriminator` was removed."
        case .propertyNameChanged: "`propertyName` of `discriminator` names another property."
        case .mappingAdded: "`mapping` of `discriminator` has another value."
        case .mappingDeleted: "`mapping` of `discriminator` has a value less."
        case .mappingChanged: "A value in `mapping` of `discriminator` selects another schema."
        }
    }
}

extension ArrayChange {
    fileprivate var meaning: String {
        switch self {
        case .uniqueItemsRemoved: "`uniqueItems` is no longer `true`."
        case .uniqueItemsAdded: "`uniqueItems` is now `true`."
        case .prefixItemsAdded: "`prefixItems` has more schemas than before."
        case .prefixItemsRemoved: "`prefixItems` has fewer schemas than before."
        }
    }
}

extension ObjectChange {
    fileprivate var meaning: String {
        switch self {
        case .patternPropertyAdded: "`patternProperties` has another pattern."
        case .patternPropertyRemoved: "`patternProperties` has a pattern less."
        case .dependentRequiredAdded: "`dependentRequired` has another property."
        case .dependentRequiredRemoved: "`dependentRequired` has a property less."
        case .dependentRequiredChanged: "`dependentRequired` lists other names for a property."
        case .mapDecisionChanged: "`x-map` says whether an object is a dictionary."
        }
    }
}
