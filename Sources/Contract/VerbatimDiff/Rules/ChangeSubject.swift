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

    /// Whether it is a part of requests: a value that may be rejected if fewer values are allowed.
    var isInRequest: Bool {
        switch self {
        case .requestParameter, .requestBody, .requestProperty, .requestAdditionalProperties: true
        default: false
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

    /// The group in which `verbatim rules` lists it.
    package var area: String {
        switch self {
        case .contract, .server, .operation: rawValue
        case .security, .securityScope, .securityScheme: "security"
        case .requestParameter, .requiredParameter, .optionalParameter: "request-parameter"
        case .requestBody, .requestMediaType: "request-body"
        case .requestProperty, .requestRequiredProperty, .requestOptionalProperty: "request-property"
        case .requestAdditionalProperties: "request-property"
        case .successStatus, .otherStatus, .statusRange, .defaultStatus: "response"
        case .mediaType, .mediaTypeName, .mediaTypeSchema: "response"
        case .responseHeader, .requiredHeader, .optionalHeader: "response-header"
        case .responseBody: "response-body"
        case .responseProperty, .requiredProperty, .optionalProperty: "response-property"
        case .items, .mapValue, .additionalProperties: "response-property"
        }
    }
}
