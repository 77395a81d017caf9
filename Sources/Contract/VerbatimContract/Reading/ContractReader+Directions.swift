import VerbatimJSON
import VerbatimSchema

/// Properties that only responses have (`readOnly`) or only requests (`writeOnly`).
///
/// `required` counts for them in that direction only, also if another schema of the same value marks them.
/// https://spec.openapis.org/oas/v3.0.4.html#fixed-fields-for-use-with-schemas
extension ContractReader {
    /// Records whether a schema marks values, and whether properties may be required by it.
    mutating func noteDirections(of schema: JSON) {
        var mayRequire = false
        for (name, value) in schema.members {
            switch name {
            case "readOnly", "writeOnly": if value.bool == true { hasDirectionalSchemas = true }
            case "required", "allOf", "anyOf", "oneOf": mayRequire = true
            default: continue
            }
        }
        if mayRequire { requiringSchemas.append(schema) }
    }

    /// The number of schemas that are visited to find marked properties.
    private static let visitLimit = 1_000_000

    /// Returns the names of the properties that are marked and required, by the nodes of the schemas that
    /// require them.
    func optionalNames(marked keyword: String) -> [Int: Set<String>] {
        guard hasDirectionalSchemas else { return [:] }
        var marks = MarkedSchemas(keyword: keyword, references: references)
        var names: [Int: Set<String>] = [:]
        var visited = 0
        for schema in requiringSchemas where visited < Self.visitLimit {
            let branches = references.branches(of: schema, isCertain: true)
            let marked = branches.flatMap { $0["properties"].members.filter { marks.contains($0.value) } }
            visited += branches.count + marked.count
            guard !marked.isEmpty else { continue }
            let markedNames = Set(marked.map(\.name))
            for branch in references.branches(of: schema) {
                visited += 1
                let required = branch["required"].elements.compactMap(\.string)
                    .filter(markedNames.contains)
                if !required.isEmpty, let node = branch.node { names[node, default: []].formUnion(required) }
            }
        }
        return names
    }
}

/// Decides whether schemas are marked by a keyword, directly or by what they refer to.
private struct MarkedSchemas {
    let keyword: String
    let references: References
    var known: [Int: Bool] = [:]

    mutating func contains(_ schema: JSON) -> Bool {
        guard let node = schema.node else { return false }
        if let known = known[node] { return known }
        let isMarked = references.branches(of: schema, isCertain: true).contains { $0[keyword].bool == true }
        known[node] = isMarked
        return isMarked
    }
}
