import VerbatimContract
import VerbatimJSON

/// The alternatives of a conjunction of schemas, each a list of schemas to merge.
///
/// `$ref` and `allOf` add to a list, `anyOf` and `oneOf` multiply the lists.
struct SchemaChoices {
    private(set) var alternatives: [[JSON]] = []
    /// Whether a `oneOf` is among the choices.
    private(set) var isOneOf = false
    /// Whether a `oneOf` without a discriminator, which would choose the branch, is among them.
    private(set) var isExclusive = false
    /// The choices that are not expanded since there would be too many alternatives, by keyword and number.
    private(set) var unexpanded: [String: JSON] = [:]

    private let references: References
    /// The number of schemas that were looked at, more than once where choices share them.
    private var expansions = 0

    init(_ schemas: [JSON], _ references: References) {
        self.references = references
        alternatives = expand(schemas, visited: [], nesting: 0)
    }

    /// - Parameter nesting: The number of choices that the schemas are inside of.
    private mutating func expand(_ schemas: [JSON], visited: Set<Int>, nesting: Int) -> [[JSON]] {
        var visited = visited
        let parts = flatten(schemas, &visited)
        guard !parts.contains(where: { $0.bool == false }) else { return [] }
        var lists = [parts]
        for part in parts {
            for keyword in ["anyOf", "oneOf"] where part[keyword].count > 0 {
                lists = multiply(lists, by: keyword, of: part, visited: visited, nesting: nesting)
            }
        }
        return lists
    }

    private mutating func multiply(
        _ lists: [[JSON]], by keyword: String, of part: JSON, visited: Set<Int>, nesting: Int
    ) -> [[JSON]] {
        let choice = part[keyword]
        let others = unexpanded
        var branches: [[JSON]] = []
        // A choice of alternatives that have too many branches themselves has too many as well; each choice
        // around another one adds a branch.
        var isExpanded = unexpanded.isEmpty && nesting < ComparisonLimits.branches
        for element in choice.elements where isExpanded {
            isExpanded = expansions < ComparisonLimits.expansions
            if isExpanded { branches += expand([element], visited: visited, nesting: nesting + 1) }
            isExpanded =
                isExpanded && unexpanded.isEmpty && isFeasible(lists, branches.count, of: choice)
        }
        guard isExpanded else {
            // Those inside it are compared with the alternatives that contain them.
            unexpanded = others
            unexpanded["\(keyword) \(others.count)"] = choice
            return lists
        }
        if keyword == "oneOf", choice.count > 1 {
            isOneOf = true
            if !part["discriminator"].exists { isExclusive = true }
        }
        return lists.flatMap { list in
            let known = Set(list.compactMap(\.node))
            return branches.map { branch in
                list + branch.filter { part in !(part.node.map(known.contains) ?? false) }
            }
        }
    }

    /// Returns whether lists may be multiplied by a number of branches of a choice. Only a single choice may
    /// have many, and only as many as it lists itself.
    private func isFeasible(_ lists: [[JSON]], _ count: Int, of choice: JSON) -> Bool {
        if lists.count * count <= ComparisonLimits.branches { return true }
        let properties = lists[0].reduce(1) { $0 + $1["properties"].count }
        return lists.count == 1 && count <= choice.count
            && count * properties <= ComparisonLimits.branchProperties
    }

    /// Returns schemas with those that their references and `allOf` add, each once.
    private mutating func flatten(_ schemas: [JSON], _ visited: inout Set<Int>) -> [JSON] {
        var parts: [JSON] = []
        var stack = Array(schemas.reversed())
        while let schema = stack.popLast() {
            guard let node = schema.node, visited.insert(node).inserted else { continue }
            expansions += 1
            if schema.bool != true { parts.append(schema) }
            let targets = [references.target(of: schema), references.dynamicTarget(of: schema)]
            stack += schema["allOf"].elements.reversed() + targets.reversed().compactMap(\.self)
        }
        return parts
    }
}
