package import VerbatimHAR
package import VerbatimJSON

/// An operation of a contract, with the parameters and servers of its path.
///
/// This is a class so that matching a request does not copy the operation.
///
/// https://spec.openapis.org/oas/v3.1.1.html#operation-object
package final class APIOperation: Sendable {
    /// The operation id, or `GET /path` if the document has none.
    package let id: String
    /// The method, in upper case.
    package let method: String
    /// The path as written, with parameters and fragment: `/services/rest/#flickr.photos.search`.
    package let path: String
    /// Whether the app records the operation: false for `x-recorded: false`, for archives from elsewhere.
    package let isRecorded: Bool
    package let servers: [URLTemplate]
    /// The URLs: every server with the path.
    package let urls: [URLTemplate]
    /// The parameters of the path item and of the operation.
    package let parameters: [Parameter]
    /// The query parameters and the properties of the body with a single value that identify the operation
    /// among others of the same URL.
    ///
    /// Only operations whose path has a fragment are identified by constants.
    package let constants: [OperationConstant]
    /// The alternatives of credentials that a request must have all of; empty if none is required.
    package let security: [[SecurityScheme]]
    package let requestBody: RequestBodyObject?
    package let responses: [ResponseObject]
    /// The schemas of the messages of a WebSocket, by their direction: `x-messages`.
    package let messages: [WebSocketMessage.Direction: SchemaReference]
    package let node: JSON

    init(
        id: String, method: String, path: String, isRecorded: Bool, servers: [URLTemplate] = [],
        urls: [URLTemplate] = [], parameters: [Parameter], constants: [OperationConstant] = [],
        security: [[SecurityScheme]] = [], requestBody: RequestBodyObject?, responses: [ResponseObject],
        messages: [WebSocketMessage.Direction: SchemaReference] = [:], node: JSON
    ) {
        (self.id, self.method, self.path, self.isRecorded) = (id, method, path, isRecorded)
        (self.servers, self.urls, self.parameters) = (servers, urls, parameters)
        (self.constants, self.security) = (constants, security)
        (self.requestBody, self.responses, self.messages) = (requestBody, responses, messages)
        self.node = node
    }
}

/// A parameter of an operation.
///
/// https://spec.openapis.org/oas/v3.1.1.html#parameter-object
package struct Parameter: Sendable {
    /// The part of a request that contains a parameter.
    package enum Location: String, Sendable {
        case query, path, header, cookie
        /// The query as a whole, since OpenAPI 3.2.
        case querystring
    }

    package let name: String
    package let location: Location
    /// Whether every request must have the parameter.
    package let isRequired: Bool
    package let schema: SchemaReference?
    /// The only value that the schema allows, if there is only one.
    package let constant: String?
    package let style: ParameterStyle
    /// Whether each element or property is serialized separately: in a query, as an item of its own.
    package let isExploded: Bool
    /// The media type in which the value is serialized, instead of a style.
    package let mediaType: MediaType?
    package let node: JSON

    /// Whether OpenAPI ignores the declaration, as these headers are described by other objects.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#common-fixed-fields
    var isIgnored: Bool {
        location == .header && ["accept", "content-type", "authorization"].contains(name.lowercased())
    }

    /// The identity of the parameter: one of an operation replaces that of its path with the same one.
    struct Key: Hashable {
        let name: String
        let location: Location
    }

    var key: Key { Key(name: name, location: location) }
}

/// A part of a request whose single value identifies an operation among others of the same URL.
package struct OperationConstant: Sendable, Hashable {
    /// The part of a request that has the value.
    package enum Location: Sendable, Hashable, Codable {
        case query
        /// A property of the JSON object that is the body.
        case body
    }

    let location: Location
    let name: String
    let value: String
    /// Whether every request must have it.
    let isRequired: Bool
}

/// A style in which the value of a parameter or header is serialized.
///
/// https://spec.openapis.org/oas/v3.1.1.html#style-values
package enum ParameterStyle: String, Sendable, CaseIterable {
    case form, simple, label, matrix, spaceDelimited, pipeDelimited, deepObject

    /// Returns the styles that a location allows, the default first.
    static func styles(in location: Parameter.Location) -> [ParameterStyle] {
        switch location {
        case .query, .querystring: [.form, .spaceDelimited, .pipeDelimited, .deepObject]
        case .path: [.simple, .label, .matrix]
        case .header: [.simple]
        case .cookie: [.form]
        }
    }
}

/// The body of a request.
///
/// https://spec.openapis.org/oas/v3.1.1.html#request-body-object
package struct RequestBodyObject: Sendable {
    package let isRequired: Bool
    package let content: [MediaTypeObject]
    package let node: JSON
}

/// A credential that a request must have.
///
/// https://spec.openapis.org/oas/v3.1.1.html#security-scheme-object
package struct SecurityScheme: Sendable {
    /// The part of a request that has the credential.
    enum Credential: Sendable {
        case header(String)
        case query(String)
        case cookie(String)
        /// An access token of OAuth 2, in a header or in the query.
        ///
        /// https://www.rfc-editor.org/rfc/rfc6750#section-2
        case accessToken
        /// A client certificate, or a kind that is not known: no recording shows it.
        case invisible
    }

    package let name: String
    let credential: Credential

    /// The credential in a message: `header 'X-API-Key'`.
    var message: String {
        switch credential {
        case .header(let name): "\(FindingPart.header(name))"
        case .query(let name): "\(FindingPart.parameter(.query, name))"
        case .cookie(let name): "cookie '\(name)'"
        case .accessToken: "\(FindingPart.header("Authorization"))"
        case .invisible: "'\(name)'"
        }
    }
}
