import JSONDocument

/// An XML element as the JSON value its schema describes by the `xml` object.
///
/// Attributes and child elements become members, a list is its repeated elements (an empty one if there are none),
/// text becomes the member marked `x-text`; what no schema knows keeps its own name. Members are in XML order.
///
/// https://spec.openapis.org/oas/v3.1.1.html#xml-object
struct XMLValue {
    /// The value, as JSON text.
    let json: String
    /// Where each value stands in the XML, by its pointer in the JSON.
    let offsets: [JSONPointer: Int]

    init(_ element: XMLElement, shape: SchemaShapes.Index, shapes: SchemaShapes) {
        var builder = Builder(shapes: shapes)
        json = builder.value(of: element, shapes[shape], at: .root)
        offsets = builder.offsets
    }
}

private struct Builder {
    let shapes: SchemaShapes
    var offsets: [JSONPointer: Int] = [:]

    mutating func value(of element: XMLElement, _ shape: SchemaShapes.Shape, at pointer: JSONPointer)
        -> String
    {
        offsets[pointer] = element.offset
        let isPlain = element.attributes.isEmpty && element.children.isEmpty && shape.properties.isEmpty
        guard !isPlain else { return TextValue.json(element.text, shape: shape) }
        var members = attributes(of: element, shape, at: pointer)
        members += children(of: element, shape, at: pointer)
        if let text = shape.properties.first(where: { shapes[$0.value].xml.isText }) {
            offsets[pointer.appending(text.key)] = element.offset
            members.append((text.key, TextValue.json(element.text, shape: shapes[text.value])))
        }
        let pairs = members.map { JSONValue.string($0.name).text(.compact) + ":" + $0.json }
        return "{" + pairs.joined(separator: ",") + "}"
    }

    private typealias Member = (name: String, json: String)

    private mutating func attributes(
        of element: XMLElement, _ shape: SchemaShapes.Shape, at pointer: JSONPointer
    ) -> [Member] {
        element.attributes.map { attribute in
            let property = property(of: shape, named: attribute.name, isAttribute: true)
            let name = property?.name ?? attribute.name
            offsets[pointer.appending(name)] = attribute.offset
            return (name, TextValue.json(attribute.value, shape: property?.shape ?? .init()))
        }
    }

    private mutating func children(
        of element: XMLElement, _ shape: SchemaShapes.Shape, at pointer: JSONPointer
    ) -> [Member] {
        var members: [Member] = []
        var done: Set<String> = []
        for child in element.children where done.insert(child.name).inserted {
            let same = element.children.filter { $0.name == child.name }
            let property = property(of: shape, named: child.name, isAttribute: false)
            let name = property?.name ?? child.name
            members.append((name, value(of: same, property?.shape ?? .init(), at: pointer.appending(name))))
        }
        for (name, index) in shape.properties.sorted(by: { $0.key < $1.key })
        where isEmptyList(index, name, done) {
            offsets[pointer.appending(name)] = element.offset
            members.append((name, "[]"))
        }
        return members
    }

    /// One value for the elements of one name: a list where the schema has one or where there are several.
    private mutating func value(
        of elements: [XMLElement], _ shape: SchemaShapes.Shape, at pointer: JSONPointer
    ) -> String {
        let isList = shape.items != nil && shape.allows("array")
        if elements.count == 1, let only = elements.first, !isList {
            return value(of: only, shape, at: pointer)
        }
        let items = shape.xml.isWrapped ? elements.flatMap(\.children) : elements
        let itemShape = shape.items.map { shapes[$0] } ?? .init()
        offsets[pointer] = elements.first?.offset
        let values = items.enumerated().map { value(of: $1, itemShape, at: pointer.appending($0)) }
        return "[" + values.joined(separator: ",") + "]"
    }

    /// A list without a wrapper and without elements leaves no trace in XML.
    private func isEmptyList(_ index: SchemaShapes.Index, _ name: String, _ present: Set<String>) -> Bool {
        let shape = shapes[index]
        return shape.items != nil && shape.types == ["array"] && !shape.xml.isWrapped
            && !present.contains(elementName(of: shape, name))
    }

    private func property(
        of shape: SchemaShapes.Shape, named name: String, isAttribute: Bool
    ) -> (name: String, shape: SchemaShapes.Shape)? {
        if let index = shape.properties[name], fits(shapes[index], name, name, isAttribute) {
            return (name, shapes[index])
        }
        let match = shape.properties.first { fits(shapes[$0.value], $0.key, name, isAttribute) }
        return match.map { ($0.key, shapes[$0.value]) }
    }

    private func fits(
        _ shape: SchemaShapes.Shape, _ property: String, _ name: String, _ isAttribute: Bool
    ) -> Bool {
        shape.xml.isAttribute == isAttribute && !shape.xml.isText && elementName(of: shape, property) == name
    }

    /// The name in XML: of an unwrapped list that of its items.
    private func elementName(of shape: SchemaShapes.Shape, _ property: String) -> String {
        let items = shape.xml.isWrapped ? nil : shape.items.flatMap { shapes[$0].xml.name }
        return items ?? shape.xml.name ?? property
    }
}
