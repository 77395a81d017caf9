/// A keyword that an instance violates, as indices into the program and the documents.
struct Failure: Sendable {
    /// The circumstances that the keyword does not reveal.
    enum Detail: Sendable {
        case none
        /// The name of a missing required property, as an index in `nameSpans`.
        case missing(Int32)
        /// The number of matching schemas, members or elements.
        case count(Int)
        /// The number of elements that match `contains`, and its bounds.
        case matching(Int, minimum: Int, maximum: Int)
        /// Two equal elements.
        case equal(Int, Int)
        /// The index of the closest branch of an `anyOf` or `oneOf`.
        case closest(Int)
        /// A pattern exceeded the step limit.
        case stepLimit
        /// The depth limit was exceeded.
        case tooDeep
    }

    let location: Int32
    /// The instance; its name if `isName`.
    let node: Int
    let isName: Bool
    let detail: Detail
    /// The path from the entry.
    let path: [PathStep]
    var causes: [Failure] = []
}

/// A step on the path from the entry to a keyword.
struct PathStep: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
        /// `number` is the index of a schema.
        case schema
        /// `number` is the index of a reference's location; the next step is the target.
        case reference
    }

    let kind: Kind
    let number: Int32
    /// The instance; for a name, the value of its member.
    let node: UInt32
}
