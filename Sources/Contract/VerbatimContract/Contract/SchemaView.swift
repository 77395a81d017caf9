@_spi(Tape) package import VerbatimJSON

/// The schemas of a contract that describe a value, whichever of their branches applies.
///
/// It is the union over `$ref`, `$dynamicRef`, `allOf`, `anyOf`, `oneOf`, `if`, `then`, `else` and
/// `dependentSchemas`. ``SchemaShapes`` are its fast form, for the values of every response.
package struct SchemaView: Sendable {
    package struct Branch: Sendable {
        let schema: JSON
        /// Whether the schema applies to every such value.
        let isCertain: Bool
    }

    private let roots: [Branch]
    private let branches: [Branch]
    private let references: References
    /// The schemas of the items, if the value is the array of those of a sequence.
    private var items: [JSON] = []

    /// Creates the view of a value that some schemas describe as a whole; without any, it is undocumented.
    package init(_ schemas: [JSON], _ references: References) {
        self.init(schemas.map { Branch(schema: $0, isCertain: true) }, references)
    }

    /// Creates the view of a body; without a schema, it is undocumented.
    package init(ofBody schema: SchemaReference?, _ references: References) {
        let isOfItems = schema?.items != nil
        let schemas = schema.map { [$0.node] } ?? []
        self.init(isOfItems ? [] : schemas, references)
        if isOfItems { items = schemas }
    }

    private init(_ roots: [Branch], _ references: References) {
        self.roots = roots
        self.references = references
        branches = references.branches(of: roots)
    }

    /// The schemas, each before those that it leads to.
    package var schemas: [JSON] { branches.map(\.schema) }

    /// The first schema that describes the value; nil if it is undocumented.
    package var root: JSON? { roots.first?.schema }

    // MARK: Values inside

    /// The view of a property: by the schemas that name it, or else by `additionalProperties`.
    package func property(_ name: String) -> SchemaView {
        let isNamed = branches.contains { $0.schema["properties"][name].exists }
        return descending { [isNamed ? $0["properties"][name] : $0["additionalProperties"]] }
    }

    package var elements: SchemaView { descending { [$0["items"]] } }

    /// Returns the view of the values to which a pattern leads, with `*` for every element or property.
    package func descending(_ pattern: JSONPointer) -> SchemaView {
        pattern.tokens.reduce(self) { view, token in
            view.descending { schema in
                token == "*"
                    ? [schema["items"], schema["additionalProperties"]] : [schema["properties"][token]]
            }
        }
    }

    private func descending(_ step: (JSON) -> [JSON]) -> SchemaView {
        guard items.isEmpty else { return SchemaView(items, references) }
        let next = branches.flatMap { branch in
            step(branch.schema).filter { $0.kind == .object }
                .map { Branch(schema: $0, isCertain: branch.isCertain) }
        }
        return SchemaView(next, references)
    }

    // MARK: Properties

    /// The schema that lists the properties of the object, reached through references if there are any.
    package var object: JSON? { branches.first { $0.schema["properties"].exists }?.schema ?? root }

    /// Returns the first schema of a property that a schema names, and the object that names it.
    package func documented(_ name: String) -> (schema: JSON, object: JSON)? {
        branches.lazy.map { ($0.schema["properties"][name], $0.schema) }.first { $0.0.kind == .object }
    }

    /// The names of the documented properties, each once.
    package var names: [String] { schemas.flatMap { $0["properties"].members.map(\.name) }.uniqued }

    /// Returns whether the schemas' keywords reject every object without a property.
    package func requires(_ name: String) -> Bool {
        let certain = roots.filter(\.isCertain)
        return certain.contains { requires($0.schema, name) }
            || certain.isEmpty && !roots.isEmpty && roots.allSatisfy { requires($0.schema, name) }
    }

    /// Returns whether any branch of the schemas requires a property of the object.
    package func requiresInSomeBranch(_ name: String) -> Bool {
        schemas.contains { schema in
            let dependent = schema["dependentRequired"].members.flatMap { Array($0.value.elements) }
            return (Array(schema["required"].elements) + dependent).contains { $0.string == name }
        }
    }

    private func requires(_ schema: JSON, _ name: String, depth: Int = 0) -> Bool {
        guard depth < 16 else { return false }
        let requires = { (part: JSON) in self.requires(part, name, depth: depth + 1) }
        return schema["required"].elements.contains { $0.string == name }
            || references.certain(schema).contains(where: requires)
            || ["anyOf", "oneOf"].contains { key in
                !schema[key].elements.isEmpty && schema[key].elements.allSatisfy(requires)
            }
    }

    /// The keywords by which the schemas of one property or element may depend on another.
    private static let jointKeywords: Set<String> = [
        "anyOf", "oneOf", "not", "if", "dependentSchemas", "dependentRequired", "dependencies", "$dynamicRef",
        "discriminator", "const", "enum", "contentSchema", "patternProperties", "propertyNames",
        "minProperties", "maxProperties", "prefixItems", "contains", "uniqueItems", "unevaluatedProperties",
        "unevaluatedItems",
    ]

    /// The names of the required properties, if the schemas judge each property, and each element, whatever
    /// the others are; nil if they may not.
    package var requiredApart: Set<ExactString>? {
        let holders = schemas.count { $0["properties"].exists || $0["additionalProperties"].exists }
        guard items.isEmpty, holders < 2 || !schemas.contains(where: { $0["additionalProperties"].exists }),
            branches.allSatisfy(\.isCertain),
            !schemas.contains(where: { $0.members.contains { Self.jointKeywords.contains($0.name) } })
        else { return nil }
        return Set(schemas.flatMap { $0["required"].elements.compactMap(\.string).map(ExactString.init) })
    }

    // MARK: Values

    /// The values of an open or closed enumeration; empty if the value is not one.
    package var enumeration: [JSON] {
        schemas.flatMap { schema in
            [schema["const"]].filter(\.exists)
                + ["enum", "x-known-values"].flatMap { Array(schema[$0].elements) }
        }
    }

    package var isDate: Bool {
        schemas.contains { schema in
            schema["x-date-formats"].exists || schema["x-date-profile"].exists
                || ["date", "date-time"].contains(schema["format"].string)
        }
    }
}

