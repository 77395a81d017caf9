extension Rule {
    /// The rules of a check: those of an interaction, from the request to the values of the body, then those
    /// about recordings and about losses of archives.
    public static let all: [Rule] =
        interaction + request + response + body + values + recordings + losses

    private static let interaction = [
        contractProblem, apiUndocumented, operationUndocumented, transportFailed,
        deprecatedOperationUsed, deprecatedParameterUsed, deprecatedPropertyUsed, deprecationAnnounced,
        sunsetAnnounced,
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
