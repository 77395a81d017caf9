import VerbatimJSON

/// What is known about all values with the same path but for indices: `/items/*/title`.
struct PointerPattern: Sendable {
    /// The token that stands for every index.
    static let anyElement = "*"

    /// The path, with ``anyElement`` for indices.
    let pointer: JSONPointer
    /// What the contract says about the values.
    let schemas: SchemaBranches
    /// Where the models that read the body are; nil where no model looks.
    let reading: ModelCoverage?

    /// The last token of the path.
    var name: String { pointer.tokens.last ?? "" }

    /// The pattern of a member or of the elements.
    func below(_ token: String) -> PointerPattern {
        PointerPattern(
            pointer: pointer.appending(token),
            schemas: token == Self.anyElement ? schemas.element : schemas.member(token),
            reading: reading?.below(token))
    }
}
