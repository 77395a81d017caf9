import VerbatimContract
import VerbatimJSON

extension JSONValue {
    /// Creates a report: the version of its format, then its members.
    static func report(_ members: [(String, JSONValue?)]) -> JSONValue {
        JSONValue(members: [("version", 2)] + members)
    }

    /// Creates the text of a pointer.
    init(_ pointer: JSONPointer) {
        self = .string(pointer.description)
    }

    /// Creates an object with `file` and, where they are known, `line` and `column`, both from 1.
    init(_ location: SourceLocation) {
        self.init(members: [
            ("file", .string(location.file)),
            ("line", location.line.map(JSONValue.init(count:))),
            ("column", location.column.map(JSONValue.init(count:))),
        ])
    }
}
