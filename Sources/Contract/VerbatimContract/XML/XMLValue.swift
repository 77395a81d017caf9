import VerbatimJSON

/// An XML element as the JSON value that its schema describes by `xml` objects.
///
/// Attributes and child elements become properties, repeated elements become an array (empty if there are
/// none), and text becomes the property marked `x-text`. Elements and attributes that no schema describes
/// keep their names.
struct XMLValue {
    private let shapes: SchemaShapes
    private var cache: [SchemaShapes.Index: XMLNames] = [:]
    /// The value, with the offsets of its parts in the XML.
    private(set) var text = TranslatedText()

    init(_ root: XMLElement, shape: SchemaShapes.Index, shapes: SchemaShapes) {
        self.shapes = shapes
        append(root, shape)
    }

    private mutating func append(_ element: XMLElement, _ index: SchemaShapes.Index?) {
        if LargeStackThread.isNeeded { return LargeStackThread.run { append(element, index) } }
        let properties = index.map { shapes[$0].properties } ?? [:]
        guard !element.attributes.isEmpty || !element.children.isEmpty || !properties.isEmpty else {
            return append(element.text, index, at: element.offset)
        }
        let names = names(of: index)
        text.beginObject(at: element.offset)
        for attribute in element.attributes {
            let property = names.attributes[attribute.name]
            appendName(property?.name ?? attribute.name, at: attribute.offset)
            append(attribute.value, property?.shape, at: attribute.offset)
        }
        appendChildren(of: element, names)
        if let property = names.text {
            appendName(property.name, at: element.offset)
            append(element.text, property.shape, at: element.offset)
        }
        text.endObject()
    }

    private mutating func appendChildren(of element: XMLElement, _ names: XMLNames) {
        let groups = element.childrenByName
        for (name, elements) in groups.pairs {
            let property = names.elements[name]
            appendName(property?.name ?? name, at: elements[0].offset)
            append(elements, property?.shape)
        }
        for absent in names.lists where groups[absent.element] == nil {
            appendName(absent.property.name, at: element.offset)
            text.beginArray(at: element.offset)
            text.endArray()
        }
    }

    /// Appends the elements of one name: an array if the schema has one or there are several elements.
    private mutating func append(_ elements: [XMLElement], _ index: SchemaShapes.Index?) {
        let shape = index.map { shapes[$0] } ?? .init()
        if shape.items == nil, elements.count == 1 { return append(elements[0], index) }
        text.beginArray(at: elements[0].offset)
        for item in shape.xml.isWrapped ? elements.flatMap(\.children) : elements {
            append(item, shape.items)
        }
        text.endArray()
    }

    private mutating func append(_ value: String, _ index: SchemaShapes.Index?, at offset: Int) {
        text.appendLiteral(shapes.scalar(value, index).bytes(), at: offset)
    }

    private mutating func appendName(_ name: String, at offset: Int) {
        text.appendName(Array(name.utf8), at: offset)
    }

    private mutating func names(of index: SchemaShapes.Index?) -> XMLNames {
        guard let index else { return XMLNames(of: .init(), in: shapes) }
        if let names = cache[index] { return names }
        let names = XMLNames(of: shapes[index], in: shapes)
        cache[index] = names
        return names
    }
}

// MARK: - Names

/// The properties of a shape by their names in XML.
///
/// https://spec.openapis.org/oas/v3.1.1.html#xml-object
struct XMLNames {
    struct Property {
        let name: String
        let shape: SchemaShapes.Index
    }

    private(set) var attributes: [String: Property] = [:]
    private(set) var elements: [String: Property] = [:]
    private(set) var text: Property?
    /// The properties that are lists without a wrapper, not in XML if empty, by the names of elements.
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
