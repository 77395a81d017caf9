extension JSONPointer {
    /// Returns whether a pointer has the shape of this pattern, in which the token `*` stands for any token.
    package func matches(_ pointer: JSONPointer) -> Bool { Self.matches(tokens, pointer.tokens) }

    /// Returns whether tokens have the shape of a pattern, in which `*` stands for any token.
    package static func matches(_ pattern: [String], _ tokens: [String]) -> Bool {
        pattern.count == tokens.count && zip(pattern, tokens).allSatisfy { $0 == "*" || $0 == $1 }
    }

    /// The pattern of the pointer and of those that differ from it in array indices only: `/items/*/id`.
    ///
    /// The name of a member that reads as an index becomes `*` as well.
    package var pattern: JSONPointer { JSONPointer(tokens.map { Self.index($0) == nil ? $0 : "*" }) }
}
