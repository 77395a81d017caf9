import Foundation
import VerbatimHAR
import VerbatimServer

/// Answers with the request as it arrived: one line each for method and URL, the fields, and the body.
let echo: HTTPServer.Handler = { request, reply in
    let fields = request.headers.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
    let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? "no body"
    reply(plain("\(request.method) \(request.url)\n\(fields)\n\(body)\n"))
}

/// A text reply with a fixed date, so that its whole head can be written down.
func plain(_ text: String) -> Reply {
    Reply(HTTPResponse(200, headers: ["Date": "Sat, 21 Nov 2026 10:00:00 GMT"], body: .text(text)))
}
