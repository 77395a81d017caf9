public import VerbatimContract
import VerbatimJSON

extension ChangeRule {
    /// The explanation of the rule, with an example.
    public var explanation: RuleExplanation {
        let back = mirror.map { "The change back is `\($0.id)`." }
        return RuleExplanation(
            id: id, severity: severity, direction: direction, summary: "\(subject.noun) \(summary)",
            meaning: ([kind.meaning] + [back].compactMap(\.self)).joined(separator: " "),
            reason: reason, severityNote: severityNote, example: example)
    }

    private var severityNote: String {
        if unshown != severity { return "It is a \(unshown) as long as no recording shows the change." }
        guard tolerated != severity else { return "" }
        return
            "It is \(tolerated == .info ? "\(tolerated)" : "a \(tolerated)") if the models of the app read "
            + "a value that shows the change."
    }

    /// The severity as long as no recording shows the change: a response that is not known may be new to the
    /// app.
    var unshown: Severity {
        // If a value has to match exactly one schema, every change to one of them goes both ways.
        let mayWiden = direction.contains(.widens) || kind == .composition(.anyOfBecameOneOf)
        return mayWiden && severity == .info && subject.isInBodyOfResponse ? .warning : severity
    }

    /// The change of a small contract that the rule reports.
    private var example: RuleExample {
        switch kind {
        case .presence(let change): subject.example(of: change)
        case .lifecycle where subject == .operation: .operation(kind)
        case .extent(.extensionChanged) where subject == .contract:
            .documents(["x-audience": "public"], ["x-audience": "partners"])
        case .extent(.unhandled) where subject == .contract:
            .contracts(
                ContractFragment(.operation, ["operationId": "books.list"]),
                ContractFragment(.operation, ["callbacks": ["onDone": [:]]]))
        case .extent(let change) where !kind.isOfSchemas: subject.example(of: change)
        default: .contracts(subject.fragment(kind.example.old), subject.fragment(kind.example.new))
        }
    }
}

extension ChangeKind {
    /// Whether every rule of the kind is about the schema of a value.
    fileprivate var isOfSchemas: Bool {
        switch self {
        case .extent(.extensionChanged), .extent(.unhandled), .extent(.opened), .extent(.closed),
            .extent(.schemaWidened), .extent(.schemaNarrowed):
            true
        case .extent, .presence: false
        default: true
        }
    }
}

extension ChangeSubject {
    fileprivate var isInBodyOfResponse: Bool {
        switch self {
        case .responseBody, .responseProperty, .requiredProperty, .optionalProperty, .items, .mapValue,
            .additionalProperties:
            true
        default: false
        }
    }

    /// A noun phrase for the subject of a sentence.
    fileprivate var noun: String {
        switch self {
        case .contract: "a contract"
        case .server: "a server"
        case .operation, .security, .securityScope, .securityScheme: "an operation"
        case .requestParameter, .requiredParameter: "a parameter of a request"
        case .optionalParameter: "an optional parameter of a request"
        case .requestBody: "the body of a request"
        case .requestMediaType: "a media type of the body of a request"
        case .requestProperty, .requestRequiredProperty: "a property in the body of a request"
        case .requestOptionalProperty: "an optional property in the body of a request"
        case .requestAdditionalProperties: "an object in the body of a request"
        case .successStatus: "a status of success"
        case .otherStatus: "a status other than success"
        case .statusRange: "a range of statuses"
        case .defaultStatus: "the default response"
        case .mediaType, .mediaTypeSchema: "a media type of a response"
        case .mediaTypeName: "the media type of a response"
        case .responseHeader: "a header of a response"
        case .requiredHeader: "a required header of a response"
        case .optionalHeader: "an optional header of a response"
        case .responseBody: "the body of a response"
        case .responseProperty: "a property of a response"
        case .requiredProperty: "a required property of a response"
        case .optionalProperty: "an optional property of a response"
        case .items: "an element of an array in a response"
        case .mapValue: "a value of a dictionary in a response"
        case .additionalProperties: "an object in a response"
        }
    }
}
