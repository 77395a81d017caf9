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
    private(set) var expansions = 0

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
            isExpanded = isExpanded && unexpanded.isEmpty && isFeasible(lists, branches.count, of: choice)
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
            if let content = references.content(of: schema) {
                // The JSON in an event is read with it, and a string is no more than its text.
                stack.append(content)
                continue
            }
            if schema.bool != true { parts.append(schema) }
            let targets = [references.target(of: schema), references.dynamicTarget(of: schema)]
            stack += schema["allOf"].elements.reversed() + targets.reversed().compactMap(\.self)
        }
        return parts
    }
}

/// Joins branches that allow the same values together as apart.
enum BranchUnion {
    /// Joins enumerations, branches of different types, and an unrestricted string with its known values.
    static func joined(_ branches: [SchemaBranch]) -> [SchemaBranch] {
        let joined = joinedEnumerations(branches)
        return joined.count <= ComparisonLimits.branches ? joinedPairs(joined) : joined
    }

    private static func joinedPairs(_ branches: [SchemaBranch]) -> [SchemaBranch] {
        var joined: [SchemaBranch] = []
        for branch in branches {
            if let index = joined.firstIndex(where: { canJoin($0, branch) }) {
                joined[index] = join(joined[index], branch)
            } else {
                joined.append(branch)
            }
        }
        return joined.count < branches.count ? joinedPairs(joined) : joined
    }

    /// Joins enumerations with the same annotations, as many as there are.
    private static func joinedEnumerations(_ branches: [SchemaBranch]) -> [SchemaBranch] {
        var joined: [SchemaBranch] = []
        var indices: [SchemaAnnotations: Int] = [:]
        var known: [Int: Set<JSONValue>] = [:]
        for branch in branches {
            guard branch.isEnumeration, let index = indices[branch.annotations] else {
                if branch.isEnumeration { indices[branch.annotations] = joined.count }
                joined.append(branch)
                continue
            }
            if known[index] == nil { known[index] = Set(joined[index].values ?? []) }
            for value in branch.values ?? [] where known[index]?.insert(value).inserted == true {
                joined[index].values?.append(value)
            }
            joined[index].types.formUnion(branch.types)
            joined[index].references = []
        }
        return joined
    }

    private static func canJoin(_ first: SchemaBranch, _ second: SchemaBranch) -> Bool {
        guard !first.hasConditions, !second.hasConditions else { return false }
        if first.isEnumeration, second.isEnumeration { return first.annotations == second.annotations }
        if isOpen(first, to: second) || isOpen(second, to: first) { return true }
        return first.types.isDisjoint(with: second.types) && (first.values == nil) == (second.values == nil)
    }

    /// Whether one allows any string, so that the values of the other are only those known so far.
    private static func isOpen(_ string: SchemaBranch, to values: SchemaBranch) -> Bool {
        string.types == .string && string.values == nil && string.limits.isEmpty && string.texts.isEmpty
            && string.dateFormats == nil && values.isEnumeration && values.types == .string
    }

    private static func join(_ first: SchemaBranch, _ second: SchemaBranch) -> SchemaBranch {
        if isOpen(first, to: second) { return open(first, to: second) }
        if isOpen(second, to: first) { return open(second, to: first) }
        var joined = first
        joined.types.formUnion(second.types)
        joined.references = []
        if let values = first.values, let more = second.values {
            let known = Set(values)
            joined.values = values + more.filter { !known.contains($0) }
        }
        joined.limits.merge(second.limits) { first, _ in first }
        joined.texts.merge(second.texts) { $0 + $1 }
        joined.dateFormats = first.dateFormats ?? second.dateFormats
        if second.types.contains(.array) { joined.copyArrayKeywords(of: second) }
        if second.types.contains(.object) { joined.copyObjectKeywords(of: second) }
        joined.annotations = first.annotations.joined(with: second.annotations)
        return joined
    }

    private static func open(_ string: SchemaBranch, to values: SchemaBranch) -> SchemaBranch {
        var open = string
        open.annotations.knownValues = (open.annotations.knownValues ?? []) + (values.values ?? [])
        return open
    }
}

extension SchemaBranch {
    mutating func copyArrayKeywords(of other: SchemaBranch) {
        isUnique = other.isUnique
        prefix = other.prefix
        items = other.items
    }

    mutating func copyObjectKeywords(of other: SchemaBranch) {
        properties = other.properties
        patternProperties = other.patternProperties
        additional = other.additional
        required = other.required
        dependentRequired = other.dependentRequired
    }
}

extension SchemaAnnotations {
    fileprivate func joined(with other: SchemaAnnotations) -> SchemaAnnotations {
        var joined = self
        joined.isDeprecated = isDeprecated || other.isDeprecated
        joined.sunset = sunset ?? other.sunset
        joined.defaultValue = defaultValue ?? other.defaultValue
        joined.knownValues = knownValues ?? other.knownValues
        joined.isMap = isMap ?? other.isMap
        if discriminator == nil {
            joined.discriminator = other.discriminator
            joined.mapping = other.mapping
            joined.choices = other.choices
        }
        return joined
    }
}
