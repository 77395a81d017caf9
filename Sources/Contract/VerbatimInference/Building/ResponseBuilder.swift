import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Builds a response object of OpenAPI from the responses of an operation with one status.
struct ResponseBuilder {
    let status: Int
    let responses: [HTTPResponse]

    func object(_ schemaBuilder: SchemaBuilder) -> JSONObject {
        let phrase = Self.reasonPhrases[status] ?? "Status \(status)"
        var object: JSONObject = ["description": .string(phrase)]
        let headers = HeaderBuilder.headers(of: responses)
        if !headers.isEmpty { object["headers"] = .object(headers) }
        let content = MediaTypeBuilder.content(of: responses.compactMap(Self.message), schemaBuilder)
        if !content.isEmpty { object["content"] = .object(content) }
        return object
    }

    /// The body of a response with its media type, if it has both.
    static func message(_ response: HTTPResponse) -> (type: MediaType, bytes: [UInt8])? {
        guard let type = response.headers["Content-Type"].flatMap(MediaType.init),
            let bytes = try? response.body.storedBytes()
        else { return nil }
        return (type, [UInt8](bytes))
    }

    /// The responses object of an operation.
    static func responses(of interactions: [Interaction], _ schemaBuilder: SchemaBuilder) -> JSONObject {
        let responses = interactions.compactMap { interaction in
            if case .response(let response) = interaction.outcome { response } else { nil }
        }
        let byStatus = Dictionary(grouping: responses, by: \.status).sorted { $0.key < $1.key }
        return JSONObject(
            byStatus.map { status, responses in
                let builder = ResponseBuilder(status: status, responses: responses)
                return (String(status), .object(builder.object(schemaBuilder)))
            })
    }

    /// The reason phrases of statuses, which serve as descriptions until a person writes better ones.
    ///
    /// https://www.rfc-editor.org/rfc/rfc9110#section-15
    private static let reasonPhrases = [
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        206: "Partial Content", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
        402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone", 413: "Content Too Large",
        415: "Unsupported Media Type", 422: "Unprocessable Content", 429: "Too Many Requests",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout",
    ]
}
