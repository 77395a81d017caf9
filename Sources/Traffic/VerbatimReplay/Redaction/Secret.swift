/// A value that must never be written to a file, identified by a name, by the value itself, or by both.
///
/// A secret applies everywhere at once: URLs, header fields, cookies, forms, JSON members, XML attributes and
/// elements, multipart parts and redirect targets.
public struct Secret: Sendable, Hashable {
    /// The name of the secret, compared without case.
    public let name: String
    /// The locations in which a value of that name is secret.
    public let locations: Set<Location>
    /// The value, which is secret in any location, or nil if only the name is known.
    public let value: String?

    /// A location of a named value.
    public enum Location: Sendable, Hashable, CaseIterable {
        /// A query item of any URL, wherever the URL appears, or a field of a form.
        case query
        /// A header field. The scheme of `Authorization` is not secret.
        case header
        /// A cookie, in `Cookie` or `Set-Cookie`.
        case cookie
        /// A member of a JSON object, at any depth.
        case json
        /// An attribute or an element of XML or HTML.
        case xml
    }

    /// Creates a secret with a name, and a value if it is known.
    public init(_ name: String, value: String? = nil, in locations: Set<Location> = Set(Location.allCases)) {
        self.name = name
        self.value = value
        self.locations = locations
    }
}
