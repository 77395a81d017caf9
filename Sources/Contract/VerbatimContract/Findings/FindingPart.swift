/// A part of a request or a response that a finding is about, other than a value in a body.
///
/// Findings, overrides and reports in JSON have it in words, which only this type writes and reads.
package enum FindingPart: Sendable, Hashable, LosslessStringConvertible {
    case status, mediaType, requestMediaType, security
    /// A header of the response.
    case header(String)
    case parameter(Parameter.Location, String)

    /// The words: `status`, `header 'Date'`, `query parameter 'q'`.
    package var description: String {
        switch self {
        case .status: "status"
        case .mediaType: "media type"
        case .requestMediaType: "media type of the request"
        case .security: "security"
        case .header(let name): "header '\(name)'"
        case .parameter(let location, let name): "\(location) parameter '\(name)'"
        }
    }

    /// Reads the words; nil if they are of a value, of a body, or of something else than a message.
    package init?(_ description: String) {
        let fixed = [Self.status, .mediaType, .requestMediaType, .security]
        if let part = fixed.first(where: { $0.description == description }) {
            self = part
            return
        }
        let words = description.split(separator: "'", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, words[1].last == "'" else { return nil }
        let name = String(words[1].dropLast())
        let location = words[0].split(separator: " ").first.map(String.init).flatMap(Parameter.Location.init)
        let parts = [Self.header(name)] + (location.map { [.parameter($0, name)] } ?? [])
        guard let part = parts.first(where: { $0.description == description }) else { return nil }
        self = part
    }
}

/// A request and its response in one line, as findings have it: `GET /books/v1/volumes -> 200`.
///
/// Only this type writes the line, and reads it.
package struct ExchangeLine: Sendable, Hashable, LosslessStringConvertible {
    package let method: String
    /// The path, of a recording or of an operation.
    package var path: String
    /// The status, or the reason why there was no response; nil if it is not about a response.
    package let answer: String?

    package init(_ method: String, _ path: String, answer: String?) {
        self.method = method
        self.path = path
        self.answer = answer
    }

    /// The method and the path: `GET /books/v1/volumes`.
    package var request: String { path.isEmpty ? method : "\(method) \(path)" }

    package var description: String { request + (answer.map { " -> \($0)" } ?? "") }

    /// Reads a line. One of another form is all method.
    package init(_ description: String) {
        let arrow = description.firstRange(of: " -> ")
        let words = description[..<(arrow?.lowerBound ?? description.endIndex)]
            .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(
            String(words[0]), words.count > 1 ? String(words[1]) : "",
            answer: arrow.map { String(description[$0.upperBound...]) })
    }
}
