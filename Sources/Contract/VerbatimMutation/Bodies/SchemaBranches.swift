import VerbatimContract
import VerbatimJSON
import VerbatimSchema

/// The schemas of a contract that may apply to a value, whatever branches it satisfies.
struct SchemaBranches: Sendable {
    /// The schemas, each before its references and its branches.
    let branches: [JSON]
    private let references: References

    /// Collects some schemas of a document and all that they lead to.
    init(_ schemas: [JSON], _ references: References) {
        self.references = references
        let walk = SchemaWalk(references)
        let roots = schemas.map { SchemaWalk.Branch(schema: $0, isCertain: true) }
        branches = walk.branches(of: roots).map(\.schema)
    }

    /// The schemas of a property.
    func property(_ name: String) -> SchemaBranches {
        let named = branches.map { $0["properties"][name] }.filter(\.exists)
        let others = branches.map { $0["additionalProperties"] }.filter { $0.kind == .object }
        return SchemaBranches(named.isEmpty ? others : named, references)
    }

    /// The schemas of the elements.
    var elements: SchemaBranches {
        SchemaBranches(branches.map { $0["items"] }.filter { $0.kind == .object }, references)
    }

    /// The values of an open or closed enumeration; empty if the value is not one.
    var enumeration: [JSON] {
        branches.flatMap { branch in
            [branch["const"]].filter(\.exists) + branch["enum"].elements + branch["x-known-values"].elements
        }
    }

    /// Whether the schemas describe a date.
    var isDate: Bool {
        branches.contains { branch in
            branch["x-date-formats"].exists || branch["x-date-profile"].exists
                || ["date", "date-time"].contains(branch["format"].string)
        }
    }
}
