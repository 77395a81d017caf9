import VerbatimHAR
package import VerbatimJSON
package import VerbatimSchema

/// Resolves the references of a document to its schemas.
package struct SchemaReferences: Sendable {
    private let document: JSON
    private let components: [String: JSON]
    /// The schemas that have names of their own, by the references to them.
    private let named: [String: JSON]

    /// Creates a resolver for a document.
    package init(in document: JSON) {
        self.document = document
        components = document.referencedComponents
        named = document.namedSchemas
    }

    /// Returns the schema that a reference identifies by a JSON Pointer, an anchor or `$id`, or nil if it is
    /// unresolved.
    package func target(of reference: String) -> JSON? {
        components[reference] ?? document.target(of: reference) ?? named[reference]
    }
}

extension JSON {
    /// The schemas of the components that have names of their own, by the references to them: `#book` for
    /// `"$anchor": "book"`, and the text of `$id`, also with an anchor.
    package var namedSchemas: [String: JSON] {
        var named: [String: JSON] = [:]
        var stack: [(schema: JSON, base: String)] = self["components"]["schemas"].members.reversed()
            .map { ($0.value, "") }
        while let (schema, outer) = stack.popLast() {
            let base = schema["$id"].string ?? outer
            var names = schema["$id"].string.map { [$0] } ?? []
            if let anchor = schema["$anchor"].string { names += ["#" + anchor, base + "#" + anchor] }
            for name in names where named[name] == nil { named[name] = schema }
            stack += schema.subschemas.reversed().map { ($0, base) }
        }
        return named
    }
}

extension SchemaWalk {
    /// Creates a walk that resolves references in a document.
    package init(_ keywords: Keywords = .any, in document: JSON) {
        let references = SchemaReferences(in: document)
        self.init(keywords) { references.target(of: $0) }
    }
}

extension JSON {
    /// The schemas of the components by the references to them.
    ///
    /// A large contract has thousands, and a lookup by pointer visits them one by one.
    package var referencedComponents: [String: JSON] {
        let plain = self["components"]["schemas"].members.filter { member in
            member.name.allSatisfy { $0 != "/" && $0 != "~" && $0 != "%" }
        }
        let objects = plain.map { ("#/components/schemas/" + $0.name, $0.value) } + bundledObjects
        return Dictionary(objects) { first, _ in first }
    }

    /// The objects in bundled files, by the references to them.
    ///
    /// They are those that references lead to as a rule: files, and what is up to three levels inside.
    var bundledObjects: [(String, JSON)] {
        var objects: [(String, JSON)] = []
        var level = [("#/" + ReferenceBundler.property, self[ReferenceBundler.property])]
        for _ in 0..<4 {
            level = level.flatMap { reference, value in
                value.members.filter { !$0.name.contains("%") }.map { member in
                    (reference + JSONPointer([member.name]).description, member.value)
                }
            }
            objects += level
        }
        return objects
    }

    /// Returns the node that a reference inside the document identifies: `#/components/schemas/Volume`.
    package func target(of reference: String) -> JSON? {
        guard reference.hasPrefix("#"),
            let pointer = try? JSONPointer(parsing: PercentEncoding.decode(reference.dropFirst()))
        else { return nil }
        let target = self[pointer]
        return target.exists ? target : nil
    }

    /// The schemas directly inside a schema.
    package var subschemas: [JSON] {
        members.flatMap { member -> [JSON] in
            switch member.name {
            case "items", "contains", "additionalProperties", "propertyNames", "if", "then", "else", "not",
                "unevaluatedItems", "unevaluatedProperties", "contentSchema":
                [member.value]
            case "prefixItems", "allOf", "anyOf", "oneOf": Array(member.value.elements)
            case "$defs", "properties", "patternProperties", "dependentSchemas":
                member.value.members.map(\.value)
            default: []
            }
        }
    }
}
