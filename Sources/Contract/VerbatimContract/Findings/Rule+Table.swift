extension Rule {
    /// The rules of a check: those of an interaction, from the request to the values of the body, then those
    /// about recordings and about losses of archives.
    public static let all: [Rule] =
        interaction + request + response + body + values + recordings + losses

    private static let interaction = [
        contractProblem, apiUndocumented, operationUndocumented, transportFailed,
    ]

    /// The rules about the request.
    package static let request = [
        requestParameterMissing, requestParameterInvalid, requestParameterUndocumented,
        requestSecurityMissing, requestBodyMissing,
        requestMediaTypeUndocumented, requestBodyInvalid,
    ]
    /// The rules about the response without its body.
    package static let response = [
        responseStatusUndocumented, responseHeaderMissing, responseHeaderInvalid, responseMediaTypeMissing,
        responseMediaTypeUndocumented,
    ]
    /// The rules about the body as a whole.
    package static let body = [
        responseBodyMissing, responseBodyUnexpected, responseBodyUnreadable, responseBodyKind,
        responseBodyMalformed, responseBodyMark, responseBodySchema,
    ]

    /// The rules about the values of a body.
    package static let values = [
        responsePropertyMissing, responsePropertyType, responsePropertyValue, responsePropertyFormat,
        responsePropertyDate, responsePropertyDateProfile, responsePropertyPattern, responsePropertyRange,
        responsePropertyLength, responsePropertyForbidden, responsePropertyDuplicate, responseValueUnknown,
        responsePropertyUndocumented,
    ]
    /// The rules about recordings, and about parts of the contract that they do not contain.
    package static let recordings = [
        recordingUnfinished, recordingLogMismatch, recordingStale, recordingFromFake, operationUnrecorded,
        statusUnrecorded,
        parameterUnrecorded,
        propertyUnrecorded, valueUnrecorded, formatUnrecorded,
    ]
}

// MARK: - The contract, and the interaction as a whole

extension Rule {
    package static let contractProblem = Rule(
        "contract-problem", .warning, "a part of the contract cannot be understood",
        "nothing that depends on it is checked")
    package static let apiUndocumented = Rule(
        "api-undocumented", .info, "no contract has the server",
        "archives of other tools contain traffic of other services")
    package static let operationUndocumented = Rule(
        "operation-undocumented", .breaking, "the contract has no such operation",
        "the app relies on an operation without any guarantee")
    package static let transportFailed = Rule(
        "transport-failed", .warning, "there is no complete response",
        "a missing response cannot be checked")
}

// MARK: - The request

extension Rule {
    package static let requestParameterMissing = Rule(
        "request-parameter-missing", .warning, "a required parameter is missing",
        "the API may reject the request or respond differently")
    package static let requestParameterInvalid = Rule(
        "request-parameter-invalid", .warning, "the value of a parameter violates its schema",
        "the API may reject the request or respond differently")
    package static let requestParameterUndocumented = Rule(
        "request-parameter-undocumented", .info, "a query parameter is not declared",
        "the API may ignore it, or the contract is incomplete")
    package static let requestSecurityMissing = Rule(
        "request-security-missing", .warning, "no required credential is sent",
        "the API may reject the request")
    package static let requestBodyMissing = Rule(
        "request-body-missing", .warning, "a required body is missing",
        "the API may reject the request")
    package static let requestMediaTypeUndocumented = Rule(
        "request-media-type-undocumented", .warning, "the media type of the request is not declared",
        "the API may not read the body")
    package static let requestBodyInvalid = Rule(
        "request-body-invalid", .warning, "the body of the request violates its schema",
        "the API may reject the request")
}

// MARK: - The response without its body

extension Rule {
    package static let responseStatusUndocumented = Rule(
        "response-status-undocumented", .breaking, "the status is not declared",
        "the app does not handle it")
    package static let responseHeaderMissing = Rule(
        "response-header-missing", .breaking, "a required header is missing",
        "the app relies on it")
    package static let responseHeaderInvalid = Rule(
        "response-header-invalid", .breaking, "the value of a header violates its schema",
        "the app cannot read it")
    package static let responseMediaTypeMissing = Rule(
        "response-media-type-missing", .breaking, "the body has no media type",
        "the app cannot identify the format of the body")
    package static let responseMediaTypeUndocumented = Rule(
        "response-media-type-undocumented", .breaking, "the media type is not declared",
        "the app cannot read the format")
}

// MARK: - The body

