/// The methods a REST service knows.
///
/// RFC 9110, section 9: https://www.rfc-editor.org/rfc/rfc9110#section-9
public enum RESTMethod: String, Sendable, CaseIterable {
    /// Reads a resource.
    case get = "GET"
    /// Creates a resource, or runs what the resource stands for.
    case post = "POST"
    /// Replaces a resource.
    case put = "PUT"
    /// Changes a part of a resource.
    case patch = "PATCH"
    /// Removes a resource.
    case delete = "DELETE"
}
