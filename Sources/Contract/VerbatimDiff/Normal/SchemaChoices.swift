import VerbatimJSON

/// A conjunction of schemas taken apart: each alternative is a list of schemas to merge.
///
/// `$ref` and `allOf` add to a list, `anyOf` and `oneOf` multiply the lists.
struct SchemaChoices {
    private(set) var alternatives: [[JSON]] = []
    /// Whether a `oneOf` is among the choices.
    private(set) var isExclusive = false
    /// Choices that would make too many alternatives, by keyword and location; they are left as they stand.
    private(set) var undivided: [String: JSONValue] = [:]

    private let references: References

    init(_ schemas: [JSON], _ references: References) {
        self.references = references
        alternatives = expand(schemas, seen: [])
    }

    private mutating func expand(_ schemas: [JSON], seen: Set<Int>) -> [[JSON]] {
        var seen = seen
        let parts = flatten(schemas, &seen)
        guard !parts.contains(where: { $0.bool == false }) else { return [] }
        var lists = [parts]
        for part in parts {
            for keyword in ["anyOf", "oneOf"] where part[keyword].count > 0 {
                lists = divide(lists, by: part[keyword], keyword, seen: seen)
            }
        }
        return lists
    }

    private mutating func divide(
        _ lists: [[JSON]], by choice: JSON, _ keyword: String, seen: Set<Int>
    ) -> [[JSON]] {
        let branches = choice.elements.flatMap { expand([$0], seen: seen) }
        guard lists.count * branches.count <= NormalizedSchemaCache.mostShapes else {
            undivided["\(keyword) \(undivided.count)"] = choice.value
            return lists
        }
        if keyword == "oneOf", choice.count > 1 { isExclusive = true }
        return lists.flatMap { list in
            branches.map { branch in list + branch.filter { part in !list.contains { $0.node == part.node } }
            }
        }
    }

    /// A schema with everything that its references and `allOf` add, each once.
    private func flatten(_ schemas: [JSON], _ seen: inout Set<Int>) -> [JSON] {
        var parts: [JSON] = []
        var waiting = Array(schemas.reversed())
        while let schema = waiting.popLast() {
            guard let node = schema.node, seen.insert(node).inserted else { continue }
            if schema.bool != true { parts.append(schema) }
            let target = schema["$ref"].string.flatMap { references.target(of: $0) }
            waiting += schema["allOf"].elements.reversed() + [target].compactMap(\.self)
        }
        return parts
    }
}
