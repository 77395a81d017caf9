import Foundation
package import VerbatimHAR

/// A recorded interaction of an example: a request to `https://api.example.com`, and its response.
package struct RecordedExample: Sendable {
    private let method: String
    private let target: String
    private let sent: HeaderFields
    private let form: String?
    private let status: Int?
    private let headers: HeaderFields
    private let body: String

    /// Creates an interaction.
    ///
    /// - Parameters:
    ///   - target: The path and the query of the URL, or a whole URL.
    ///   - sent: The header fields of the request.
    ///   - form: The body of the request.
    ///   - status: The status; nil if the connection was lost.
    ///   - headers: The header fields of the response.
    ///   - body: The body of the response.
    package init(
        _ method: String = "GET", _ target: String = "/books", sent: HeaderFields = [:],
        form: String? = nil, status: Int? = 200, headers: HeaderFields = [:], body: String = ""
    ) {
        self.method = method
        self.target = target
        self.sent = sent
        self.form = form
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response to `GET /books` with a JSON body.
    package static func json(_ body: String) -> RecordedExample {
        RecordedExample(headers: ["Content-Type": "application/json"], body: body)
    }

    /// The interaction.
    package var interaction: Interaction {
        let url = target.hasPrefix("/") ? "https://api.example.com" + target : target
        let location = Interaction.Location(archive: "Recordings/books/list.har", entry: 0, line: 1)
        let request = HTTPRequest(method, url, headers: sent, body: form.map { Data($0.utf8) })
        guard let status else {
            return Interaction(
                request, .failure(TransportFailure(code: -1005, reason: "the network connection was lost")),
                location: location)
        }
        return Interaction(
            request, .response(HTTPResponse(status, headers: headers, body: .data(Data(body.utf8)))),
            location: location)
    }

    /// The messages of HTTP, without a line break at the end.
    var text: String {
        Self.message("\(method) \(target) HTTP/1.1", sent, form ?? "") + "\n\n"
            + (status.map { Self.message("HTTP/1.1 \($0)", headers, body) } ?? "the connection was lost")
    }

    private static func message(_ start: String, _ headers: HeaderFields, _ body: String) -> String {
        ([start] + headers.map { "\($0.name): \($0.value)" }).joined(separator: "\n")
            + (body.isEmpty ? "" : "\n\n" + body.replacing("\u{FEFF}", with: "<U+FEFF>"))
    }
}
