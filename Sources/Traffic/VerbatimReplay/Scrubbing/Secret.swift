/// Something that must never be written: whatever has a name, a known value, or both.
///
/// One secret acts everywhere at once: URLs, headers, cookies, forms, JSON members, XML attributes and
/// elements, multipart parts and redirect targets.
public struct Secret: Sendable, Hashable {
    /// What a secret is called where it is meant by name; compared without case.
    public let name: String
    /// Where a value of that name is secret.
    public let locations: Set<Location>
    /// The value, secret wherever it stands, or nil when only the name is known.
    public let value: String?

    /// Where a named value can stand.
    public enum Location: Sendable, Hashable, CaseIterable {
        /// A query item of any URL, wherever the URL stands, and a field of a form.
        case query
        /// A header field; the scheme of `Authorization` stays.
        case header
        /// A cookie, sent or set.
        case cookie
        /// A member of a JSON object, at any depth.
        case json
        /// An attribute or an element of XML or HTML.
        case xml
    }

    /// Creates a secret that has a name, and a value when it is known.
    public init(_ name: String, value: String? = nil, in locations: Set<Location> = Set(Location.allCases)) {
        self.name = name
        self.value = value
        self.locations = locations
    }
}
