import VerbatimContract
import VerbatimJSON

/// The part of a contract that a change is about.
///
/// The raw value begins the id of a rule: `response-property` in `response-property-became-nullable`.
package enum ChangeSubject: String, CaseIterable, Sendable {
    case contract, server, operation, security
    case securityScope = "security-scope"
    case securityScheme = "security-scheme"

    // MARK: Requests

    case requestParameter = "request-parameter"
    case requiredParameter = "request-required-parameter"
    case optionalParameter = "request-optional-parameter"
    case requestBody = "request-body"
    case requestMediaType = "request-body-media-type"
    case requestProperty = "request-property"
    case requestRequiredProperty = "request-required-property"
    case requestOptionalProperty = "request-optional-property"
    case requestAdditionalProperties = "request-additional-properties"

    // MARK: Responses

    case successStatus = "response-success-status"
    case otherStatus = "response-non-success-status"
    case statusRange = "response-status-range"
    case defaultStatus = "response-default"
    case mediaType = "response-media-type"
    case mediaTypeName = "response-media-type-name"
    case mediaTypeSchema = "response-media-type-schema"
    case responseHeader = "response-header"
    case requiredHeader = "response-required-header"
    case optionalHeader = "response-optional-header"

    // MARK: Bodies of responses

    case responseBody = "response-body"
    case responseProperty = "response-property"
    case requiredProperty = "response-required-property"
    case optionalProperty = "response-optional-property"
    /// The elements of an array.
    case items = "response-items"
    /// The values of a dictionary.
    case mapValue = "response-map-value"
    case additionalProperties = "response-additional-properties"
}

extension ChangeSubject {
    /// The subjects with a schema that every keyword is compared for.
    static let schemas: [ChangeSubject] = [
        .responseBody, .responseProperty, .responseHeader, .requestParameter, .requestBody, .requestProperty,
    ]

    /// The part of a schema, by where that schema is used.
    ///
    /// - Parameter isInside: Whether it is the schema of a part of the values, not of the values themselves.
    init(_ part: SchemaPart, of kind: SchemaUse.Kind, isInside: Bool) {
        let isRequest = kind.side == .request
        self =
            switch part {
            case .value,
                .items where isRequest, .mapValue where isRequest:
                switch kind {
                case .responseBody: isInside ? .responseProperty : .responseBody
                case .requestBody: isInside ? .requestProperty : .requestBody
                case .header: .responseHeader
                case .parameter: .requestParameter
                }
            case .requiredProperty: isRequest ? .requestRequiredProperty : .requiredProperty
            case .optionalProperty: isRequest ? .requestOptionalProperty : .optionalProperty
            case .items: .items
            case .mapValue: .mapValue
            case .additionalProperties: isRequest ? .requestAdditionalProperties : .additionalProperties
            }
    }

    /// A response status as a contract writes it: `200`, `404`, `4XX`, `default`.
    static func status(_ key: String) -> ChangeSubject {
        switch key {
        case "default": .defaultStatus
        case let key where key.hasSuffix("XX"): .statusRange
        case let key where key.hasPrefix("2"): .successStatus
        default: .otherStatus
        }
    }

    /// Whether it is a part of requests: a value that may be rejected if fewer values are allowed.
    var isInRequest: Bool {
        [.requestParameter, .requestBody, .requestProperty, .requestAdditionalProperties].contains(self)
    }

    /// Whether it is a part of the values that models decode.
    var isInBodyOfResponse: Bool { area == "response-body" || area == "response-property" }

    /// The group in which `verbatim rules` lists it.
    package var area: String { words.area }
    /// A noun phrase for the subject of a sentence.
    var noun: String { words.noun }

