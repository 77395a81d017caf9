import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Builds a response object of OpenAPI from the responses of an operation with one status.
struct ResponseBuilder {
    let status: Int
    private var responses: [HTTPResponse] = []
    private let content: ContentBuilder
    /// Whether a response that may have a body had none.
    private var hasEmptyBody = false

    init(status: Int, _ interactions: [Interaction]) {
        self.status = status
        var messages: [MediaTypeBuilder.Message] = []
        for interaction in interactions {
            guard let response = interaction.outcome.response else { continue }
            responses.append(response)
            switch Self.content(of: interaction) {
            case .message(let message): messages.append(message)
            case .empty: hasEmptyBody = true
            case .unknown: continue
            }
        }
        content = ContentBuilder(messages)
    }

    /// The shapes of the JSON bodies.
    var shapes: [ObservedShape] { content.shapes }

    func object(_ schemaBuilder: SchemaBuilder) -> JSONObject {
        let phrase = Self.reasonPhrases[status] ?? "Status \(status)"
        var object: JSONObject = ["description": .string(phrase)]
        let headers = HeaderBuilder.headers(of: responses)
        if !headers.isEmpty { object["headers"] = .object(headers) }
        let content = content.object(schemaBuilder)
        if !content.isEmpty {
            object["content"] = .object(content)
            if hasEmptyBody || (300..<400).contains(status) { object["x-optional-body"] = true }
        }
        return object
    }

    /// The content of a response, as far as it says anything about others.
    enum Content {
        case message(MediaTypeBuilder.Message)
        case empty
        /// There can be no body, or the archive does not contain it, or its media type is not known.
        case unknown
    }

    static func content(of interaction: Interaction) -> Content {
        guard let response = interaction.outcome.response, mayHaveBody(interaction, response),
            let bytes = try? response.body.storedBytes()
        else { return .unknown }
        guard !bytes.isEmpty else { return .empty }
        let type = response.headers["Content-Type"].flatMap(MediaType.init)
        return type.map { .message(($0, [UInt8](bytes.withoutByteOrderMark))) } ?? .unknown
    }

    /// https://www.rfc-editor.org/rfc/rfc9110#section-6.4.1
    private static func mayHaveBody(_ interaction: Interaction, _ response: HTTPResponse) -> Bool {
        interaction.request.method.uppercased() != "HEAD" && response.status >= 200
            && ![204, 205, 304].contains(response.status)
    }

    /// The builders for the statuses of some responses, in ascending order.
    static func builders(of interactions: [Interaction]) -> [ResponseBuilder] {
        let complete = interactions.filter { interaction in
            if case .response = interaction.outcome { true } else { false }
        }
        let byStatus = Dictionary(grouping: complete) { $0.outcome.response?.status ?? 0 }
        return byStatus.sorted { $0.key < $1.key }.map { ResponseBuilder(status: $0, $1) }
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
