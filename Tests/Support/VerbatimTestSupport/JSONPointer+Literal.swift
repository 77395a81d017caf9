public import VerbatimJSON

/// In tests, a pointer is written as text: `"/items/3/id"`.
extension JSONPointer: ExpressibleByStringLiteral {
    /// Creates a pointer; a literal that is none has one token.
    public init(stringLiteral text: String) {
        self = (try? JSONPointer(parsing: text)) ?? JSONPointer([text])
    }
}
