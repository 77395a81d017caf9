package import JSONDocument

/// One operation of a contract.
package struct Operation: Sendable {
    /// The operation id; `GET /path` when the document gives none.
    package let id: String
    /// The method, in upper case.
    package let method: String
    /// The key of its path as written, with parameters and fragment: `/services/rest/#flickr.photos.search`.
    package let path: String
    /// What it does, in a line.
    package let summary: String?
    /// False for `x-recorded: false`: described for archives from elsewhere, no recording of the app is expected.
    package let isRecorded: Bool
    /// The servers it answers at.
    package let servers: [AddressTemplate]
    /// The addresses it answers at: every server with the path.
    package let addresses: [AddressTemplate]
    /// The parameters of the path item and its own.
    package let parameters: [Parameter]
    /// The parameters that tell it from other operations at the same address: those with a single value.
    ///
    /// Only a path with a fragment is told apart by them; elsewhere a constant is a promise like any other.
    package let constants: [Parameter]
    /// The body of the request, if one is declared.
    package let requestBody: RequestPromise?
    /// The responses, in document order.
    package let responses: [ResponsePromise]
    /// Its node in the document.
    package let node: JSON

    /// Finds what is promised for a status: exactly, by its class (`4XX`), or by default.
    package func response(to status: Int) -> ResponsePromise? {
        let keys = [String(status), "\(status / 100)XX", "default"]
        return keys.lazy.compactMap { key in responses.first { $0.status == key } }.first
    }
}

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
    package let schema: SchemaPromise?
    /// The one value it may have, if there is only one.
    package let constant: String?
    /// Whether an array repeats the parameter, instead of one value with commas.
    package let isExploded: Bool
    /// Its node in the document.
    package let node: JSON

    /// Whether both are the same parameter: an operation's own one replaces that of its path.
    func isSame(as other: Parameter) -> Bool { name == other.name && location == other.location }

    /// Whether it is an item of the query that can have one value only.
    var isConstantInQuery: Bool { location == .query && constant != nil }
}

/// The declared body of a request.
package struct RequestPromise: Sendable {
    /// Whether a request without a body is wrong.
    package let isRequired: Bool
    /// The media types it may have.
    package let content: [ContentPromise]
    /// Its node in the document.
    package let node: JSON
}

/// What is promised for a status.
package struct ResponsePromise: Sendable {
    /// `200`, `4XX` or `default`.
    package let status: String
    /// The headers, without `Content-Type`, which the media types of the content stand for.
    package let headers: [HeaderPromise]
    /// The media types the body may have; none when there must be no body.
    package let content: [ContentPromise]
    /// Its node in the document.
    package let node: JSON
}

/// A promised header.
package struct HeaderPromise: Sendable {
    /// The field name.
    package let name: String
    /// Whether a response without it breaks the promise.
    package let isRequired: Bool
    /// What its value must be.
    package let schema: SchemaPromise?
    /// Its node in the document.
    package let node: JSON
}

/// One media type of a body and its schema.
package struct ContentPromise: Sendable {
    /// The media type or range, as written.
    package let range: MediaType
    /// What the body must be, or nil when the media type says it all.
    package let schema: SchemaPromise?
    /// Its node in the document.
    package let node: JSON
}
