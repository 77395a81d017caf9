import VerbatimHAR
package import VerbatimJSON

/// What the schemas of a contract say about the shape of values, whichever of their branches applies.
///
/// A shape is the union over `$ref`, `allOf`, `anyOf`, `oneOf`, `if`, `then`, `else` and `dependentSchemas`. It decides
/// what validation does not: which members no schema knows, which values are new to an open enumeration, and how text
/// (a header, a query item, an XML attribute) becomes a JSON value.
package struct SchemaShapes: Sendable {
    /// Stands for a shape; the shapes of a recursive schema point at each other.
    package typealias Index = Int

    /// The shape of one value.
    package struct Shape: Sendable {
        /// The schemas it is the union of, in document order.
        package fileprivate(set) var schemas: [JSON] = []
        /// The shapes of the members that a schema names.
        package fileprivate(set) var properties: [String: Index] = [:]
        /// The shape of the members that no schema names, if one is given for them.
        package fileprivate(set) var others: Index?
        /// Whether a schema has a say about members that it does not name, or names none at all.
        package fileprivate(set) var isOpen = false
        /// The shape of array elements.
        package fileprivate(set) var items: Index?
        /// The types a value may have; nil when nothing says so.
        package fileprivate(set) var types: Set<String>?
        /// The one value there is, as text, if there is only one.
        package fileprivate(set) var constant: String?
        /// The values that an open enumeration had so far; nil when it is none.
        package fileprivate(set) var knownValues: [JSONValue]?
        /// How the value stands in XML.
        package fileprivate(set) var xml = XMLForm()

        /// Whether a value of this type is allowed.
        package func allows(_ type: String) -> Bool { types?.contains(type) ?? true }
    }

    /// How a value stands in XML: the `xml` object of OpenAPI.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#xml-object
    package struct XMLForm: Sendable, Hashable {
        /// The name of the element or attribute, where it is not the name of the property.
        package var name: String?
        /// An attribute instead of an element.
        package var isAttribute = false
        /// A list inside an element of its own.
        package var isWrapped = false
        /// The text of the element (`x-text`).
        package var isText = false
    }

    private let document: JSON
    private let components: [String: JSON]
    private var shapes: [Shape] = []
    private var known: [[Int]: Index] = [:]

    init(document: JSON) {
        self.document = document
        components = document.referencedComponents
    }

    /// How many shapes there are.
    package var count: Int { shapes.count }

    /// The shape that an index stands for.
    package subscript(index: Index) -> Shape { shapes[index] }

    /// Takes a schema in, with everything below it.
    mutating func add(_ schemas: [JSON]) -> Index {
        let branches = expand(schemas)
        let key = branches.compactMap(\.node).sorted()
        if let index = known[key] { return index }
        let index = shapes.count
        known[key] = index
        shapes.append(Shape())
        let shape = describe(branches)
        shapes[index] = shape
        return index
    }

    private mutating func describe(_ branches: [JSON]) -> Shape {
        var shape = Shape()
        shape.schemas = branches.sorted { ($0.node ?? 0) < ($1.node ?? 0) }
        var members: [(name: String, schemas: [JSON])] = []
        for (name, schema) in branches.flatMap({ $0["properties"].members.map { ($0.name, $0.value) } }) {
            if let known = members.firstIndex(where: { $0.name == name }) {
                members[known].schemas.append(schema)
            } else {
                members.append((name, [schema]))
            }
        }
        for member in members { shape.properties[member.name] = add(member.schemas) }
        let others = branches.map { $0["additionalProperties"] }.filter(\.exists)
        if others.contains(where: { $0.kind == .object }) { shape.others = add(others) }
        shape.isOpen =
            members.isEmpty || !others.isEmpty
            || branches.contains { $0["patternProperties"].exists || leadsElsewhere($0) }
        let items = branches.map { $0["items"] }.filter { $0.kind == .object }
        if !items.isEmpty { shape.items = add(items) }
        shape.types = Self.types(of: branches)
        shape.constant = branches.lazy.compactMap(Self.constant).first
        let known = branches.flatMap { $0["x-known-values"].elements.map(\.value) }
        shape.knownValues = known.isEmpty ? nil : known
        shape.xml = Self.xmlForm(of: branches)
        return shape
    }

    /// A schema with everything it is put together from, each once.
    private func expand(_ schemas: [JSON]) -> [JSON] {
        var found: [JSON] = []
        var seen: Set<Int> = []
        var waiting = schemas
        while let schema = waiting.popLast() {
            guard schema.kind == .object, let node = schema.node, seen.insert(node).inserted else { continue }
            found.append(schema)
            waiting += parts(of: schema)
        }
        return found
    }

    private func parts(of schema: JSON) -> [JSON] {
        let lists = ["allOf", "anyOf", "oneOf"].flatMap { Array(schema[$0].elements) }
        let branches = ["if", "then", "else"].map { schema[$0] }
        let dependent = schema["dependentSchemas"].members.map(\.value)
        let target = schema["$ref"].string.flatMap(target)
        return lists + branches + dependent + [target].compactMap { $0 }
    }

    /// What a reference means: a location in the document, or an anchor in one of its component schemas.
    private func target(of reference: String) -> JSON? {
        if let target = components[reference] ?? document.target(of: reference) { return target }
        guard reference.hasPrefix("#") else { return nil }
        var waiting = document["components"]["schemas"].members.map(\.value)
        while let schema = waiting.popLast() {
            if schema["$anchor"].string == String(reference.dropFirst()) { return schema }
            waiting += schema.subschemas
        }
        return nil
    }

    /// Whether a schema refers to what is not looked at here, and so may know any member.
    private func leadsElsewhere(_ schema: JSON) -> Bool {
        schema["$dynamicRef"].exists || schema["$ref"].string.map { target(of: $0) == nil } ?? false
    }

    /// The types that all schemas with a say allow; if that leaves none, the types that any allows.
    private static func types(of branches: [JSON]) -> Set<String>? {
        let sets = branches.compactMap(types)
        guard let first = sets.first else { return nil }
        let common = sets.dropFirst().reduce(first) { $0.intersection($1) }
        return common.isEmpty ? sets.reduce(first) { $0.union($1) } : common
    }

    private static func types(of schema: JSON) -> Set<String>? {
        if let type = schema["type"].string { return [type] }
        if schema["type"].kind == .array { return Set(schema["type"].elements.compactMap(\.string)) }
        let values = schema["const"].exists ? [schema["const"]] : Array(schema["enum"].elements)
        return values.isEmpty
            ? nil : Set(values.compactMap { $0.kind == .bool ? "boolean" : $0.kind?.rawValue })
    }

    private static func constant(of schema: JSON) -> String? {
        let value = schema["enum"].count == 1 ? schema["enum"][0] : schema["const"]
        return value.exists ? value.string ?? value.text : nil
    }

    private static func xmlForm(of branches: [JSON]) -> XMLForm {
        branches.map { $0["xml"] }.filter(\.exists).reduce(into: XMLForm()) { form, xml in
            form.name = form.name ?? xml["name"].string
            form.isAttribute = form.isAttribute || xml["attribute"].bool == true
            form.isWrapped = form.isWrapped || xml["wrapped"].bool == true
            form.isText = form.isText || xml["x-text"].bool == true
        }
    }
}

extension JSON {
    /// The schemas of the components by the references to them.
    ///
    /// A large contract has thousands, and a look-up by pointer goes through them one by one.
    package var referencedComponents: [String: JSON] {
        let plain = self["components"]["schemas"].members.filter { member in
            member.name.allSatisfy { $0 != "/" && $0 != "~" && $0 != "%" }
        }
        return Dictionary(plain.map { ("#/components/schemas/" + $0.name, $0.value) }) { first, _ in first }
    }

    /// The node that a reference inside the document points at, `#/components/schemas/Volume`.
    package func target(of reference: String) -> JSON? {
        guard reference.hasPrefix("#"),
            let pointer = try? JSONPointer(parsing: PercentEncoding.decode(reference.dropFirst()))
        else { return nil }
        let target = self[pointer]
        return target.exists ? target : nil
    }
}
