public import VerbatimContract
package import VerbatimDecoding
import VerbatimJSON

extension Rule {
    /// The rules about contract, traffic and model together, the most severe first.
    public static let ofModels: [Rule] = [
        bindingUnknownOperation, modelRequiredAbsent, modelRequiredContractViolated,
        modelRequiredContractOptional, modelOptionalContractViolated, modelEnumClosed, modelTypeTooNarrow,
        modelIntegerNearLimit, modelDateOlderSystems, modelPropertyUnknown,
        modelOptionalContractRequired, modelOptionalAlwaysPresent, modelPropertyUndocumented,
        modelPropertyNeverPresent, modelInteger32Bits, modelDateFractionAllowed, propertyUnread,
        propertyUnused, modelContractContradicted, modelUntried,
    ]

    /// The rules that repeat, by property, what a check reports at each single value.
    static let reportedByValue: Set<Rule> = [
        modelRequiredAbsent, modelRequiredContractViolated, modelOptionalContractViolated,
    ]

    // MARK: Presence

    static let modelRequiredAbsent = Rule(
        "model-required-absent", .breaking, "a property that the model requires is absent",
        "the model cannot be decoded, as the contract allows",
        "The property is missing in some of the recorded objects that the model decodes, or in all of them."
    ) {
        .model(
            ModelSource.titled, .property("title", ["type": "string"]),
            [.json(#"{"title": "Emma"}"#), .json(#"{"pages": 474}"#)])
    }.showing(.disagreement)
    static let modelRequiredContractViolated = Rule(
        "model-required-contract-violated", .breaking,
        "a property that both model and contract require is absent",
        "the model cannot be decoded, because the API does not keep the contract",
        "The property is missing in some of the recorded objects, although both sides rely on it."
    ) {
        .model(
            ModelSource.titled, .required("title", ["type": "string"]),
            [.json(#"{"title": "Emma"}"#), .json(#"{"pages": 474}"#)])
    }.showing(.disagreement)
    static let modelRequiredContractOptional = Rule(
        "model-required-contract-optional", .warning,
        "the model requires a property that the contract does not require",
        "a response that keeps the contract may be impossible to decode",
        "Every recorded object has the property, but the contract does not promise it, or allows null."
    ) {
        .model(ModelSource.titled, .property("title", ["type": "string"]), [.json(#"{"title": "Emma"}"#)])
    }.showing(.disagreement)
    static let modelOptionalContractViolated = Rule(
        "model-optional-contract-violated", .warning,
        "a property that only the contract requires is absent",
        "the contract requires more than the API provides and the app needs",
        "The model decodes the objects without it, but the contract is wrong about what the API sends."
    ) {
        .model(
            ModelSource.maybeTitled, .required("title", ["type": "string"]),
            [.json(#"{"title": "Emma"}"#), .json(#"{"pages": 474}"#)])
    }.showing(.disagreement)
    static let modelOptionalContractRequired = Rule(
        "model-optional-contract-required", .info,
        "a property that the contract requires is always present, but optional in the model",
        "the app handles a case that does not occur",
        "The property of the model could be declared without `?`."
    ) {
        .model(
            ModelSource.maybeTitled, .required("title", ["type": "string"]), [.json(#"{"title": "Emma"}"#)])
    }.counted("properties are optional in the app, and required by the contract")
    static let modelOptionalAlwaysPresent = Rule(
        "model-optional-always-present", .info,
        "a property is always present, but optional in both contract and model",
        "the recordings may be too few, or the contract too weak",
        "Nothing is wrong, but more recordings may show that the contract can require it."
    ) {
        .model(
            ModelSource.maybeTitled, .property("title", ["type": "string"]),
            [.json(#"{"title": "Emma"}"#), .json(#"{"title": "Persuasion"}"#)])
    }.counted("properties are always present, and optional in the app and the contract")
    static let modelPropertyUndocumented = Rule(
        "model-property-undocumented", .info,
        "the model reads a property that the contract does not document",
        "no check reports a change of the property",
        "The model asks for a name that the schema does not describe."
    ) {
        .model(
            ModelSource.maybeTitled, .property("pages", ["type": "integer"]),
            [.json(#"{"title": "Emma"}"#), .json(#"{"pages": 474}"#)])
    }.showing(.disagreement)
    static let modelPropertyUnknown = Rule(
        "model-property-unknown", .warning,
        "the model reads a property that is neither documented nor recorded",
        "its name may be misspelled, so that the property is never set",
        "The model asks for a name that neither the schema nor any recorded object has. As the "
            + "property is optional, decoding succeeds all the same."
    ) {
        .model(ModelSource.misspelled, .property("title", ["type": "string"]), [.json(#"{"title": "Emma"}"#)])
    }
    static let modelPropertyNeverPresent = Rule(
        "model-property-never-present", .info, "the model reads a property that no recording has",
        "no recording shows that it can be decoded",
        "The schema describes the property, and no recorded object has it."
    ) {
        .model(ModelSource.maybeTitled, .property("title", ["type": "string"]), [.json(#"{"pages": 474}"#)])
    }.counted("properties that the app reads are in no recording")
    static let propertyUnread = Rule(
        "property-unread", .info, "a recorded property is not read by any model",
        "a change of the property does not affect the app",
        "The recorded objects have properties that no model asks for."
    ) {
        .model(
            ModelSource.titled, .required("title", ["type": "string"]),
            [.json(#"{"title": "Emma", "pages": 474}"#)])
    }.counted("objects have properties that the app does not read")
    static let propertyUnused = Rule(
        "property-unused", .info, "a documented property is neither recorded nor read by any model",
        "the contract documents more than the app needs",
        "The schema describes properties that no recorded object has and no model asks for."
    ) {
        .model(
            ModelSource.titled,
            .body([
                "required": ["title"],
                "properties": ["title": ["type": "string"], "pages": ["type": "integer"]],
            ]), [.json(#"{"title": "Emma"}"#)])
    }.counted("objects have documented properties that are neither recorded nor read")

    // MARK: Values

    static let modelEnumClosed = Rule(
        "model-enum-closed", .warning, "a closed enumeration decodes an open set of values",
        "a new value, which the contract allows, cannot be decoded, even by an optional property",
        "The property decodes only known strings, and the schema does not close the set with "
            + "`enum`. A value that the contract allows is tried."
    ) {
        .model(
            ModelSource.stated, .property("state", ["type": "string", "x-known-values": ["new", "used"]]),
            [.json(#"{"state": "new"}"#)])
    }
    static let modelTypeTooNarrow = Rule(
        "model-type-too-narrow", .warning, "the contract allows values that the model cannot decode",
        "a response that keeps the contract may be impossible to decode",
        "A value that the schema allows is put into a recorded body, and the model does not decode it."
    ) { .model(ModelSource.counted, .required("pages", ["type": "number"]), [.json(#"{"pages": 474}"#)]) }
    static let modelIntegerNearLimit = Rule(
        "model-integer-near-limit", .warning, "a number is near the limit of the model's integer type",
        "ids and counters grow; beyond the limit the whole response cannot be decoded",
        "A recorded number needs at least half of what the type can hold."
    ) {
        .model(
            ModelSource.small, .required("shelf", ["type": "integer", "maximum": 127]),
            [.json(#"{"shelf": 100}"#)])
    }.showing(.refusal)
    static let modelInteger32Bits = Rule(
        "model-integer-32-bits", .info, "a number decoded as Int needs more than 32 bits, or nearly",
        "Int has 32 bits on some Apple Watch models, where the whole response cannot be decoded",
        "A recorded number that the model decodes as `Int` is about 2,147,483,647 or greater."
    ) {
        .model(
            ModelSource.counted, .required("pages", ["type": "integer"]), [.json(#"{"pages": 4294967296}"#)])
    }.showing(.refusal)
    static let modelDateOlderSystems = Rule(
        "model-date-older-systems", .warning, "a date has a fraction, which older systems do not decode",
        "before iOS 26, macOS 26 and Swift 6.2 on Linux, the decoding strategy iso8601 rejects fractions",
        "The model decodes the date with the strategy `.iso8601`."
    ) {
        .model(
            ModelSource.dated, .required("updated", ["type": "string", "format": "date-time"]),
            [.json(#"{"updated": "2026-11-21T10:05:56.789Z"}"#)])
    }
    static let modelDateFractionAllowed = Rule(
        "model-date-fraction-allowed", .info, "the contract allows dates that older systems do not decode",
        "before iOS 26, macOS 26 and Swift 6.2 on Linux, the decoding strategy iso8601 rejects fractions",
        "The model decodes the date with the strategy `.iso8601`, and `format: date-time` allows "
            + "a fraction. `x-date-profile` can exclude it."
    ) {
        .model(
            ModelSource.dated, .required("updated", ["type": "string", "format": "date-time"]),
            [.json(#"{"updated": "2026-11-21T10:05:56Z"}"#)])
    }

    // MARK: The contract alone

    static let modelContractContradicted = Rule(
        "model-contract-contradicted", .breaking, "the model decodes nothing that the contract allows",
        "no response that keeps the contract can be decoded",
        "The contract has another type than the model, or does not document a property that the model "
            + "requires. Found by `models --contract-only`, which decodes instances of the contract."
    ) { .model(ModelSource.titled, .property("title", ["type": "integer"]), []) }
    static let modelUntried = Rule(
        "model-untried", .info, "the contract has no instance to try the model on",
        "nothing is known about the model without a recording",
        "The responses are no JSON, or no instance of their schema can be found. Found by "
            + "`models --contract-only`."
    ) {
        .model(
            ModelSource.titled, .response(["content": ["application/xml": ["schema": ["type": "object"]]]]),
            [])
    }.counted("models are bound to responses without an instance to try")

    // MARK: Decoding

    /// The rules about a body that a model cannot decode, one for each kind of failure, and about one that it
    /// decodes in part.
    ///
    /// A binding that does not decode JSON uses these kinds as well, usually `rejected`.
    public static let ofDecoding: [Rule] =
        DecodeFailure.Kind.allCases.map(Rule.decoding) + [modelValueDropped]

    /// The rule about a value that a model leaves out because it cannot decode it.
    package static let modelValueDropped = Rule(
        "model-value-dropped", .warning, "a model leaves out a value that it cannot decode",
        "the app reads the response, and shows less than the API sent",
        "The app catches the error of a single value, as a list does that keeps its good "
            + "elements. The finding names each value that it leaves out."
    ) {
        .model(
            ModelSource.shelf, .required("books", ["type": "array"]),
            [.json(#"{"books": [{"title": "Emma"}, {"pages": 474}]}"#)])
    }.showing(.refusal)

    /// Returns the rule about a body that a model cannot decode, by the kind of failure.
    package static func decoding(_ kind: DecodeFailure.Kind) -> Rule {
        Rule(
            "model-\(kind.rawValue)", .breaking, kind.summary,
            kind == .toolFault
                ? "one of the two is wrong about the body"
                : "the app cannot read the response, often as a whole",
            kind.meaning, example: { kind.example }
        ).showing(kind.symptom)
    }
}

extension DecodeFailure.Kind {
    fileprivate var symptom: Symptom {
        switch self {
        case .missingKey: .missing
        case .unknownCase: .word
        default: .refusal
        }
    }

    fileprivate var summary: String {
        switch self {
        case .missingKey: "a property that the model requires is missing"
        case .null: "a value that the model requires is null"
        case .wrongType: "a value has another type than the model decodes"
        case .numberDoesNotFit: "a number does not fit the model's type"
        case .unknownCase: "no case of the model's enumeration has the value"
        case .badDate: "a date does not follow the decoder's strategy"
        case .badURL: "a string is not a URL"
        case .badData: "a value does not follow the decoder's strategy for Data"
        case .badKey: "a property's name is not a valid key of the model's dictionary"
        case .rejected: "the model's own code rejects a value"
        case .notJSON: "the body is not JSON"
        case .toolFault: "verbatim and the app's decoder disagree"
        }
    }
}

/// The sources of the models in the examples of rules. A test has the same types.
enum ModelSource {
    static let titled = "struct Book: Decodable { let title: String }"
    static let bound = """
        struct Book: Decodable { let title: String }
        let binding = ModelBinding("books.search", Book.self) { JSONDecoder() }
        """
    static let maybeTitled = "struct Book: Decodable { let title: String? }"
    static let misspelled = "struct Book: Decodable { let titel: String? }"
    static let counted = "struct Book: Decodable { let pages: Int }"
    static let small = "struct Book: Decodable { let shelf: Int8 }"
    static let dated = "struct Book: Decodable { let updated: Date }"
    static let covered = "struct Book: Decodable { let cover: URL }"
    static let stored = "struct Book: Decodable { let scan: Data }"
    static let stated = """
        enum State: String, Decodable { case new, used }
        struct Book: Decodable { let state: State }
        """
    static let copies = "struct Book: Decodable { let copies: [Int: String] }"
    static let rated = """
        struct Rating: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                let stars = try container.decode(Int.self)
                guard 1...5 ~= stars else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "a rating has 1 to 5 stars")
                }
            }
        }
        struct Book: Decodable { let rating: Rating }
        """
    static let shelf = """
        struct Book: Decodable { let title: String }
        struct Kept: Decodable {
            let book: Book?
            init(from decoder: any Decoder) throws {
                book = try? decoder.singleValueContainer().decode(Book.self)
            }
        }
        struct Shelf: Decodable { let books: [Kept] }
        """
}
