/// One step on the way from the entry to a keyword.
struct PathStep: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
        /// `number` is a schema.
        case schema
        /// `number` is the location of a reference; the schema it leads to is the next step.
        case reference
    }

    let kind: Kind
    let number: Int32
    /// The instance; of a name, the value of its member.
    let node: UInt32
}
