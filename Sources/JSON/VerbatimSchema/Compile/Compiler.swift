import VerbatimJSON

/// Compiles schemas into a program, which contains every schema reachable from the entries once.
///
/// The extensions follow the sections of the specification that define the keywords.
struct Compiler {
    var index: ResourceIndex
    let options: CompileOptions
    var builder = ProgramBuilder()
    private let document: Int32
    private var nodeIndexBySchema: [DocumentNode: Int32] = [:]
    private var pending: [Pending] = []
    /// The mistakes that are listed.
    private(set) var problems: [SchemaError] = []
    /// The nodes of schemas of which a keyword is ignored.
    private var weakened: [Int32] = []

    /// A schema that has a node but is not compiled yet.
    private struct Pending {
        let node: Int32
        let target: ResourceIndex.Target
        /// The keyword that contains it.
        let keyword: Keyword?
    }

    init(_ schema: Schema, store: SchemaStore, options: CompileOptions) throws(SchemaError) {
        self.options = options
        index = ResourceIndex(store: store, listsMistakes: options.mistakes == .list)
        document = try index.add(schema.document, at: URI(schema.base).withoutFragment.text)
    }

    /// Adds the schema at a pointer from the root of the document, and returns the index of its node.
    mutating func addEntry(at pointer: JSONPointer) throws(SchemaError) -> Int32 {
        let root = ResourceIndex.Target(schema: index.resources[Int(document)].root, resource: document)
        guard let target = try index.walk(pointer, from: root) else {
            throw index.error(.missing, index.json(root.schema)[pointer], document)
        }
        return nodeIndex(of: target, keyword: nil)
    }

    /// Adds a schema of the document, and returns the index of its node.
    mutating func addEntry(_ schema: JSON) throws(SchemaError) -> Int32 {
        nodeIndex(of: try index.target(of: schema, in: document), keyword: nil)
    }

    mutating func finish() throws(SchemaError) -> (Program, [SchemaError]) {
        try compilePending()
        try resolveDynamicAnchors()
        for (node, location) in ReferenceCycles.cut(in: &builder) {
            let json = index.json(builder.locations[Int(location)].value)
            try list(SchemaError(reason: .circularReference(json.string ?? ""), schema: json, document: ""))
            weakened.append(node)
        }
        builder.permitWhatDepends(on: weakened)
        collapseForwards()
        return (Program(builder, index), index.problems + problems)
    }

    /// Lists a mistake, or throws it if mistakes are rejected.
    mutating func list(_ problem: SchemaError) throws(SchemaError) {
        guard options.mistakes == .list else { throw problem }
        problems.append(problem)
    }

    /// Replaces references to references by references to the final target; there are no cycles.
    private mutating func collapseForwards() {
        var chain: [Int] = []
        for node in builder.nodes.indices {
            var target = node
            while builder.nodes[target].forward >= 0 {
                chain.append(target)
                target = Int(builder.nodes[target].forward)
            }
            // The whole chain is now at its target, so that no node is passed twice.
            for link in chain { builder.nodes[link].forward = Int32(target) }
            chain.removeAll(keepingCapacity: true)
        }
    }

    private mutating func compilePending() throws(SchemaError) {
        while let next = pending.popLast() {
            let json = index.json(next.target.schema)
            builder.nodes[Int(next.node)].resource = next.target.resource
            builder.nodes[Int(next.node)].location = location(json, next.target.schema.document, next.keyword)
            switch json.kind {
            case .bool: compileBoolean(json, next.node)
            case .object: try compileObject(json, next.target, next.node)
            default:
                let reason = SchemaError.Reason.invalidValue(
                    keyword: next.keyword?.rawValue ?? "", expected: "a schema")
                try list(index.error(reason, json, next.target.resource))
                weakened.append(next.node)
            }
        }
    }

    /// Returns the index of a schema's node, scheduling the schema for compilation if it is new.
    mutating func nodeIndex(of target: ResourceIndex.Target, keyword: Keyword?) -> Int32 {
        if let known = nodeIndexBySchema[target.schema] { return known }
        let node = Int32(builder.nodes.count)
        builder.nodes.append(SchemaNode())
        nodeIndexBySchema[target.schema] = node
        pending.append(Pending(node: node, target: target, keyword: keyword))
        return node
    }

    /// Returns the names that `required` of a schema leaves out, or nil if there are none.
    func optionalNames(in schema: SchemaObject) -> Set<String>? {
        guard schema.node.document == index.resources[Int(document)].root.document else { return nil }
        return options.optionalNames[Int(schema.node.node)]
    }

    /// Returns whether the instance has the content of the strings that a schema describes.
    func hasContent(_ schema: SchemaObject) -> Bool {
        !options.stringsWithContent.isEmpty
            && schema.node.document == index.resources[Int(document)].root.document
            && options.stringsWithContent.contains(Int(schema.node.node))
    }

    /// Returns the index of the node of a subschema.
    mutating func subschema(_ json: JSON, of schema: SchemaObject, _ keyword: Keyword) -> Int32 {
        let subschema = index.node(json, in: schema.node.document)
        let resource = index.resource(of: subschema, within: schema.resource)
        return nodeIndex(of: .init(schema: subschema, resource: resource), keyword: keyword)
    }

    mutating func location(_ json: JSON, _ document: Int32, _ keyword: Keyword?) -> Int32 {
        let value = index.node(json, in: document)
        builder.locations.append(KeywordLocation(value: value, keyword: keyword))
        return Int32(builder.locations.count - 1)
    }

    // MARK: One schema

