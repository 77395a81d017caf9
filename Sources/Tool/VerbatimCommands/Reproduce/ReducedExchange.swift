import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// A request and its response as a test contains them: without anything else that an archive knows.
struct ReducedExchange: Sendable {
    var request: Request
    var response: Response

    struct Request: Sendable {
        var method: String
        var url: String
        var headers: HeaderFields
        var body: Data
    }

    struct Response: Sendable {
        var status: Int
        var headers: HeaderFields
        var body: Data
    }

    /// Creates the exchange of an interaction without known secrets.
    ///
    /// - Returns: Nil if there is no response whose body can be read.
    init?(_ interaction: Interaction, without redactor: OutputRedactor) {
        guard case .response(let response) = interaction.outcome, let body = try? response.body.storedBytes()
        else { return nil }
        let request = interaction.request
        self.request = Request(
            method: request.method, url: redactor.redact(request.url),
            headers: redactor.redact(request.headers), body: redactor.redact(request.body ?? Data()))
        self.response = Response(
            status: response.status, headers: redactor.redact(response.headers), body: redactor.redact(body))
    }

    /// The interaction that a check gets.
    var interaction: Interaction {
        Interaction(
            HTTPRequest(
                request.method, request.url, headers: request.headers,
                body: request.body.isEmpty ? nil : request.body),
            .response(
                HTTPResponse(response.status, headers: response.headers, body: .data(response.body))))
    }

    /// The size in bytes by which the cost of a check is estimated.
    var size: Int { request.url.utf8.count + request.body.count + response.body.count }

    /// The items of the URL's query, as sent.
    var queryItems: [Substring] {
        get { URLParts(request.url).query?.split(separator: "&", omittingEmptySubsequences: false) ?? [] }
        set {
            var parts = URLParts(request.url)
            parts.query = newValue.isEmpty ? nil : newValue.joined(separator: "&")[...]
            request.url = parts.text
        }
    }
}

extension OutputRedactor {
    fileprivate func redact(_ headers: HeaderFields) -> HeaderFields {
        HeaderFields(headers.map { .init(name: $0.name, value: redact($0.value)) })
    }

    /// Redacts a body that is text; any other has no text that a secret would be found in.
    fileprivate func redact(_ body: Data) -> Data {
        guard let text = String(validating: body, as: UTF8.self) else { return body }
        let isJSON = (try? JSON(parsing: body)) != nil
        let redacted = isJSON ? redactJSON(text) : redact(text)
        return redacted == text ? body : Data(redacted.utf8)
    }
}
