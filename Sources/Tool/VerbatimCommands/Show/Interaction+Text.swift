import Foundation
import VerbatimHAR

extension Interaction {
    /// The interaction in one line: request, status or failure, media type, where the body is.
    var line: String {
        let answer =
            switch outcome {
            case .response(let response):
                ["\(response.status)", response.headers["Content-Type"] ?? "no content type"]
            case .failure(let failure, _): ["\(failure)"]
            }
        return (["\(request.method) \(request.url)", "->"] + answer + [location?.body].compactMap(\.self))
            .joined(separator: " ")
    }

    /// The interaction as it went over the wire, bodies that are no text by their size.
    func transcript() throws -> String {
        var text = "\(request.method) \(request.url)\n\(request.headers.lines)\n"
        if let body = request.body { text += body.readable + "\n\n" }
        if case .failure(let failure, _) = outcome { text += "\(failure)\n" }
        guard let response = outcome.response else { return text }
        let status = ["\(response.status)", response.reason].filter { !$0.isEmpty }.joined(separator: " ")
        return text + "\(status)\n\(response.headers.lines)\n\(try response.body.bytes().readable)\n"
    }
}

extension HeaderFields {
    fileprivate var lines: String { map { "\($0.name): \($0.value)\n" }.joined() }
}

extension Data {
    fileprivate var readable: String {
        String(bytes: self, encoding: .utf8) ?? "(\(count) bytes that are no text)"
    }
}
