import VerbatimContract
import VerbatimJSON

extension ChangeKind {
    /// The kinds about values: their types, enumerations, limits and formats.
    package static let values =
        [
            typeChanged, typeGeneralized, typeSpecialized, typesWidened, typesNarrowed, becameNullable,
            becameNotNullable, becameMap, becameObject, enumValueAdded, enumValueRemoved, enumDropped,
            becameEnum, constAdded, constRemoved, constChanged, defaultAdded, defaultRemoved, defaultChanged,
            knownValueAdded, knownValueRemoved,
        ] + limits + texts + [
            numberFormatChanged, dateFormatAdded, dateFormatRemoved, dateFormatUnset, dateFormatSet,
        ]

    // MARK: Types

    private static let inHeader: [ChangeSubject: ChangeException] = [
        .responseHeader: .init(.info, "a header is text, whatever its type")
    ]

    static let typeChanged: ChangeKind = .init(
        "type-changed",
        .replaces(.breaking, "has a different type", "a model of the old type does not decode the new one"),
        "No type that `type` listed before is listed now.", back: typeChanged,
        from: ["type": "string"], to: ["type": "integer"])
    static let typeGeneralized: ChangeKind = .init(
        "type-generalized", .widens(.breaking, "may have a fraction", "an integer property cannot hold 3.5"),
        "`type` was `integer` and is `number`.", back: typeSpecialized, from: ["type": "integer"],
        to: ["type": "number"])
    static let typeSpecialized: ChangeKind = .init(
        "type-specialized", .narrows("no longer has a fraction"), "`type` was `number` and is `integer`.",
        back: typeGeneralized)
    static let typesWidened: ChangeKind = .init(
        "list-of-types-widened",
        .widens(
            .breaking, "may have other types as well",
            "a model does not decode another type, even if its property is optional"),
        "`type` lists more types than before, other than `null`.", back: typesNarrowed,
        from: ["type": "string"], to: ["type": ["string", "integer"]])
    static let typesNarrowed: ChangeKind = .init(
        "list-of-types-narrowed", .narrows("has fewer types"),
        "`type` lists fewer types than before, other than `null`.", back: typesWidened)

    private static let nullable = ChangeSubject.schemas + [.items, .mapValue]
    private static let nullElement = ChangeException(
        .breaking, "an array or a dictionary does not decode null as an element")

    static let becameNullable: ChangeKind = .init(
        "became-nullable",
        .widens(.warning, "may now be null", "a non-optional property does not decode null"),
        "`type` lists `null` now.", of: nullable,
        except: inHeader.merging([.items: nullElement, .mapValue: nullElement]) { first, _ in first },
        back: becameNotNullable, from: ["type": "string"], to: ["type": ["string", "null"]],
        example: { subject in
            // Only as JSON can a parameter or a header be null.
            func fragment(_ type: JSONValue) -> ContractFragment? {
                let json: JSONValue = ["application/json": ["schema": ["type": type]]]
                return switch subject {
                case .requestParameter:
                    .parameter(["name": "value", "in": "query", "content": json])
                case .responseHeader:
                    .response(["headers": ["X-Value": ["content": json]]])
                default: nil
                }
            }
            return fragment("string") == nil ? nil : (fragment("string"), fragment(["string", "null"]))
        })
    static let becameNotNullable: ChangeKind = .init(
        "became-not-nullable", .narrows("is never null"), "`type` no longer lists `null`.", of: nullable,
        back: becameNullable)
    static let becameMap: ChangeKind = .init(
        "became-map",
        .replaces(
            .breaking, "is now a dictionary with arbitrary keys", "a struct does not decode a dictionary"),
        "The object had named `properties`, and has only `additionalProperties` now.", back: becameObject,
        from: ["type": "object", "properties": ["de": ["type": "string"], "pages": ["type": "integer"]]],
        to: ["type": "object", "additionalProperties": ["type": "string"]])
    static let becameObject: ChangeKind = .init(
        "became-object",
        .replaces(
            .breaking, "is now an object with known properties",
            "a dictionary does not decode values of several types"),
        "The object had only `additionalProperties`, and has named `properties` now.", back: becameMap)

    // MARK: The values that a schema lists

    private static let uncased = "a closed enumeration does not decode a new case, even if it is optional"
    private static let constant = "code relies on a constant such as \"stat\": \"ok\""
    private static let undecoded = "decoders ignore defaults"
    private static let acted = ChangeException.inRequests(
        .warning, "the provider acts differently on a request without it")

