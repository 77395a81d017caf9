public import VerbatimJSON

/// In tests, a pointer is written as text: `"/items/3/id"`.
extension JSONPointer: ExpressibleByStringLiteral {
    /// Creates a pointer; other text is a single token.
    public init(stringLiteral text: String) {
        self = (try? JSONPointer(parsing: text)) ?? JSONPointer([text])
    }
}
