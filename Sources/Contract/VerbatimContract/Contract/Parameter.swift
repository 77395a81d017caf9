package import VerbatimJSON

/// A declared parameter of a request.
package struct Parameter: Sendable {
    /// Where a parameter is sent.
    package enum Location: String, Sendable {
        case query, path, header, cookie
    }

    /// The name.
    package let name: String
    /// Where it is sent.
    package let location: Location
    /// Whether a request without it is wrong.
    package let isRequired: Bool
    /// What its value must be.
    package let schema: SchemaReference?
    /// The one value it may have, if there is only one.
    package let constant: String?
    /// How its value is written.
    package let style: ParameterStyle
    /// Whether each element or member of its value is written by itself: in a query, as an item of its own.
    package let isExploded: Bool
    /// The media type its value is written in, instead of a style.
    package let mediaType: MediaType?
    /// Its node in the document.
    package let node: JSON

    /// Whether OpenAPI has another word for it, so that a declaration of it means nothing.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#common-fixed-fields
    var isIgnored: Bool {
        location == .header && ["accept", "content-type", "authorization"].contains(name.lowercased())
    }

    /// Whether both are the same parameter: an operation's own one replaces that of its path.
    func isSame(as other: Parameter) -> Bool { name == other.name && location == other.location }

    /// Whether it is an item of the query that can have one value only.
    var isConstantInQuery: Bool { location == .query && constant != nil }
}
