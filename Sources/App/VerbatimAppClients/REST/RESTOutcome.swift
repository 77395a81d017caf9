/// What a status code says at first glance.
///
/// RFC 9110, section 15: https://www.rfc-editor.org/rfc/rfc9110#section-15
public enum RESTOutcome: Sendable, Hashable {
    /// 2xx: the request was understood and done.
    case success
    /// 4xx: the request is at fault.
    case clientError
    /// 5xx: the server is at fault.
    case serverError
    /// Anything else, such as a redirection that was not followed.
    case other

    /// Sorts a status code.
    public init(status: Int) {
        switch status {
        case 200..<300: self = .success
        case 400..<500: self = .clientError
        case 500..<600: self = .serverError
        default: self = .other
        }
    }
}