// MARK: - The walk

extension References {
    /// Returns a schema and every schema that applies to the same values, each once, in document order.
    ///
    /// - Parameter isCertain: Whether only those are found that apply to all of the values.
    package func branches(of schema: JSON, isCertain: Bool = false) -> [JSON] {
        branches(of: [SchemaView.Branch(schema: schema, isCertain: true)], isCertain: isCertain).map(\.schema)
    }

    fileprivate func branches(of roots: [SchemaView.Branch], isCertain: Bool = false) -> [SchemaView.Branch] {
        var found: [SchemaView.Branch] = []
        var seen: Set<Int> = []
        var pending = Array(roots.reversed())
        while let branch = pending.popLast() {
            let schema = branch.schema
            guard schema.kind == .object, let node = schema.node, seen.insert(node).inserted else { continue }
            found.append(branch)
            guard Self.leadsToOthers(schema) || content(of: schema) != nil else { continue }
            let others = isCertain ? [] : Self.uncertain(schema)
            pending += others.reversed().map { SchemaView.Branch(schema: $0, isCertain: false) }
            pending += certain(schema).reversed()
                .map { SchemaView.Branch(schema: $0, isCertain: branch.isCertain) }
        }
        return found
    }

    /// The keywords of schemas that apply to the same value.
    private static let (keywordTable, keywords) = {
        var table = KeyTable()
        let keywords = table.addSubtable(of: [
            "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas",
        ])
        return (FixedKeyTable(table), keywords.subtable)
    }()

    /// Returns whether a schema has one of them; most have none, and looking for each takes longer.
    private static func leadsToOthers(_ schema: JSON) -> Bool {
        schema.read { reader, node in
            let end = reader.next(after: node)
            var name = reader.first(in: node)
            while name < end {
                if reader.entry(of: name, in: keywords, of: keywordTable.search) >= 0 { return true }
                name = reader.next(after: name + 1)
            }
            return false
        } ?? false
    }

    /// Returns the schemas one step away that apply to every value the schema applies to.
    fileprivate func certain(_ schema: JSON) -> [JSON] {
        [target(of: schema), dynamicTarget(of: schema), content(of: schema)].compactMap(\.self)
            + Array(schema["allOf"].elements)
    }

    /// Returns the schemas one step away that apply to some of the values.
    private static func uncertain(_ schema: JSON) -> [JSON] {
        let alternatives = ["anyOf", "oneOf"].flatMap { Array(schema[$0].elements) }
        let conditions = ["if", "then", "else"].map { schema[$0] }.filter(\.exists)
        return alternatives + conditions + schema["dependentSchemas"].members.map(\.value)
    }
}
