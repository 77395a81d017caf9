package import VerbatimHAR
package import VerbatimJSON

/// A location in a file.
public struct SourceLocation: Sendable, Hashable, Codable {
    /// The path, relative to the working directory if it was given so.
    public var file: String
    /// The line, from 1, or nil for the whole file.
    public var line: Int?
    /// The column in UTF-8 bytes, from 1, or nil for the whole line.
    public var column: Int?
    /// The index of the entry, from 0, if it is one of an archive: entries may share a line.
    package var entry: Int?

    /// Creates a location.
    public init(file: String, line: Int? = nil, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }
}

extension SourceLocation: CustomStringConvertible {
    /// The format that editors and terminals link: `file:line:column`.
    public var description: String {
        ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":").onOneLine
    }
}

extension SourceLocation {
    package init(_ node: JSON, in file: String) {
        let position = node.position
        self.init(file: file, line: position.line, column: position.column)
    }

    package init(_ location: Interaction.Location) {
        self.init(file: location.archive, line: location.line)
        entry = location.entry
    }
}

extension Interaction {
    /// The status of the response, or nil if there is no complete one.
    package var status: Int? {
        if case .response(let response) = outcome { response.status } else { nil }
    }

    /// The request and the status in one line, with the path as given: `GET /books/v1/volumes -> 200`.
    package func summary(path: String) -> String {
        "\(ExchangeLine(request.method, path, answer: status.map(String.init) ?? "no response"))"
    }

    package var entryLocation: SourceLocation? { location.map(SourceLocation.init) }

    /// A location in the body of the response: in the file of the body, or else the entry that contains it.
    package func locationInBody(line: Int? = nil, column: Int? = nil) -> SourceLocation? {
        guard let location, let body = location.body else { return entryLocation }
        let start = location.bodyStart
        return SourceLocation(
            file: body, line: start.map { $0.line + (line ?? 1) - 1 } ?? line,
            column: start.map { line ?? 1 == 1 ? $0.column + (column ?? 1) - 1 : column ?? 1 } ?? column)
    }
}
