import VerbatimJSON

/// Turns schemas into a program: every schema that can be reached from the entries, each once.
///
/// Each keyword has its function in an extension, by the section of the specification it is defined in.
struct Compiler {
    var index: ResourceIndex
    let options: CompileOptions
    var draft = ProgramBuilder()
    private let document: Int32
    private var numberByLocation: [Location: Int32] = [:]
    private var pending: [Pending] = []
    private var unknown: [UnknownKeyword] = []

    /// A schema that has a number but is not compiled yet.
    private struct Pending {
        let number: Int32
        let target: ResourceIndex.Target
        /// The keyword that holds it.
        let keyword: Keyword?
    }

    init(_ schema: Schema, store: SchemaStore, options: CompileOptions) throws(SchemaError) {
        self.options = options
        index = ResourceIndex(store: store)
        document = try index.add(schema.document, at: URI(schema.base).withoutFragment.text)
    }

    /// The number of the schema at a pointer from the root of the document.
    mutating func addEntry(at pointer: JSONPointer) throws(SchemaError) -> Int32 {
        let root = ResourceIndex.Target(location: index.resources[Int(document)].location, resource: document)
        guard let target = try index.walk(pointer, from: root) else {
            throw index.error(.missing, index.json(root.location).at(pointer), document)
        }
        return number(of: target, keyword: nil)
    }

    mutating func finish() throws(SchemaError) -> (Program, [UnknownKeyword]) {
        try compilePending()
        try resolveDynamicAnchors()
        if let looping = LoopCheck.find(in: draft) {
            let schema = draft.locations[Int(looping)]
            let location = Location(document: schema.document, node: schema.node)
            let json = index.json(location)
            throw SchemaError(reason: .referenceLoop(json.string ?? ""), schema: json, document: "")
        }
        shortenForwards()
        return (Program(draft, index), unknown)
    }

    /// Sends references to references straight to the end; there is no loop among them.
    private mutating func shortenForwards() {
        for number in draft.nodes.indices {
            while draft.nodes[number].forward >= 0 {
                let next = draft.nodes[Int(draft.nodes[number].forward)].forward
                guard next >= 0 else { break }
                draft.nodes[number].forward = next
            }
        }
    }

    private mutating func compilePending() throws(SchemaError) {
        while let next = pending.popLast() {
            let json = index.json(next.target.location)
            draft.nodes[Int(next.number)].resource = next.target.resource
            draft.nodes[Int(next.number)].location = location(
                json, next.target.location.document, next.keyword)
            switch json.kind {
            case .bool: compileBoolean(json, next.number)
            case .object: try compileObject(json, next.target, next.number)
            default:
                let reason = SchemaError.Reason.invalidValue(
                    keyword: next.keyword?.rawValue ?? "", expected: "a schema")
                throw index.error(reason, json, next.target.resource)
            }
        }
    }

    /// The number of a schema, now or once it is compiled.
    mutating func number(of target: ResourceIndex.Target, keyword: Keyword?) -> Int32 {
        if let known = numberByLocation[target.location] { return known }
        let number = Int32(draft.nodes.count)
        draft.nodes.append(SchemaNode())
        numberByLocation[target.location] = number
        pending.append(Pending(number: number, target: target, keyword: keyword))
        return number
    }

    /// The number of a schema that a keyword of another holds.
    mutating func child(_ json: JSON, of schema: SchemaObject, _ keyword: Keyword) -> Int32 {
        let location = index.location(json, in: schema.location.document)
        let resource = index.resource(of: location, within: schema.resource)
        return number(of: .init(location: location, resource: resource), keyword: keyword)
    }

    mutating func location(_ json: JSON, _ document: Int32, _ keyword: Keyword?) -> Int32 {
        let node = Int32(truncatingIfNeeded: json.node ?? 0)
        draft.locations.append(SchemaLocation(document: document, node: node, keyword: keyword))
        return Int32(draft.locations.count - 1)
    }