extension Rule {
    package static let responseBodyMissing = Rule(
        "response-body-missing", .breaking, "the body is empty",
        "the app has nothing to read")
    package static let responseBodyUnexpected = Rule(
        "response-body-unexpected", .warning, "there is a body where none is declared",
        "the app ignores its content")
    package static let responseBodyUnreadable = Rule(
        "response-body-unreadable", .breaking, "the file of the body cannot be read",
        "a recording without its body proves nothing")
    package static let responseBodyKind = Rule(
        "response-body-kind", .breaking, "the body does not have its declared format",
        "the app cannot parse it")
    package static let responseBodyMalformed = Rule(
        "response-body-malformed", .breaking, "the body cannot be parsed",
        "the app cannot parse it either")
    package static let responseBodyMark = Rule(
        "response-body-byte-order-mark", .warning, "JSON begins with a byte order mark",
        "servers must not send it, and parsers may refuse it")
    package static let responseBodySchema = Rule(
        "response-body-schema", .breaking, "the body violates its schema in another way",
        "the app relies on the schema")
}

// MARK: - The values of the body

extension Rule {
    package static let responsePropertyMissing = Rule(
        "response-property-missing", .breaking, "a required property is missing",
        "a model that requires it does not decode")
    package static let responsePropertyType = Rule(
        "response-property-type", .breaking, "a value has another type",
        "a model does not decode, even if the property is optional")
    package static let responsePropertyValue = Rule(
        "response-property-value", .breaking, "a value is not in its enumeration",
        "a closed enumeration does not decode it")
    package static let responsePropertyFormat = Rule(
        "response-property-format", .breaking, "a value does not have its format",
        "code that parses a URL, an address or a number in a string fails")
    package static let responsePropertyDate = Rule(
        "response-property-date", .breaking, "a date has another format",
        "one date strategy cannot read two formats")
    package static let responsePropertyDateProfile = Rule(
        "response-property-date-profile", .breaking, "a date has another precision, fraction or offset",
        "date decoders differ in which of them they read")
    package static let responsePropertyPattern = Rule(
        "response-property-pattern", .breaking, "a value does not match its pattern",
        "code that parses the value fails")
    package static let responsePropertyRange = Rule(
        "response-property-range", .breaking, "a number is out of range",
        "code that counts or indexes with it fails")
    package static let responsePropertyLength = Rule(
        "response-property-length", .breaking, "a string, an array or an object is too short or too long",
        "code that relies on the length fails")
    package static let responsePropertyForbidden = Rule(
        "response-property-forbidden", .breaking, "a forbidden property is present",
        "the contract excludes it explicitly")
    package static let responsePropertyDuplicate = Rule(
        "response-property-duplicate", .warning, "a property occurs twice",
        "parsers differ in which value they use")
    package static let responseValueUnknown = Rule(
        "response-value-unknown", .warning, "an open enumeration has a new value",
        "the app has not handled it before")
    package static let responsePropertyUndocumented = Rule(
        "response-property-undocumented", .info, "a property is not in the contract",
        "APIs grow, and code that reads properties by name is not affected")
}

// MARK: - Recordings

extension Rule {
    package static let recordingUnfinished = Rule(
        "recording-unfinished", .warning, "the publication of a recording was interrupted",
        "it is complete here, but git ignores the temporary names of its bodies")
    package static let recordingLogMismatch = Rule(
        "recording-log-mismatch", .warning, "refreshed.json lacks or contradicts a recording",
        "the day and the origin of the recording are uncertain")
    package static let recordingStale = Rule(
        "recording-stale", .warning, "a recording is older than allowed",
        "the API may respond differently by now")
    package static let recordingFromFake = Rule(
        "recording-from-fake", .info, "a recording was made against a fake provider",
        "it shows our assumptions, not the API")
    package static let operationUnrecorded = Rule(
        "operation-unrecorded", .info, "no recording contains the operation",
        "nothing proves that the contract is correct")
    package static let statusUnrecorded = Rule(
        "status-unrecorded", .info, "no recording contains the status",
        "no test exercises how the app handles it")
    package static let parameterUnrecorded = Rule(
        "parameter-unrecorded", .info, "no recording contains the parameter",
        "its effect on the response is unknown")
    package static let propertyUnrecorded = Rule(
        "property-unrecorded", .info, "no recording contains the property",
        "nothing proves that the contract is correct")
    package static let valueUnrecorded = Rule(
        "value-unrecorded", .info, "no recording contains the listed value",
        "it may be misspelled or obsolete")
    package static let formatUnrecorded = Rule(
        "format-unrecorded", .info, "no recording contains a string of the format",
        "no test exercises how the app reads it")
}
