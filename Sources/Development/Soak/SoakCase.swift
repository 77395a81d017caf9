import Foundation
import VerbatimHAR

/// A request, what answers it, and what an app has to see in the end.
struct SoakCase: Sendable {
    let request: HTTPRequest
    let interactions: [Interaction]
    let expected: ClientResult

    /// Every recording has the same requests; the answers carry the mark of theirs.
    static func random(
        _ number: Int, mark: String, using generator: inout SoakRandom
    ) -> SoakCase {
        let origin = "https://api.example.com"
        let url = "\(origin)/items?id=\(number)"
        let isPost = Int.random(in: 0..<3, using: &generator) == 0
        let request = HTTPRequest(
            isPost ? "POST" : "GET", url, headers: isPost ? ["Content-Type": "text/plain"] : [:],
            body: isPost ? Data("question \(number)".utf8) : nil)
        let length = Int.random(in: 0..<4, using: &generator) == 0 ? 40_000 : 20
        let body = Data("\(mark) answers \(number) \(String(repeating: "x", count: length))".utf8)
        func answer(_ status: Int, _ headers: HeaderFields = [:]) -> Outcome {
            .response(HTTPResponse(status, headers: headers, body: .data(body)))
        }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0:
            let failure = TransportFailure(code: -1001, reason: "timed out")
            return SoakCase(request, .failure(failure), sees: .failure(code: -1001))
        case 1:
            let outcome = answer(401, ["WWW-Authenticate": "Basic realm=\"soak\""])
            return SoakCase(request, outcome, sees: .answer(status: 401, body: body))
        case 2:
            let target = HTTPRequest("GET", "\(origin)/moved?id=\(number)")
            let moved = Outcome.response(HTTPResponse(303, headers: ["Location": "/moved?id=\(number)"]))
            return SoakCase(
                request: request,
                interactions: [Interaction(request, moved), Interaction(target, answer(200))],
                expected: .answer(status: 200, body: body))
        default:
            return SoakCase(request, answer(200), sees: .answer(status: 200, body: body))
        }
    }

    private init(_ request: HTTPRequest, _ outcome: Outcome, sees expected: ClientResult) {
        self.init(request: request, interactions: [Interaction(request, outcome)], expected: expected)
    }

    private init(request: HTTPRequest, interactions: [Interaction], expected: ClientResult) {
        self.request = request
        self.interactions = interactions
        self.expected = expected
    }
}
