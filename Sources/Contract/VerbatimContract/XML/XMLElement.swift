/// An element of an XML document and where it begins.
struct XMLElement {
    let name: String
    var attributes: [XMLAttribute] = []
    var children: [XMLElement] = []
    /// The text directly inside, all pieces together.
    var text = ""
    /// The byte its `<` is.
    let offset: Int

    /// The children, those of one name together, in the order in which each name comes first.
    var childrenByName: [(name: String, elements: [XMLElement])] {
        var groups: [(name: String, elements: [XMLElement])] = []
        for child in children {
            if let index = groups.firstIndex(where: { $0.name == child.name }) {
                groups[index].elements.append(child)
            } else {
                groups.append((child.name, [child]))
            }
        }
        return groups
    }
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
