public import VerbatimJSON

/// A keyword or format that has no meaning here, and so checks nothing.
public struct UnknownKeyword: Sendable {
    /// The name of the keyword, or of the format.
    public let name: String
    /// The value, in its document.
    public let schema: JSON

    /// Where in the document the value stands.
    public var pointer: JSONPointer { schema.pointer }
    /// Where in the text of the document the value begins.
    public var position: JSONPosition { schema.position }
}