    /// https://json-schema.org/draft/2020-12/json-schema-core#section-4.3.2
    private mutating func compileBoolean(_ json: JSON, _ node: Int32) {
        guard json.bool == false else { return }
        let location = builder.nodes[Int(node)].location
        builder.nodes[Int(node)].general = add([Step(operation: .falseSchema, location: location)])
    }

    private mutating func compileObject(
        _ json: JSON, _ target: ResourceIndex.Target, _ node: Int32
    ) throws(SchemaError) {
        var schema = try readKeywords(json, target)
        while true {
            do throws(SchemaError) {
                return try compile(schema, node)
            } catch {
                try list(error)
                // Whatever was compiled so far is compiled again without the keyword.
                guard schema.removeKeyword(containing: error.schema) else { throw error }
                weakened.append(node)
            }
        }
    }

    private mutating func compile(_ schema: SchemaObject, _ index: Int32) throws(SchemaError) {
        if let forward = try forward(schema) {
            builder.nodes[Int(index)].forward = forward
            if let value = schema[.reference] {
                builder.nodes[Int(index)].typeLocation = location(value, schema, .reference)
            }
            return
        }
        var node = builder.nodes[Int(index)]
        var steps = StepGroups()
        try compileType(schema, &node)
        try compileLiterals(schema, &steps)
        try compileNumbers(schema, &steps)
        try compileStrings(schema, &steps)
        try compileReferences(schema, &steps)
        try compileLogic(schema, &steps)
        try compileArrays(schema, &steps)
        try compileObjects(schema, &steps)
        compileUnevaluated(schema, &steps)
        try compileDefinitions(schema)
        node.isTypeOnly = steps.isEmpty
        node.tracksEvaluated = !steps.unevaluated.isEmpty
        node.general = add(steps.general)
        node.object = add(steps.object)
        node.array = add(steps.array)
        node.string = add(steps.string)
        node.number = add(steps.number)
        node.unevaluated = add(steps.unevaluated)
        builder.nodes[Int(index)] = node
    }

    private mutating func add(_ steps: [Step]) -> StepRange {
        let start = Int32(builder.steps.count)
        builder.steps += steps
        return StepRange(start: start, end: Int32(builder.steps.count))
    }

    /// Returns the known keywords of a schema object, and reports the others.
    /// https://json-schema.org/draft/2020-12/json-schema-core#section-4.3.1
    private mutating func readKeywords(
        _ json: JSON, _ target: ResourceIndex.Target
    ) throws(SchemaError) -> SchemaObject {
        var schema = SchemaObject(json, target)
        let dialect = index.resources[Int(target.resource)].dialect
        for member in SchemaMember.members(of: json) {
            if let keyword = member.keyword, try supports(keyword, member.value, dialect, target.resource) {
                if schema[keyword] == nil {
                    schema.add(keyword, member.value)
                } else {
                    try list(index.error(.duplicateKeyword(keyword.rawValue), member.value, target.resource))
                }
            } else {
                try report(unknown: member, target.resource)
            }
        }
        return schema
    }

    private mutating func report(unknown member: SchemaMember, _ resource: Int32) throws(SchemaError) {
        let name = member.name.string ?? ""
        if options.allowedKeywords.contains(name) || options.allowedPrefixes.contains(where: name.hasPrefix) {
            return
        }
        let problem = index.error(.unknownKeyword(name), member.value, resource)
        if options.unknownKeywords == .reject { throw problem }
        problems.append(problem)
    }

    /// Returns whether a dialect has a keyword; draft 2019-09 is supported as far as it agrees with 2020-12.
    private func supports(
        _ keyword: Keyword, _ value: JSON, _ dialect: Vocabulary, _ resource: Int32
    ) throws(SchemaError) -> Bool {
        guard dialect.contains(.draft2019) else {
            return keyword.vocabulary == .core || !dialect.isDisjoint(with: keyword.vocabulary)
        }
        switch keyword {
        case .prefixItems, .dynamicReference, .dynamicAnchor: return false
        case .items where value.kind == .array, .unevaluatedItems:
            throw index.error(.unsupportedDialect(Metaschemas.draft2019), value, resource)
        default: return true
        }
    }

    /// Lists a problem that keeps no schema from compiling.
    mutating func report(_ reason: SchemaError.Reason, _ value: JSON, _ schema: SchemaObject) {
        problems.append(index.error(reason, value, schema.resource))
    }

    func invalid(_ keyword: Keyword, _ expected: String, _ value: JSON, _ schema: SchemaObject) -> SchemaError
    {
        index.error(.invalidValue(keyword: keyword.rawValue, expected: expected), value, schema.resource)
    }

    // MARK: Dynamic anchors

    /// Compiles every possible target of the dynamic references, and registers them by resource and name.
    private mutating func resolveDynamicAnchors() throws(SchemaError) {
        guard !builder.dynamicNames.isEmpty else { return }
        var resourceCount = -1
        while resourceCount != index.resources.count || !pending.isEmpty {
            resourceCount = index.resources.count
            for (anchor, schema) in index.dynamicAnchors where builder.dynamicNames[anchor.name] != nil {
                _ = nodeIndex(of: .init(schema: schema, resource: anchor.resource), keyword: nil)
            }
            try compilePending()
        }
        for (anchor, schema) in index.dynamicAnchors {
            guard let name = builder.dynamicNames[anchor.name] else { continue }
            let known = DynamicAnchor(resource: anchor.resource, name: name)
            builder.dynamicAnchors[known] = nodeIndexBySchema[schema]
        }
    }
}
