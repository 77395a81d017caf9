package import VerbatimJSON

/// The declared body of a request.
package struct RequestBodyObject: Sendable {
    /// Whether a request without a body is wrong.
    package let isRequired: Bool
    /// The media types it may have.
    package let content: [MediaTypeObject]
    /// Its node in the document.
    package let node: JSON
}

/// What is promised for a status.
package struct ResponseObject: Sendable {
    /// `200`, `4XX` or `default`.
    package let status: String
    /// The headers, without `Content-Type`, which the media types of the content stand for.
    package let headers: [HeaderObject]
    /// The media types the body may have; none when there must be no body.
    package let content: [MediaTypeObject]
    /// Its node in the document.
    package let node: JSON
}

/// A promised header.
package struct HeaderObject: Sendable {
    /// The field name.
    package let name: String
    /// Whether a response without it breaks the promise.
    package let isRequired: Bool
    /// What its value must be.
    package let schema: SchemaReference?
    /// Whether the members of an object are written `R=100,G=200` instead of `R,100,G,200`.
    package let isExploded: Bool
    /// The media type its value is written in, instead of the style `simple`.
    package let mediaType: MediaType?
    /// Its node in the document.
    package let node: JSON
}

/// One media type of a body and its schema.
package struct MediaTypeObject: Sendable {
    /// The media type or range, as written.
    package let range: MediaType
    /// What the body must be, or nil when the media type says it all.
    package let schema: SchemaReference?
    /// Its node in the document.
    package let node: JSON
}
