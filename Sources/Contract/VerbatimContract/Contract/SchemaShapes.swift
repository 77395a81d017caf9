package import VerbatimJSON
import VerbatimSchema

/// The shapes of the values that the schemas of a contract describe, whichever of their branches applies.
///
/// A shape is the union over `$ref`, `allOf`, `anyOf`, `oneOf`, `if`, `then`, `else` and `dependentSchemas`.
/// It decides what validation does not: which properties no schema names, which values are new to an open
/// enumeration, and how text (a header, a query item, an XML attribute) becomes a JSON value.
package struct SchemaShapes: Sendable {
    /// The index of a shape. Shapes refer to each other by index, as schemas may be recursive.
    package typealias Index = Int

    package struct Shape: Sendable {
        /// The schemas that the shape is the union of, in document order.
        package fileprivate(set) var schemas: [JSON] = []
        /// The shapes of the properties that a schema names.
        package fileprivate(set) var properties: [String: Index] = [:]
        /// The shape of the properties that no schema names, if a schema describes them.
        package fileprivate(set) var additionalProperties: Index?
        /// Whether a value may have properties that no schema names.
        package fileprivate(set) var isOpen = false
        /// The shape of array elements.
        package fileprivate(set) var items: Index?
        /// The types of a value, or nil if no schema restricts them.
        package fileprivate(set) var types: Set<String>?
        /// The only value that a schema allows, as text, if there is only one.
        package fileprivate(set) var constant: String?
        /// The known values of an open enumeration (`x-known-values`), or nil.
        package fileprivate(set) var knownValues: [JSONValue]?
        /// The same values, and all enumerated ones, for look-ups.
        package fileprivate(set) var knownSet: Set<JSONValue> = []
        fileprivate(set) var enumeratedSet: Set<JSONValue> = []
        package fileprivate(set) var xml = XMLForm()
        /// Whether a schema describes properties.
        fileprivate(set) var isStructured = false
        /// Whether a value may be neither a list nor an object.
        fileprivate(set) var allowsScalar = true

        package func allows(_ type: String) -> Bool { types?.contains(type) ?? true }
    }

    /// The form of a value in XML: the `xml` object of OpenAPI.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#xml-object
    package struct XMLForm: Sendable, Hashable {
        /// The name of the element or attribute, unless it is the name of the property.
        package var name: String?
        /// Whether the value is an attribute rather than an element.
        package var isAttribute = false
        /// Whether an element contains the elements of the list.
        package var isWrapped = false
        /// Whether the value is the text of its element (`x-text`).
        package var isText = false
    }

    private let references: References
    private var shapes: [Shape] = []
    /// The shapes by the nodes of their schemas.
    private var indices: [[Int]: Index] = [:]
    /// The shapes that are not described yet, with their schemas.
    private var pending: [(index: Index, branches: [JSON])] = []
    /// The number of schemas in shapes that are unions of several, or of very many that refer to each other.
    private var unions = 0
    /// The limit of `unions`: recursive schemas can have as many unions as they have subsets.
    private static let unionLimit = 50_000

    init(_ references: References) { self.references = references }

    package var count: Int { shapes.count }

    /// A shape, which is not copied unless it is kept.
    package subscript(index: Index) -> Shape { _read { yield shapes[index] } }

    package func contains(_ index: Index) -> Bool { shapes.indices.contains(index) }

    /// Adds the shape of a value that some schemas describe, with the shapes of its properties and elements.
    package mutating func add(_ schemas: [JSON]) -> Index {
        let index = index(of: schemas)
        // Schemas may lead to each other on more levels than a stack has room for.
        while let next = pending.popLast() {
            let shape = describe(next.branches)
            shapes[next.index] = shape
        }
        return index
    }

    /// Returns the index of a shape, which is described later if it is new.
    private mutating func index(of schemas: [JSON]) -> Index {
        let isCut = unions > Self.unionLimit
        let branches = isCut ? schemas : SchemaView(schemas, references).schemas
        let key = branches.compactMap(\.node).sorted() + (isCut ? [-1] : [])
        if let index = indices[key] { return index }
        let index = shapes.count
        indices[key] = index
        shapes.append(Shape())
        unions += (schemas.count > 1 ? schemas.count : 0) + max(0, key.count - 16)
        if isCut {
            shapes[index].schemas = branches
            shapes[index].isOpen = true
        } else {
            pending.append((index, branches))
        }
        return index
    }

    private mutating func describe(_ branches: [JSON]) -> Shape {
        var shape = Shape()
        shape.schemas = branches.sorted { ($0.node ?? 0) < ($1.node ?? 0) }
        let members = branches.flatMap { $0["properties"].members.map { ($0.name, $0.value) } }
        let properties = OrderedGroups(grouping: members, by: \.0)
        for (name, schemas) in properties.pairs { shape.properties[name] = index(of: schemas.map(\.1)) }
        let additional = branches.map { $0["additionalProperties"] }.filter(\.exists)
        if additional.contains(where: { $0.kind == .object }) {
            shape.additionalProperties = index(of: additional)
        }
        shape.isOpen =
            properties.isEmpty || !additional.isEmpty
            || branches.contains { $0["patternProperties"].exists || hasUnresolvedReference($0) }
        let items = branches.map { $0["items"] }.filter { $0.kind == .object }
        if !items.isEmpty { shape.items = index(of: items) }
        shape.types = Self.types(of: branches)
        let constants = Set(branches.compactMap(Self.constant))
        shape.constant = constants.count == 1 ? constants.first : nil
        let known = branches.flatMap { $0["x-known-values"].elements.map(\.value) }
        shape.knownValues = known.isEmpty ? nil : known
        shape.knownSet = Set(known)
        shape.enumeratedSet = Set(shape.enumeratedValues)
        shape.xml = Self.xmlForm(of: branches)
        shape.isStructured =
            !shape.properties.isEmpty || shape.additionalProperties != nil || shape.types == ["object"]
        shape.allowsScalar =
            shape.types.map { !$0.isSubset(of: ["array", "object"]) }
            ?? (shape.items == nil && !shape.isStructured)
        return shape
    }

    /// Whether a schema refers to one that is not part of the shape and may name any property.
    private func hasUnresolvedReference(_ schema: JSON) -> Bool {
        schema["$ref"].exists && references.target(of: schema) == nil
            || schema["$dynamicRef"].exists && references.dynamicTarget(of: schema) == nil
    }

    /// Returns the types that all schemas allow, or if there are none, the types that any schema allows.
    private static func types(of branches: [JSON]) -> Set<String>? {
        let sets = branches.compactMap(\.allowedTypes)
        guard let first = sets.first else { return nil }
        let common = sets.dropFirst().reduce(first) { $0.intersection($1) }
        return common.isEmpty ? sets.reduce(first) { $0.union($1) } : common
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
