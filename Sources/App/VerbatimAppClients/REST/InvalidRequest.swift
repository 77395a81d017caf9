/// Why a request cannot be sent as it is.
public enum InvalidRequest: Error, Sendable, Hashable {
    /// The address is not a URL; blanks and other characters have to be percent-encoded.
    case notAURL(String)
    /// The address is neither `http` nor `https`.
    case unsupportedScheme(String)
    /// The address names no host.
    case noHost(String)
    /// The name of a header has a character that does not belong there.
    case headerName(String)
    /// The value of the header with this name has a control character, such as a line break.
    case headerValue(name: String)
    /// A body was given, and the method is GET.
    case bodyOfGET
    /// Parameters were given, and this content type is neither JSON nor a form.
    case contentTypeOfParameters(String)
    /// The parameters cannot be written as JSON.
    case parametersAsJSON
}
