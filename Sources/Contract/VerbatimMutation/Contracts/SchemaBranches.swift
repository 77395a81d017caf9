import VerbatimContract
import VerbatimJSON

/// The schemas of a contract that have a say about a value, whichever of their branches applies.
struct SchemaBranches: Sendable {
    /// The schemas: each before what it refers to and its branches.
    let branches: [JSON]
    private let document: JSON

    /// What some schemas of a document say together.
    init(_ schemas: [JSON], in document: JSON) {
        self.document = document
        var seen: Set<Int> = []
        branches = schemas.flatMap { Self.expand($0, in: document, &seen) }
    }

    /// What is said about a member.
    func member(_ name: String) -> SchemaBranches {
        let named = branches.map { $0["properties"][name] }.filter(\.exists)
        let others = branches.map { $0["additionalProperties"] }.filter { $0.kind == .object }
        return SchemaBranches(named.isEmpty ? others : named, in: document)
    }

    /// What is said about the elements.
    var element: SchemaBranches {
        SchemaBranches(branches.map { $0["items"] }.filter { $0.kind == .object }, in: document)
    }

    /// The values of an enumeration, open or closed; empty when it is none.
    var enumeration: [JSON] {
        branches.flatMap { branch in
            [branch["const"]].filter(\.exists) + branch["enum"].elements + branch["x-known-values"].elements
        }
    }

    /// Whether the value is a date.
    var isDate: Bool {
        branches.contains { branch in
            branch["x-date-formats"].exists || branch["x-date-profile"].exists
                || ["date", "date-time"].contains(branch["format"].string)
        }
    }

    private static func expand(_ schema: JSON, in document: JSON, _ seen: inout Set<Int>) -> [JSON] {
        guard let node = schema.node, seen.insert(node).inserted else { return [] }
        let target = schema["$ref"].string.flatMap { document.target(of: $0) }
        let lists = ["allOf", "anyOf", "oneOf"].flatMap { schema[$0].elements }
        let conditions = ["if", "then", "else"].map { schema[$0] }.filter(\.exists)
        let dependent = schema["dependentSchemas"].members.map(\.value)
        let below = [target].compactMap(\.self) + lists + conditions + dependent
        return [schema] + below.flatMap { expand($0, in: document, &seen) }
    }
}
