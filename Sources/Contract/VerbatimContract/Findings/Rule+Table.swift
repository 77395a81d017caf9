extension Rule {
    /// Every rule of a check: the exchange from the request to the last value of the body, then what recordings show.
    public static let all: [Rule] = exchange + request + response + body + values + recordings

    private static let exchange = [apiUndocumented, operationUndocumented, transportFailed]
    private static let request = [
        requestParameterMissing, requestParameterInvalid, requestParameterUndocumented, requestBodyMissing,
        requestMediaTypeUndocumented, requestBodyInvalid,
    ]
    private static let response = [
        responseStatusUndocumented, responseHeaderMissing, responseHeaderInvalid, responseMediaTypeMissing,
        responseMediaTypeUndocumented,
    ]
    private static let body = [
        responseBodyMissing, responseBodyUnexpected, responseBodyUnreadable, responseBodyKind,
        responseBodyMalformed, responseBodySchema,
    ]
    /// The rules about the values of a body.
    package static let values = [
        responsePropertyMissing, responsePropertyType, responsePropertyValue, responsePropertyFormat,
        responsePropertyDate, responsePropertyDateProfile, responsePropertyPattern, responsePropertyRange,
        responsePropertyLength, responsePropertyForbidden, responsePropertyDuplicate, responseValueUnknown,
        responsePropertyUndocumented,
    ]

    private static let recordings = [
        recordingStale, recordingFromFake, operationUnrecorded, statusUnrecorded, parameterUnrecorded,
        propertyUnrecorded, valueUnrecorded, formatUnrecorded,
    ]
}

// MARK: - The exchange as a whole

extension Rule {
    package static let apiUndocumented = Rule(
        "api-undocumented", .info, "no contract claims the address",
        "an archive from elsewhere holds traffic of other services as well")
    package static let operationUndocumented = Rule(
        "operation-undocumented", .breaking, "the contract has no such operation",
        "the app relies on something that nobody promised")
    package static let transportFailed = Rule(
        "transport-failed", .warning, "there was no whole response",
        "what did not arrive cannot be held to the contract")
}

// MARK: - The request

extension Rule {
    package static let requestParameterMissing = Rule(
        "request-parameter-missing", .warning, "a required parameter was not sent",
        "the API may refuse or answer in another form")
    package static let requestParameterInvalid = Rule(
        "request-parameter-invalid", .warning, "the value of a parameter is not as declared",
        "the API may refuse or answer in another form")
    package static let requestParameterUndocumented = Rule(
        "request-parameter-undocumented", .info, "a query parameter is not declared",
        "the API may ignore it, or the contract is incomplete")
    package static let requestBodyMissing = Rule(
        "request-body-missing", .warning, "a required body was not sent",
        "the API may refuse the request")
    package static let requestMediaTypeUndocumented = Rule(
        "request-media-type-undocumented", .warning, "the media type of the request is not declared",
        "the API may not read the body")
    package static let requestBodyInvalid = Rule(
        "request-body-invalid", .warning, "the body of the request is not as declared",
        "the API may refuse the request")
}

// MARK: - The response without its body

extension Rule {
    package static let responseStatusUndocumented = Rule(
        "response-status-undocumented", .breaking, "the status is not declared",
        "the app has no case for it")
    package static let responseHeaderMissing = Rule(
        "response-header-missing", .breaking, "a required header is missing",
        "the app relies on it")
    package static let responseHeaderInvalid = Rule(
        "response-header-invalid", .breaking, "the value of a header is not as declared",
        "the app cannot read it")
    package static let responseMediaTypeMissing = Rule(
        "response-media-type-missing", .breaking, "the body has no media type",
        "the app cannot tell what it got")
    package static let responseMediaTypeUndocumented = Rule(
        "response-media-type-undocumented", .breaking, "the media type is not declared",
        "the app has no reader for it")
}

// MARK: - The body

