import VerbatimJSON

/// A pointer with `*` for indices, and what is known about the values that it matches: `/items/*/title`.
struct PointerPattern: Sendable {
    /// The token for indices.
    static let anyElement = "*"

    /// The pointer, with ``anyElement`` for indices.
    let pointer: JSONPointer
    /// The schemas of the contract for the values.
    let schemas: SchemaBranches
    /// The use of the values by the models; nil if no model reads them.
    let coverage: ModelCoverage?

    /// The last token.
    var name: String { pointer.tokens.last ?? "" }

    /// The pattern of a property or of the elements.
    func below(_ token: String) -> PointerPattern {
        PointerPattern(
            pointer: pointer.appending(token),
            schemas: token == Self.anyElement ? schemas.elements : schemas.property(token),
            coverage: coverage?.below(token))
    }
}
