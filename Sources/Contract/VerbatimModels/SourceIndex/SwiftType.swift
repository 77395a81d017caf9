import VerbatimContract

/// What sources say about one type, in its declaration and its extensions.
struct SwiftType: Sendable {
    /// Something that a key may name: a stored or computed property, or a case.
    struct Member: Sendable {
        let name: String
        /// What it is called in a document: the raw value of a case.
        let key: String
        let location: SourceLocation
    }

    /// Where it is declared; extensions do not count, so that there is one unless the name is taken twice.
    var declarations: [SourceLocation] = []
    /// Its properties, but those of the type itself.
    var properties: [Member] = []
    /// The cases of an enumeration.
    var cases: [Member] = []
    /// The types of coding keys in it, by their simple names.
    var keyTypes: [String] = []

    /// What two sources say together.
    func joined(with other: SwiftType) -> SwiftType {
        SwiftType(
            declarations: declarations + other.declarations, properties: properties + other.properties,
            cases: cases + other.cases, keyTypes: keyTypes + other.keyTypes)
    }
}
