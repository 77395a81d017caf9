public import VerbatimJSON

/// A mistake in a schema, with its location.
public struct SchemaError: Error, Sendable {
    /// The kind of an error.
    public enum Reason: Sendable, Hashable {
        /// There is no value at the pointer.
        case missing
        /// The value of a keyword is invalid; `expected` describes a valid one, as in `an array`.
        case invalidValue(keyword: String, expected: String)
        /// A keyword or property occurs twice in one object.
        case duplicateKeyword(String)
        /// A keyword is neither known nor allowed.
        case unknownKeyword(String)
        /// An asserted format is unknown.
        case unknownFormat(String)
        /// The target of a reference does not exist.
        case unresolvedReference(String)
        /// A reference leads back to itself without descending into the instance.
        case circularReference(String)
        /// Two schemas have the same URI or anchor.
        case duplicateIdentifier(String)
        /// A regular expression is invalid; `offset` counts Unicode scalars from 0.
        case invalidPattern(String, detail: String, offset: Int)
        /// A regular expression is valid only without the `u` flag; `offset` counts Unicode scalars from 0.
        case legacyPattern(String, detail: String, offset: Int)
        /// A date pattern has an unsupported field; `offset` counts bytes from 0.
        case unsupportedDatePattern(String, letters: String, offset: Int)
        /// A draft, vocabulary or metaschema is unknown.
        case unsupportedDialect(String)
    }

    /// The kind of the error.
    public let reason: Reason
    /// The invalid value, in its document.
    public let schema: JSON
    /// The URI of the document; empty if it is unknown.
    public let document: String

    /// The location of the value in the document.
    public var pointer: JSONPointer { schema.pointer }
    /// The start of the value in the text of the document.
    public var position: JSONPosition { schema.position }
}
