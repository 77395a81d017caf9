import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// The answers of an operation with one status, as a response object of OpenAPI.
struct ResponseDraft {
    let status: Int
    let responses: [HTTPResponse]

    func object(_ writer: SchemaWriter) -> JSONObject {
        var object: JSONObject = ["description": .string(StatusWords.phrase(of: status))]
        let headers = HeaderDraft.headers(of: responses)
        if !headers.isEmpty { object["headers"] = .object(headers) }
        let content = ContentDraft.content(responses.compactMap(Self.message), writer)
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

    /// The responses of an operation, by status.
    static func responses(of interactions: [Interaction], _ writer: SchemaWriter) -> JSONObject {
        let responses = interactions.compactMap { interaction in
            if case .response(let response) = interaction.outcome { response } else { nil }
        }
        let byStatus = Dictionary(grouping: responses, by: \.status).sorted { $0.key < $1.key }
        return JSONObject(
            byStatus.map {
                (String($0.key), .object(ResponseDraft(status: $0.key, responses: $0.value).object(writer)))
            })
    }
}
