/// An element of an XML document and where it begins.
struct XMLElement {
    let name: String
    var attributes: [XMLAttribute] = []
    var children: [XMLElement] = []
    /// The text directly inside, all pieces together.
    var text = ""
    /// The byte its `<` is.
    let offset: Int
}

/// An attribute and where it begins.
struct XMLAttribute {
    let name: String
    let value: String
    let offset: Int
}

/// Why a text is not well-formed XML, and at which byte.
struct XMLFault: Error {
    let reason: String
    let offset: Int
}
