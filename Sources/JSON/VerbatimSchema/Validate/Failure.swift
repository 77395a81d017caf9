/// A keyword that an instance breaks, in numbers.
struct Failure: Sendable {
    /// What a keyword alone does not say.
    enum Detail: Sendable {
        case none
        /// The name of a required member, in `nameSpans`.
        case missing(Int32)
        /// How many schemas, members or elements there were.
        case count(Int)
        /// How many elements match `contains`, and how many may.
        case matching(Int, minimum: Int, maximum: Int)
        /// Two equal elements.
        case equal(Int, Int)
        /// The branch of `anyOf` or `oneOf` that came nearest.
        case nearest(Int)
        /// A pattern that took too many steps.
        case gaveUp
        /// Schemas nested too deep to go on.
        case tooDeep
    }

    let location: Int32
    /// The instance; a name when `isName`.
    let node: Int
    let isName: Bool
    let detail: Detail
    /// The way from the entry.
    let trail: [PathStep]
    var causes: [Failure] = []
}