extension Rule {
    package static let responseBodyMissing = Rule(
        "response-body-missing", .breaking, "the body is empty",
        "the app has nothing to read")
    package static let responseBodyUnexpected = Rule(
        "response-body-unexpected", .warning, "there is a body where none is declared",
        "the app ignores it, and misses what it says")
    package static let responseBodyUnreadable = Rule(
        "response-body-unreadable", .breaking, "the file of the body cannot be read",
        "a recording without its body proves nothing")
    package static let responseBodyKind = Rule(
        "response-body-kind", .breaking, "the body is not what it claims to be",
        "the app's reader fails at the first byte")
    package static let responseBodyMalformed = Rule(
        "response-body-malformed", .breaking, "the body cannot be parsed",
        "the app's reader fails as a whole")
    package static let responseBodySchema = Rule(
        "response-body-schema", .breaking, "the body breaks its schema in another way",
        "what the app relies on is not as promised")
}

// MARK: - The values of the body

extension Rule {
    package static let responsePropertyMissing = Rule(
        "response-property-missing", .breaking, "a required member is missing",
        "a model that needs it does not decode")
    package static let responsePropertyType = Rule(
        "response-property-type", .breaking, "a value has another type",
        "a model does not decode, even where it is optional")
    package static let responsePropertyValue = Rule(
        "response-property-value", .breaking, "a value is not one of a closed set",
        "a closed enumeration does not decode it")
    package static let responsePropertyFormat = Rule(
        "response-property-format", .breaking, "a value does not have its format",
        "a URL, an address or a number in a string is not read")
    package static let responsePropertyDate = Rule(
        "response-property-date", .breaking, "a date has another form",
        "one date strategy cannot read two forms")
    package static let responsePropertyDateProfile = Rule(
        "response-property-date-profile", .breaking, "a date has another precision, fraction or offset",
        "decoders of dates differ in which of them they read")
    package static let responsePropertyPattern = Rule(
        "response-property-pattern", .breaking, "a value does not match its pattern",
        "code that takes the value apart fails")
    package static let responsePropertyRange = Rule(
        "response-property-range", .breaking, "a number is out of its range",
        "code that counts or indexes with it fails")
    package static let responsePropertyLength = Rule(
        "response-property-length", .breaking, "a text, a list or an object is too short or too long",
        "code that expects something finds nothing, or too much")
    package static let responsePropertyForbidden = Rule(
        "response-property-forbidden", .breaking, "there is a member that must not be there",
        "the contract rules it out on purpose")
    package static let responsePropertyDuplicate = Rule(
        "response-property-duplicate", .warning, "a member occurs twice",
        "readers disagree about which one counts")
    package static let responseValueUnknown = Rule(
        "response-value-unknown", .warning, "an open enumeration has a new value",
        "the app meets a case it has not met before")
    package static let responsePropertyUndocumented = Rule(
        "response-property-undocumented", .info, "a member is not in the contract",
        "APIs grow; nothing that reads by name breaks")
}

// MARK: - What recordings show

extension Rule {
    /// A recording that was made longer ago than is asked for.
    package static let recordingStale = Rule(
        "recording-stale", .warning, "a recording is older than is asked for",
        "the API may answer otherwise by now")
    /// A recording that no provider made.
    package static let recordingFromFake = Rule(
        "recording-from-fake", .info, "a fake provider answered, not the provider",
        "it says what we believe, not what is so")
    package static let operationUnrecorded = Rule(
        "operation-unrecorded", .info, "no recording shows the operation",
        "a promise that was never seen kept proves nothing")
    package static let statusUnrecorded = Rule(
        "status-unrecorded", .info, "no recording shows the status",
        "the app's way with it is not tried")
    package static let parameterUnrecorded = Rule(
        "parameter-unrecorded", .info, "no recording sends the parameter",
        "what it does to the answer is not known")
    package static let propertyUnrecorded = Rule(
        "property-unrecorded", .info, "no recording has the member",
        "a promise that was never seen kept proves nothing")
    package static let valueUnrecorded = Rule(
        "value-unrecorded", .info, "no recording has the listed value",
        "it may not be spelt so, or not be there any more")
    package static let formatUnrecorded = Rule(
        "format-unrecorded", .info, "no recording has a text of the format",
        "whether the app reads it is not tried")
}
