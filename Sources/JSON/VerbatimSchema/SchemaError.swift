public import VerbatimJSON

/// Why a schema does not compile, and where.
public struct SchemaError: Error, Sendable {
    /// What is wrong.
    public enum Reason: Sendable, Hashable {
        /// There is nothing at the pointer to compile.
        case missing
        /// A value is not what its keyword needs; `expected` says what that is.
        case invalidValue(keyword: String, expected: String)
        /// A keyword stands twice in one schema.
        case repeatedKeyword(String)
        /// A keyword that is neither known nor allowed.
        case unknownKeyword(String)
        /// A reference to something that is not there.
        case unresolvedReference(String)
        /// References that lead back to where they started without looking into the instance.
        case referenceLoop(String)
        /// Two schemas with the same URI or anchor.
        case repeatedIdentifier(String)
        /// A regular expression with a mistake; `detail` says which, `offset` where, in Unicode scalars from 0.
        case invalidPattern(String, detail: String, offset: Int)
        /// A letter of a date pattern that this package can not match; `offset` counts bytes from 0.
        case unsupportedDatePattern(String, letters: String, offset: Int)
        /// A draft, vocabulary or metaschema that this package does not know.
        case unsupportedDialect(String)
    }

    /// What is wrong.
    public let reason: Reason
    /// The value that is wrong, in its document.
    public let schema: JSON
    /// The URI of the document; empty when it has none.
    public let document: String

    /// Where in the document the value stands.
    public var pointer: JSONPointer { schema.pointer }
    /// Where in the text of the document the value begins.
    public var position: JSONPosition { schema.position }
}