    private var words: (area: String, noun: String) {
        switch self {
        case .contract: ("contract", "a contract")
        case .server: ("server", "a server")
        case .operation: ("operation", "an operation")
        case .security, .securityScope, .securityScheme: ("security", "an operation")
        case .requestParameter, .requiredParameter: ("request-parameter", "a parameter of a request")
        case .optionalParameter: ("request-parameter", "an optional parameter of a request")
        case .requestBody: ("request-body", "the body of a request")
        case .requestMediaType: ("request-body", "a media type of the body of a request")
        case .requestProperty, .requestRequiredProperty:
            ("request-property", "a property in the body of a request")
        case .requestOptionalProperty: ("request-property", "an optional property in the body of a request")
        case .requestAdditionalProperties: ("request-property", "an object in the body of a request")
        case .successStatus: ("response", "a status of success")
        case .otherStatus: ("response", "a status other than success")
        case .statusRange: ("response", "a range of statuses")
        case .defaultStatus: ("response", "the default response")
        case .mediaType, .mediaTypeSchema: ("response", "a media type of a response")
        case .mediaTypeName: ("response", "the media type of a response")
        case .responseHeader: ("response-header", "a header of a response")
        case .requiredHeader: ("response-header", "a required header of a response")
        case .optionalHeader: ("response-header", "an optional header of a response")
        case .responseBody: ("response-body", "the body of a response")
        case .responseProperty: ("response-property", "a property of a response")
        case .requiredProperty: ("response-property", "a required property of a response")
        case .optionalProperty: ("response-property", "an optional property of a response")
        case .items: ("response-property", "an element of an array in a response")
        case .mapValue: ("response-property", "a value of a dictionary in a response")
        case .additionalProperties: ("response-property", "an object in a response")
        }
    }

    // MARK: Examples

    private static let required: Set<ChangeSubject> = [
        .requiredParameter, .requiredHeader, .requiredProperty, .requestRequiredProperty,
    ]

    /// Returns a contract in which the subject has a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema; nil for a contract without the subject.
    ///   - isRequired: Whether it is required; by default as the subject says.
    func fragment(_ schema: JSONValue?, isRequired: Bool? = nil) -> ContractFragment {
        let isRequired = isRequired ?? Self.required.contains(self)
        let mark: JSONValue = isRequired ? ["required": true] : [:]
        func requestBody(_ object: JSONValue) -> ContractFragment { .operation(["requestBody": object]) }
        switch self {
        case .requestParameter, .requiredParameter, .optionalParameter:
            let parameter = mark.merging(["schema": schema ?? [:]], after: ["name": "value", "in": "query"])
            return .operation(["parameters": schema == nil ? [] : [parameter]])
        case .responseHeader, .requiredHeader, .optionalHeader:
            let header = mark.merging(["schema": schema ?? [:]])
            return .response(["headers": schema == nil ? [:] : ["X-Value": header]])
        case .requestBody:
            guard let schema else { return .plain }
            return requestBody(mark.merging(["content": ["application/json": ["schema": schema]]]))
        case .mediaTypeSchema:
            let mediaType: JSONValue = schema.map { ["schema": $0] } ?? [:]
            return .response(["content": ["application/json": mediaType]])
        case .requestProperty, .requestRequiredProperty, .requestOptionalProperty,
            .requestAdditionalProperties:
            let body = bodySchema(around: schema, isRequired: isRequired)
            return requestBody(["content": ["application/json": ["schema": body]]])
        default: return .body(bodySchema(around: schema, isRequired: isRequired))
        }
    }

    /// Returns the schema of a body in which the subject has a schema.
    private func bodySchema(around schema: JSONValue?, isRequired: Bool) -> JSONValue {
        let title: JSONValue = ["title": ["type": "string"]]
        switch self {
        case .responseBody: return schema ?? [:]
        case .items: return ["type": "array", "items": schema ?? [:]]
        case .mapValue: return ["type": "object", "additionalProperties": schema ?? [:]]
        case .additionalProperties, .requestAdditionalProperties:
            let object: JSONValue = ["type": "object", "properties": title]
            return object.merging(schema.map { ["additionalProperties": $0] } ?? [:])
        default:
            guard let schema else { return ["type": "object", "properties": title] }
            let object: JSONValue =
                isRequired ? ["type": "object", "required": ["value"]] : ["type": "object"]
            return object.merging(["properties": title.merging(["value": schema])])
        }
    }
}

extension JSONValue {
    /// Returns an object with the members of another after its own, and those of a third before.
    fileprivate func merging(_ other: JSONValue, after first: JSONValue = [:]) -> JSONValue {
        let members = [first, self, other].flatMap { $0.object?.members ?? [] }
        return .object(JSONObject(members.map { ($0.name, $0.value) }))
    }
}
