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
    case writeOnlyProperty = "response-write-only-property"
    case requiredWriteOnlyProperty = "response-required-write-only-property"
    case optionalWriteOnlyProperty = "response-optional-write-only-property"
    /// The elements of an array.
    case items = "response-items"
    /// The values of a dictionary.
    case mapValue = "response-map-value"
    case additionalProperties = "response-additional-properties"
}

extension ChangeSubject {
    /// The subjects with a schema that every keyword is compared for.
    static let schemas: [ChangeSubject] = [
        .responseBody, .responseProperty, .responseHeader, .requestParameter,
    ]

    /// A property of a response body.
    static func property(isRequired: Bool, isWriteOnly: Bool = false) -> ChangeSubject {
        isWriteOnly
            ? isRequired ? .requiredWriteOnlyProperty : .optionalWriteOnlyProperty
            : isRequired ? .requiredProperty : .optionalProperty
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
        case .successStatus, .otherStatus, .statusRange, .defaultStatus: "response"
        case .mediaType, .mediaTypeName, .mediaTypeSchema: "response"
        case .responseHeader, .requiredHeader, .optionalHeader: "response-header"
        case .responseBody: "response-body"
        case .responseProperty, .requiredProperty, .optionalProperty: "response-property"
        case .writeOnlyProperty, .requiredWriteOnlyProperty, .optionalWriteOnlyProperty: "response-property"
        case .items, .mapValue, .additionalProperties: "response-property"
        }
    }
}