    // MARK: One schema

    /// https://json-schema.org/draft/2020-12/json-schema-core#section-4.3.2
    private mutating func compileBoolean(_ json: JSON, _ number: Int32) {
        guard json.bool == false else { return }
        let location = draft.nodes[Int(number)].location
        draft.nodes[Int(number)].general = add([Step(operation: .never, location: location)])
    }

    private mutating func compileObject(
        _ json: JSON, _ target: ResourceIndex.Target, _ number: Int32
    ) throws(SchemaError) {
        let schema = try readKeywords(json, target)
        if let forward = try forward(schema) {
            draft.nodes[Int(number)].forward = forward
            if let value = schema[.reference] {
                draft.nodes[Int(number)].typeLocation = location(value, schema, .reference)
            }
            return
        }
        var node = draft.nodes[Int(number)]
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
        node.needsMarks = !steps.unevaluated.isEmpty
        node.general = add(steps.general)
        node.object = add(steps.object)
        node.array = add(steps.array)
        node.string = add(steps.string)
        node.number = add(steps.number)
        node.unevaluated = add(steps.unevaluated)
        draft.nodes[Int(number)] = node
    }

    private mutating func add(_ steps: [Step]) -> StepRange {
        let start = Int32(draft.steps.count)
        draft.steps += steps
        return StepRange(start: start, end: Int32(draft.steps.count))
    }

    /// Sorts members into known keywords and unknown ones.
    /// https://json-schema.org/draft/2020-12/json-schema-core#section-4.3.1
    private mutating func readKeywords(
        _ json: JSON, _ target: ResourceIndex.Target
    ) throws(SchemaError) -> SchemaObject {
        var schema = SchemaObject(json, target)
        let dialect = index.resources[Int(target.resource)].dialect
        for member in SchemaMember.members(of: json) {
            if let keyword = member.keyword, try knows(keyword, member.value, dialect, target.resource) {
                guard schema[keyword] == nil else {
                    throw index.error(.repeatedKeyword(keyword.rawValue), member.value, target.resource)
                }
                schema.add(keyword, member.value)
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
        if options.unknownKeywords == .reject {
            throw index.error(.unknownKeyword(name), member.value, resource)
        }
        unknown.append(UnknownKeyword(name: name, schema: member.value))
    }

    /// Whether a dialect has a keyword. Of draft 2019-09 only what means the same in 2020-12 is taken.
    private func knows(
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

    mutating func report(unknownFormat name: String, _ value: JSON) {
        unknown.append(UnknownKeyword(name: name, schema: value))
    }

    func invalid(_ keyword: Keyword, _ expected: String, _ value: JSON, _ schema: SchemaObject) -> SchemaError
    {
        index.error(
            .invalidValue(keyword: keyword.rawValue, expected: expected), value, schema.resource)
    }

    // MARK: Dynamic anchors

    /// Compiles every schema that a dynamic reference may come to mean, and notes them by resource and name.
    private mutating func resolveDynamicAnchors() throws(SchemaError) {
        guard !draft.dynamicNames.isEmpty else { return }
        var resourceCount = -1
        while resourceCount != index.resources.count || !pending.isEmpty {
            resourceCount = index.resources.count
            for (anchor, location) in index.dynamicAnchors where draft.dynamicNames.contains(anchor.name) {
                _ = number(of: .init(location: location, resource: anchor.resource), keyword: nil)
            }
            try compilePending()
        }
        let width = draft.dynamicNames.count
        draft.dynamicAnchors = [Int32](repeating: -1, count: index.resources.count * width)
        for (anchor, location) in index.dynamicAnchors {
            guard let name = draft.dynamicNames.firstIndex(of: anchor.name) else { continue }
            draft.dynamicAnchors[Int(anchor.resource) * width + name] = numberByLocation[location] ?? -1
        }
    }
}
