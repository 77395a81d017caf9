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

    mutating func add(_ keyword: Keyword, _ value: JSON) { keywords.append((keyword, value)) }

    /// Removes the keyword whose value contains a value or, for a value of another document, the references.
    ///
    /// Keywords that apply to what it leaves are removed as well: a property that an ignored `properties`
    /// describes is no additional one. Returns whether there was such a keyword.
    mutating func removeKeyword(containing value: JSON) -> Bool {
        let removed: Set<Keyword>
        if let keyword = keywords.last(where: { $0.value.contains(value) })?.keyword {
            removed = [keyword]
        } else {
            removed = [.reference, .dynamicReference]
        }
        let count = keywords.count
        keywords.removeAll { removed.contains($0.keyword) }
        guard keywords.count < count else { return false }
        let dependents = removed.reduce(into: Set()) { $0.formUnion($1.dependents) }
        keywords.removeAll { dependents.contains($0.keyword) }
        return true
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