    static let enumValueAdded: ChangeKind = .init(
        "enum-value-added", .widens(.warning, "may have new values", uncased),
        "`enum` lists a value that it did not list before.", back: enumValueRemoved,
        from: ["type": "string", "enum": ["new", "used"]],
        to: ["type": "string", "enum": ["new", "used", "lost"]])
    static let enumValueRemoved: ChangeKind = .init(
        "enum-value-removed", .narrows("has fewer values"), "`enum` no longer lists a value.",
        back: enumValueAdded)
    static let enumDropped: ChangeKind = .init(
        "enum-dropped", .widens(.warning, "is no longer an enumeration", uncased), "`enum` was removed.",
        back: becameEnum, from: ["type": "string", "enum": ["new", "used"]], to: ["type": "string"])
    static let becameEnum: ChangeKind = .init(
        "became-enum", .narrows("is now an enumeration"), "`enum` was added.", back: enumDropped)
    static let constAdded: ChangeKind = .init(
        "const-added", .narrows("is now a constant"), "`const` was added.", back: constRemoved)
    static let constRemoved: ChangeKind = .init(
        "const-removed", .widens(.breaking, "is no longer a constant", constant), "`const` was removed.",
        back: constAdded, from: ["type": "string", "const": "ok"], to: ["type": "string"])
    static let constChanged: ChangeKind = .init(
        "const-changed", .replaces(.breaking, "has a different constant", constant),
        "`const` has another value.", back: constChanged,
        from: ["type": "string", "const": "ok"], to: ["type": "string", "const": "success"])
    static let defaultAdded: ChangeKind = .init(
        "default-value-added", .annotates(.off, "has a default", undecoded), "`default` was added.",
        except: acted, back: defaultRemoved,
        from: ["type": "string"], to: ["type": "string", "default": "new"])
    static let defaultRemoved: ChangeKind = .init(
        "default-value-removed", .annotates(.off, "no longer has a default", undecoded),
        "`default` was removed.", except: acted, back: defaultAdded)
    static let defaultChanged: ChangeKind = .init(
        "default-value-changed", .annotates(.off, "has a different default", undecoded),
        "`default` has another value.", except: acted, back: defaultChanged,
        from: ["type": "string", "default": "new"], to: ["type": "string", "default": "used"])
    static let knownValueAdded: ChangeKind = .init(
        "known-value-added",
        .annotates(
            .warning, "has been seen with new values", "the app meets a case that it has not met before"),
        "`x-known-values`, which lists the values that were recorded so far, has a new one.",
        except: ChangeException.inRequests(.info, "the app does not send them yet"), back: knownValueRemoved,
        from: ["type": "string", "x-known-values": ["novel"]],
        to: ["type": "string", "x-known-values": ["novel", "play"]])
    static let knownValueRemoved: ChangeKind = .init(
        "known-value-removed",
        .annotates(.info, "has fewer known values", "the others may still arrive"),
        "`x-known-values`, which lists the values that were recorded so far, lacks one.",
        except: ChangeException.inRequests(.warning, "the app may send one of the others"),
        back: knownValueAdded)
}

// MARK: - Limits

enum LimitChange: String, CaseIterable {
    case increased, decreased, unset, set

    fileprivate var row: (back: LimitChange, meaning: String) {
        switch self {
        case .increased: (.decreased, "is greater than before")
        case .decreased: (.increased, "is less than before")
        case .unset: (.set, "is no longer given")
        case .set: (.unset, "is given for the first time")
        }
    }
}

extension ChangeKind {
    /// The rows of limits. An unset `minContains` means 1, so it is never set or unset.
    private static let limits = Limit.allCases.flatMap { limit in
        (limit.isSize ? [false] : [false, true]).flatMap { isExclusive in
            (limit == .minContains ? [.increased, .decreased] : LimitChange.allCases).map {
                ChangeKind.limit(limit, isExclusive: isExclusive, $0)
            }
        }
    }

    /// Returns the row of a change of a limit: that more is allowed may harm, that less is does not.
    static func limit(_ limit: Limit, isExclusive: Bool, _ change: LimitChange) -> ChangeKind {
        let keyword = limit.keyword(isExclusive: isExclusive)
        let isUpper = limit.isUpper
        let (excess, reason) = limit.excess
        let summary =
            switch change {
            case .increased: isUpper ? "may \(excess)" : "has a higher lower limit"
            case .decreased: isUpper ? "has a lower upper limit" : "may \(excess)"
            case .unset: "no longer has \(isUpper ? "an upper" : "a lower") limit"
            case .set: "has \(isUpper ? "an upper" : "a lower") limit"
            }
        let widens = change == .unset || change == (isUpper ? .increased : .decreased)
        let without = limit.example(isExclusive: isExclusive)
        var (five, ten) = (without, without)
        (five[keyword], ten[keyword]) = (5, 10)
        let (old, new) =
            switch change {
            case .increased: (five, ten)
            case .decreased: (ten, five)
            case .unset: (five, without)
            case .set: (without, five)
            }
        return ChangeKind(
            // `exclusive-max` of `exclusiveMaximum`
            "\(keyword.replacing("imum", with: "").kebabCased)-\(change.rawValue)",
            widens ? .widens(.warning, summary, reason) : .narrows(summary),
            "The value of `\(keyword)` \(change.row.meaning).",
            back: .limit(limit, isExclusive: isExclusive, change.row.back), from: old, to: new)
    }
}

