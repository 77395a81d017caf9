import VerbatimJSON

/// An XML element as the JSON value its schema describes by the `xml` object.
///
/// Attributes and child elements become members, a list is its repeated elements (an empty one if there are none),
/// text becomes the member marked `x-text`; what no schema knows keeps its own name.
struct XMLValue {
    private let root: XMLElement
    private let shape: SchemaShapes.Index
    private var mapping: XMLMapping
    /// The value, as JSON text.
    let json: String

    init(_ root: XMLElement, shape: SchemaShapes.Index, shapes: SchemaShapes) {
        self.root = root
        self.shape = shape
        mapping = XMLMapping(shapes: shapes)
        json = mapping.json(of: root, shape)
    }

    /// The byte where a value begins in the XML; of one that is not there, where the element begins that lacks it.
    mutating func offset(of pointer: JSONPointer) -> Int {
        mapping.offset(of: pointer.tokens[...], in: root, shape)
    }
}

/// Walks elements and shapes side by side.
private struct XMLMapping {
    let shapes: SchemaShapes
    private var names: [SchemaShapes.Index: XMLNames] = [:]

    init(shapes: SchemaShapes) {
        self.shapes = shapes
    }

    private mutating func names(of shape: SchemaShapes.Index?) -> XMLNames {
        guard let shape else { return XMLNames(of: .init(), in: shapes) }
        if let known = names[shape] { return known }
        let new = XMLNames(of: shapes[shape], in: shapes)
        names[shape] = new
        return new
    }

    private func isList(_ shape: SchemaShapes.Index?) -> Bool { shape.flatMap { shapes[$0].items } != nil }

    /// The elements of a list: those with its name, or the ones inside its wrapper.
    private func items(of elements: [XMLElement], _ shape: SchemaShapes.Index?) -> [XMLElement] {
        shape.map { shapes[$0].xml.isWrapped } == true ? elements.flatMap(\.children) : elements
    }
}

// MARK: - Values

extension XMLMapping {
    mutating func json(of element: XMLElement, _ index: SchemaShapes.Index?) -> String {
        let shape = index.map { shapes[$0] } ?? .init()
        let isPlain = element.attributes.isEmpty && element.children.isEmpty && shape.properties.isEmpty
        guard !isPlain else { return TextValue.json(element.text, shape: shape) }
        let names = names(of: index)
        var members = element.attributes.map { attribute in
            let member = names.attributes[attribute.name]
            let shape = member.map { shapes[$0.shape] } ?? .init()
            return pair(member?.name ?? attribute.name, TextValue.json(attribute.value, shape: shape))
        }
        members += children(of: element, names)
        if let text = names.text {
            members.append(pair(text.name, TextValue.json(element.text, shape: shapes[text.shape])))
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private mutating func children(of element: XMLElement, _ names: XMLNames) -> [String] {
        var members: [String] = []
        let groups = element.childrenByName
        for (name, elements) in groups {
            let member = names.elements[name]
            members.append(pair(member?.name ?? name, json(of: elements, member?.shape)))
        }
        let absent = names.lists.filter { list in !groups.contains { $0.name == list.element } }
        return members + absent.map { pair($0.member.name, "[]") }
    }

    /// One value for the elements of one name: a list where the schema has one or where there are several.
    private mutating func json(of elements: [XMLElement], _ shape: SchemaShapes.Index?) -> String {
        if !isList(shape), elements.count == 1 { return json(of: elements[0], shape) }
        let itemShape = shape.flatMap { shapes[$0].items }
        let values = items(of: elements, shape).map { json(of: $0, itemShape) }
        return "[" + values.joined(separator: ",") + "]"
    }

    private func pair(_ name: String, _ json: String) -> String {
        JSONValue.string(name).text(.compact) + ":" + json
    }
}

// MARK: - Locations

extension XMLMapping {
    mutating func offset(
        of tokens: ArraySlice<String>, in element: XMLElement, _ shape: SchemaShapes.Index?
    ) -> Int {
        guard let name = tokens.first else { return element.offset }
        let names = names(of: shape)
        if let attribute = element.attributes.first(where: {
            (names.attributes[$0.name]?.name ?? $0.name) == name
        }) {
            return attribute.offset
        }
        let group = element.childrenByName.first { (names.elements[$0.name]?.name ?? $0.name) == name }
        guard let group else { return element.offset }
        return offset(of: tokens.dropFirst(), in: group.elements, names.elements[group.name]?.shape)
    }

    private mutating func offset(
        of tokens: ArraySlice<String>, in elements: [XMLElement], _ shape: SchemaShapes.Index?
    ) -> Int {
        if !isList(shape), elements.count == 1 { return offset(of: tokens, in: elements[0], shape) }
        let items = items(of: elements, shape)
        guard let index = tokens.first.flatMap({ Int($0) }), items.indices.contains(index) else {
            return elements[0].offset
        }
        return offset(of: tokens.dropFirst(), in: items[index], shape.flatMap { shapes[$0].items })
    }
}
