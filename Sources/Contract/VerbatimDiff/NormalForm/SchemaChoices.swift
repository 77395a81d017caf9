import VerbatimJSON

/// The alternatives of a conjunction of schemas, each a list of schemas to merge.
///
/// `$ref` and `allOf` add to a list, `anyOf` and `oneOf` multiply the lists.
struct SchemaChoices {
    private(set) var alternatives: [[JSON]] = []
    /// Whether a `oneOf` is among the choices.
    private(set) var isExclusive = false
    /// The choices that are not expanded since there would be too many alternatives, by keyword and number.
    private(set) var unexpanded: [String: JSONValue] = [:]

    private let references: References

    init(_ schemas: [JSON], _ references: References) {
        self.references = references
        alternatives = expand(schemas, visited: [])
    }

    private mutating func expand(_ schemas: [JSON], visited: Set<Int>) -> [[JSON]] {
        var visited = visited
        let parts = flatten(schemas, &visited)
        guard !parts.contains(where: { $0.bool == false }) else { return [] }
        var lists = [parts]
        for part in parts {
            for keyword in ["anyOf", "oneOf"] where part[keyword].count > 0 {
                lists = multiply(lists, by: part[keyword], keyword, visited: visited)
            }
        }
        return lists
    }

    private mutating func multiply(
        _ lists: [[JSON]], by choice: JSON, _ keyword: String, visited: Set<Int>
    ) -> [[JSON]] {
        let branches = choice.elements.flatMap { expand([$0], visited: visited) }
        guard lists.count * branches.count <= NormalizedSchemaCache.branchLimit else {
            unexpanded["\(keyword) \(unexpanded.count)"] = choice.value
            return lists
        }
        if keyword == "oneOf", choice.count > 1 { isExclusive = true }
        return lists.flatMap { list in
            branches.map { branch in list + branch.filter { part in !list.contains { $0.node == part.node } }
            }
        }
    }

    /// Returns schemas with those that their references and `allOf` add, each once.
    private func flatten(_ schemas: [JSON], _ visited: inout Set<Int>) -> [JSON] {
        var parts: [JSON] = []
        var stack = Array(schemas.reversed())
        while let schema = stack.popLast() {
            guard let node = schema.node, visited.insert(node).inserted else { continue }
            if schema.bool != true { parts.append(schema) }
            let target = schema["$ref"].string.flatMap { references.target(of: $0) }
            stack += schema["allOf"].elements.reversed() + [target].compactMap(\.self)
        }
        return parts
    }
}