extension Limit {
    /// The values beyond an old limit, and the harm they do.
    fileprivate var excess: (predicate: String, reason: String) {
        switch self {
        case .max, .min:
            ("be \(isUpper ? "greater" : "smaller")", "the value may not fit into the model's integer type")
        case .maxLength, .minLength:
            (
                "be \(isUpper ? "longer" : "shorter")",
                "a layout, a database column or a URL made of it may fail"
            )
        case .maxItems, .minItems:
            (
                "have \(isUpper ? "more" : "fewer") elements",
                "code that takes the first element may find none, or too many arrive"
            )
        case .maxContains, .minContains:
            (
                "have \(isUpper ? "more" : "fewer") elements of a kind",
                "code that looks for one may find none, or several"
            )
        case .maxProperties, .minProperties:
            (
                "have \(isUpper ? "more" : "fewer") properties",
                "code that takes some property may find none, or too many arrive"
            )
        }
    }

    /// A schema for the values that it limits.
    fileprivate func example(isExclusive: Bool) -> JSONValue {
        switch self {
        case .max, .min: ["type": isExclusive ? "number" : "integer"]
        case .maxLength, .minLength: ["type": "string"]
        case .maxItems, .minItems: ["type": "array"]
        case .maxContains, .minContains: ["type": "array", "contains": ["type": "string"]]
        case .maxProperties, .minProperties: ["type": "object"]
        }
    }
}

// MARK: - Keywords with a text, and formats

extension ChangeKind {
    private static let texts = TextKeyword.allCases.flatMap { keyword in
        KeywordChange.allCases.map { text(keyword, $0) }
    }

    static func text(_ keyword: TextKeyword, _ change: KeywordChange) -> ChangeKind {
        keyword.row.kind(change, back: .text(keyword, change.back))
    }

    static let numberFormatChanged: ChangeKind = .init(
        "number-format-changed",
        .annotates(.info, "has a different width", "the width of a number is only a hint"),
        "`format` names another width, such as `int32` and `int64`.",
        except: ChangeException.inRequests(.warning, "a number that the app sends may not fit"),
        back: numberFormatChanged,
        from: ["type": "integer", "format": "int32"], to: ["type": "integer", "format": "int64"])
    static let dateFormatAdded: ChangeKind = .init(
        "date-format-added",
        .widens(.breaking, "may have another date format", "one date strategy cannot read two formats"),
        "`x-date-formats` has another pattern.", back: dateFormatRemoved,
        from: ["type": "string", "x-date-formats": ["yyyy"]],
        to: ["type": "string", "x-date-formats": ["yyyy", "yyyy-MM"]])
    static let dateFormatRemoved: ChangeKind = .init(
        "date-format-removed", .narrows("has fewer date formats"), "`x-date-formats` has a pattern less.",
        back: dateFormatAdded)
    static let dateFormatUnset: ChangeKind = .init(
        "date-format-unset",
        .widens(.breaking, "no longer has a date format", "one date strategy cannot read any format"),
        "`x-date-formats` was removed.", back: dateFormatSet,
        from: ["type": "string", "x-date-formats": ["yyyy"]], to: ["type": "string"])
    static let dateFormatSet: ChangeKind = .init(
        "date-format-set", .narrows("has a date format"), "`x-date-formats` was added.",
        back: dateFormatUnset)
}

extension TextKeyword {
    fileprivate var row: KeywordRow {
        let content = "the content is decoded differently"
        return switch self {
        case .pattern:
            row(.warning, "pattern", "code that parses the value may fail", "^[0-9]+$", "^[A-Z]+$")
        case .format:
            row(.breaking, "format", "one decoding strategy cannot read two formats", "date", "date-time")
        case .multipleOf:
            row(
                .warning, "divisor", "code that counts in steps meets values between them", 4, 6,
                type: "integer")
        case .contentMediaType:
            row(.breaking, "content media type", content, "application/json", "text/xml")
        case .contentEncoding: row(.breaking, "content encoding", content, "base64", "quoted-printable")
        case .dateProfile:
            row(
                .breaking, "date profile", "decoders differ in the offsets and fractions they read",
                ["fraction": "never"], ["fraction": "always"])
        case .absence:
            row(
                .breaking, "placeholder for no value", "a decoder does not read an empty string as null",
                "null", "empty")
        }
    }

    private func row(
        _ severity: RuleSeverity, _ noun: String, _ reason: String, _ value: JSONValue, _ other: JSONValue,
        type: String = "string"
    ) -> KeywordRow {
        KeywordRow(
            name: rawValue.replacing("x-", with: "").kebabCased, subject: "`\(rawValue)`", noun: noun,
            severity: severity, reasons: (reason, reason), isAsserted: isAsserted,
            without: ["type": .string(type)], with: ["type": .string(type), rawValue: value],
            other: ["type": .string(type), rawValue: other])
    }
}
