package import VerbatimJSON

/// The response for a status.
///
/// https://spec.openapis.org/oas/v3.1.1.html#response-object
package struct ResponseObject: Sendable {
    /// The status as written: `200`, `4XX` or `default`.
    package let status: String
    /// Whether the response could be read. One that could not, such as an unresolved reference, promises
    /// nothing but its status.
    package let isRead: Bool
    /// The headers, except for `Content-Type`, which the media types of the content describe.
    package let headers: [HeaderObject]
    /// The media types of the body; empty when there must be no body.
    package let content: [MediaTypeObject]
    /// Whether the body may be missing although it has media types (`x-optional-body`).
    package let isBodyOptional: Bool
    package let node: JSON
}

/// A header of a response.
///
/// https://spec.openapis.org/oas/v3.1.1.html#header-object
package struct HeaderObject: Sendable {
    package let name: String
    /// Whether every response must have the header.
    package let isRequired: Bool
    package let schema: SchemaReference?
    /// Whether the properties of an object are written as `R=100,G=200` rather than `R,100,G,200`.
    package let isExploded: Bool
    /// The media type in which the value is serialized, instead of the style `simple`.
    package let mediaType: MediaType?
    package let node: JSON
}

/// A media type of a body, with its schema.
///
/// https://spec.openapis.org/oas/v3.1.1.html#media-type-object
package struct MediaTypeObject: Sendable {
    /// The media type or range, as written.
    package let range: MediaType
    package let schema: SchemaReference?
    /// The schema of each item of a body that is a sequence, if declared.
    package let itemSchema: SchemaReference?
    package let node: JSON
}

/// A schema that is used in a contract.
package struct SchemaReference: Sendable {
    /// The index in `Contract.schemas`.
    package let index: Int
    /// The index of the shape in `Contract.shapes`.
    package let shape: SchemaShapes.Index
    package let node: JSON
    /// The format of the sequence whose items it describes, one by one; nil if it describes a whole value.
    package var items: ItemFormat?
}

/// A key of the responses object: a status (`200`), a class of statuses (`4XX`), or `default`.
///
/// https://spec.openapis.org/oas/v3.1.1.html#responses-object
package struct StatusKey: RawRepresentable, Sendable, Hashable {
    /// The key as written.
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// Returns the keys that cover a status, in order of precedence.
    package static func keys(covering status: Int) -> [StatusKey] {
        [String(status), "\(status / 100)XX", "default"].map(StatusKey.init)
    }

    package func covers(_ status: Int) -> Bool { Self.keys(covering: status).contains(self) }

    /// Whether OpenAPI allows the key.
    var isValid: Bool {
        if rawValue == "default" { return true }
        guard rawValue.utf8.count == 3, let first = rawValue.first, "12345".contains(first) else {
            return false
        }
        return rawValue.hasSuffix("XX") || Int(rawValue) != nil
    }
}

extension APIOperation {
    /// Returns the response that is declared for a status: exactly, by its class (`4XX`), or by default.
    package func response(for status: Int) -> ResponseObject? {
        StatusKey.keys(covering: status).lazy
            .compactMap { key in self.responses.first { $0.status == key.rawValue } }.first
    }
}
