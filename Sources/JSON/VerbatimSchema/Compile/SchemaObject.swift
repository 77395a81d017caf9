import VerbatimJSON

/// A schema object and its known keywords, during compilation.
struct SchemaObject {
    let json: JSON
    let node: DocumentNode
    let resource: Int32
    private(set) var keywords: [(keyword: Keyword, value: JSON)] = []

    init(_ json: JSON, _ target: ResourceIndex.Target) {
        self.json = json
        node = target.schema
        resource = target.resource
    }

    mutating func add(_ keyword: Keyword, _ value: JSON) {
        keywords.append((keyword, value))
    }

    subscript(keyword: Keyword) -> JSON? {
        for (known, value) in keywords where known == keyword { return value }
        return nil
    }
}

/// The steps of one schema, by the type of instance they apply to.
struct StepGroups {
    var general: [Step] = []
    var object: [Step] = []
    var array: [Step] = []
    var string: [Step] = []
    var number: [Step] = []
    var unevaluated: [Step] = []

    var isEmpty: Bool {
        general.isEmpty && object.isEmpty && array.isEmpty && string.isEmpty && number.isEmpty
            && unevaluated.isEmpty
    }
}
