package import VerbatimJSON

/// A schema of a contract: what a body, a parameter or a header must be.
package struct SchemaReference: Sendable {
    /// Its location among the compiled schemas of the contract, `Contract.schemas`.
    package let index: Int
    /// What the schema says about the shape of a value: the index of its shape in `Contract.shapes`.
    package let shape: SchemaShapes.Index
    /// Its node in the document.
    package let node: JSON
}
