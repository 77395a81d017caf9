import VerbatimJSON

/// An XML element as the JSON value that its schema describes by `xml` objects.
///
/// Attributes and child elements become properties, repeated elements become an array (empty if there are
/// none), and text becomes the property marked `x-text`. Elements and attributes that no schema describes
/// keep their names.
struct XMLValue {
    private let root: XMLElement
    private let shape: SchemaShapes.Index
    private var mapping: XMLMapping
    /// The JSON text of the value.
    let json: String

    init(_ root: XMLElement, shape: SchemaShapes.Index, shapes: SchemaShapes) {
        self.root = root
        self.shape = shape
        mapping = XMLMapping(shapes: shapes)
        json = mapping.json(of: root, shape)
    }

    /// Returns the offset of a value in the XML, or for a missing value the offset of the element without it.
    mutating func offset(of pointer: JSONPointer) -> Int {
        mapping.offset(of: pointer.tokens[...], in: root, shape)
    }
}

/// Walks elements and shapes side by side.
private struct XMLMapping {
    let shapes: SchemaShapes
    private var cache: [SchemaShapes.Index: XMLNames] = [:]
    /// The attributes and children of the elements in which values were located, by their offset.
    private var contents: [Int: XMLContents] = [:]

    init(shapes: SchemaShapes) {
        self.shapes = shapes
    }

    private mutating func names(of shape: SchemaShapes.Index?) -> XMLNames {
        guard let shape else { return XMLNames(of: .init(), in: shapes) }
        if let names = cache[shape] { return names }
        let names = XMLNames(of: shapes[shape], in: shapes)
        cache[shape] = names
        return names
    }

    private func isList(_ shape: SchemaShapes.Index?) -> Bool { shape.flatMap { shapes[$0].items } != nil }

    /// Returns the elements of a list: those with its name, or those inside its wrapper.
    private func items(of elements: [XMLElement], _ shape: SchemaShapes.Index?) -> [XMLElement] {
        shape.map { shapes[$0].xml.isWrapped } == true ? elements.flatMap(\.children) : elements
    }
}

// MARK: - Values

extension XMLMapping {
    mutating func json(of element: XMLElement, _ index: SchemaShapes.Index?) -> String {
        if LargeStackThread.isNeeded { return LargeStackThread.run { json(of: element, index) } }
        let shape = index.map { shapes[$0] } ?? .init()
        let isPlain = element.attributes.isEmpty && element.children.isEmpty && shape.properties.isEmpty
        guard !isPlain else { return TextValue.json(element.text, shape: shape) }
        let names = names(of: index)
        var properties = element.attributes.map { attribute in
            let property = names.attributes[attribute.name]
            let shape = property.map { shapes[$0.shape] } ?? .init()
            return pair(property?.name ?? attribute.name, TextValue.json(attribute.value, shape: shape))
        }
        properties += children(of: element, names)
        if let text = names.text {
            properties.append(pair(text.name, TextValue.json(element.text, shape: shapes[text.shape])))
        }
        return "{" + properties.joined(separator: ",") + "}"
    }

    private mutating func children(of element: XMLElement, _ names: XMLNames) -> [String] {
        var properties: [String] = []
        let groups = element.childrenByName
        for (name, elements) in groups.pairs {
            let property = names.elements[name]
            properties.append(pair(property?.name ?? name, json(of: elements, property?.shape)))
        }
        let absent = names.lists.filter { groups[$0.element] == nil }
        return properties + absent.map { pair($0.property.name, "[]") }
    }

    /// Returns the value of the elements of one name: an array if the schema has one or there are several
    /// elements.
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

// MARK: - Offsets

extension XMLMapping {
    mutating func offset(
        of tokens: ArraySlice<String>, in element: XMLElement, _ shape: SchemaShapes.Index?
    ) -> Int {
        if LargeStackThread.isNeeded {
            return LargeStackThread.run { offset(of: tokens, in: element, shape) }
        }
        guard let name = tokens.first else { return element.offset }
        let contents = contents(of: element, shape)
        if let offset = contents.attributes[name] { return offset }
        guard let child = contents.children[name] else { return element.offset }
        return offset(of: tokens.dropFirst(), in: child.elements, child.shape)
    }

    private mutating func contents(of element: XMLElement, _ shape: SchemaShapes.Index?) -> XMLContents {
        if let known = contents[element.offset] { return known }
        let found = XMLContents(of: element, names(of: shape))
        contents[element.offset] = found
        return found
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

/// The offsets of the attributes and the children of an element, by the names of the properties they become.
private struct XMLContents {
    let attributes: [String: Int]
    let children: [String: (elements: [XMLElement], shape: SchemaShapes.Index?)]

    init(of element: XMLElement, _ names: XMLNames) {
        let offsets = element.attributes.map { (names.attributes[$0.name]?.name ?? $0.name, $0.offset) }
        attributes = Dictionary(offsets) { first, _ in first }
        let groups = element.childrenByName.pairs.map { name, elements in
            (names.elements[name]?.name ?? name, (elements, names.elements[name]?.shape))
        }
        children = Dictionary(groups) { first, _ in first }
    }
}

// MARK: - Names

/// The properties of a shape by their names in XML.
///
/// https://spec.openapis.org/oas/v3.1.1.html#xml-object
struct XMLNames {
    /// A property of the JSON value.
    struct Property {
        let name: String
        let shape: SchemaShapes.Index
    }

    private(set) var attributes: [String: Property] = [:]
    private(set) var elements: [String: Property] = [:]
    private(set) var text: Property?
    /// The properties that are lists without a wrapper, by the names of their elements. Empty lists do not
    /// appear in XML.
    private(set) var lists: [(element: String, property: Property)] = []

    init(of shape: SchemaShapes.Shape, in shapes: SchemaShapes) {
        for (name, index) in shape.properties.sorted(by: { $0.key < $1.key }) {
            add(Property(name: name, shape: index), shapes[index], shapes)
        }
    }

    private mutating func add(_ property: Property, _ shape: SchemaShapes.Shape, _ shapes: SchemaShapes) {
        let name = shape.xml.name ?? property.name
        guard !shape.xml.isText else { return text = property }
        guard !shape.xml.isAttribute else { return attributes[name] = property }
        guard let items = shape.items, !shape.xml.isWrapped else { return elements[name] = property }
        let element = shapes[items].xml.name ?? name
        elements[element] = property
        if shape.types == ["array"] { lists.append((element, property)) }
    }
}
