package import VerbatimHAR

extension Interaction {
    /// The request and the status in one line, with the path as given: `GET /books/v1/volumes -> 200`.
    package func summary(path: String) -> String {
        let result =
            switch outcome {
            case .response(let response): String(response.status)
            case .failure: "no response"
            }
        return "\(request.method) \(path) -> \(result)"
    }

    /// The location of the entry in its archive.
    package var entryLocation: SourceLocation? {
        location.map { SourceLocation(file: $0.archive, line: $0.line) }
    }

    /// A location in the body of the response: in the file of the body, or else the entry that contains it.
    package func locationInBody(line: Int? = nil, column: Int? = nil) -> SourceLocation? {
        location?.body.map { SourceLocation(file: $0, line: line, column: column) } ?? entryLocation
    }
}
