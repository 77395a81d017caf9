import Foundation
import VerbatimHAR
import VerbatimServer

/// Responds with the request: one line each for method and URL, the fields, and the body.
let echo: HTTPServer.Handler = { request, respond in
    let fields = request.headers.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
    let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? "no body"
    respond(plain("\(request.method) \(request.url)\n\(fields)\n\(body)\n"))
}

/// Returns a response with a text and a fixed date, so that tests can state its whole head.
func plain(_ text: String) -> ServerResponse {
    ServerResponse(HTTPResponse(200, headers: ["Date": "Sat, 21 Nov 2026 10:00:00 GMT"], body: .text(text)))
}
