/// The members of a shape by their names in XML.
///
/// https://spec.openapis.org/oas/v3.1.1.html#xml-object
struct XMLNames {
    /// A member of the JSON value.
    struct Member {
        let name: String
        let shape: SchemaShapes.Index
    }

    private(set) var attributes: [String: Member] = [:]
    private(set) var elements: [String: Member] = [:]
    /// The member that takes the text of the element.
    private(set) var text: Member?
    /// The members that are nothing but lists without a wrapper, by the names of their elements: without elements
    /// they leave no trace in XML.
    private(set) var lists: [(element: String, member: Member)] = []

    init(of shape: SchemaShapes.Shape, in shapes: SchemaShapes) {
        for (name, index) in shape.properties.sorted(by: { $0.key < $1.key }) {
            add(Member(name: name, shape: index), shapes[index], shapes)
        }
    }

    private mutating func add(_ member: Member, _ shape: SchemaShapes.Shape, _ shapes: SchemaShapes) {
        let own = shape.xml.name ?? member.name
        guard !shape.xml.isText else { return text = member }
        guard !shape.xml.isAttribute else { return attributes[own] = member }
        guard let items = shape.items, !shape.xml.isWrapped else { return elements[own] = member }
        let element = shapes[items].xml.name ?? own
        elements[element] = member
        if shape.types == ["array"] { lists.append((element, member)) }
    }
}
