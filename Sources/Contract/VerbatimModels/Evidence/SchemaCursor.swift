import VerbatimContract
import VerbatimJSON
import VerbatimSchema

/// The schemas of a contract that describe the values at one location of a document.
struct SchemaCursor {
    /// The schemas that describe the values; uncertain ones apply to some of the values only.
    private let roots: [SchemaWalk.Branch]
    /// The roots and the schemas to which they lead, each once.
    private let branches: [SchemaWalk.Branch]
    /// The first schema of each property.
    private let properties: [String: JSON]
    private let references: References
    private let walk: SchemaWalk

    /// Creates the cursor of the values that a schema describes as a whole.
    init(_ schema: JSON, _ references: References) {
        self.init([SchemaWalk.Branch(schema: schema, isCertain: true)], references)
    }

    /// Creates the cursor of the values that some schemas describe; without any, the values are undocumented.
    init(_ roots: [SchemaWalk.Branch], _ references: References) {
        self.roots = roots
        self.references = references
        walk = SchemaWalk(references)
        branches = walk.branches(of: roots)
        let members = branches.lazy.flatMap { $0.schema["properties"].members }
        properties = Dictionary(members.filter { $0.value.kind == .object }.map { ($0.name, $0.value) }) {
            first, _ in first
        }
    }

    /// Returns the cursor of the values to which a pattern leads, in which `*` stands for every element or
    /// property.
    func descending(_ pattern: JSONPointer) -> SchemaCursor {
        pattern.tokens.reduce(self) { cursor, token in
            cursor.descending { schema in
                token == "*"
                    ? [schema["items"], schema["additionalProperties"]] : [schema["properties"][token]]
            }
        }
    }

    private func descending(_ step: (JSON) -> [JSON]) -> SchemaCursor {
        let next = branches.flatMap { branch in
            step(branch.schema).filter { $0.kind == .object }
                .map { SchemaWalk.Branch(schema: $0, isCertain: branch.isCertain) }
        }
        return SchemaCursor(next, references)
    }

    /// The first schema that describes the values; nil if they are undocumented.
    var schema: JSON? { roots.first?.schema }

    /// The schema that lists the properties of the object, reached through references if there are any.
    var object: JSON? { branches.first { $0.schema["properties"].exists }?.schema ?? schema }

    /// Returns the schema of a property of the object.
    func schema(of name: String) -> JSON? {
        properties[name]
    }

    /// Returns the schema that lists a property of the object.
    func object(with name: String) -> JSON? {
        schema(of: name)?.pointer.parent?.parent.map { references.document[$0] }
    }

    /// The names of all documented properties.
    var names: [String] {
        var known: Set<String> = []
        return branches.flatMap { $0.schema["properties"].members.map(\.name) }.filter {
            known.insert($0).inserted
        }
    }
}

// MARK: - Required properties

extension SchemaCursor {
    /// Returns the status of a property of the object according to the schemas' keywords.
    func status(of name: String) -> PropertyAgreement.ContractStatus {
        let certain = roots.filter(\.isCertain)
        let isRequired =
            certain.contains { requires($0.schema, name) }
            || certain.isEmpty && !roots.isEmpty && roots.allSatisfy { requires($0.schema, name) }
        return isRequired ? .required : schema(of: name) == nil ? .undocumented : .optional
    }

    /// Returns whether any branch of the schemas requires a property of the object.
    func requiresInSomeBranch(_ name: String) -> Bool {
        branches.contains { branch in
            let dependent = branch.schema["dependentRequired"].members.flatMap { Array($0.value.elements) }
            return (Array(branch.schema["required"].elements) + dependent).contains { $0.string == name }
        }
    }

    /// Returns whether a schema rejects every object without a property, judging by its keywords.
    private func requires(_ schema: JSON, _ name: String, depth: Int = 0) -> Bool {
        guard depth < 16 else { return false }
        let requires = { (part: JSON) in self.requires(part, name, depth: depth + 1) }
        return schema["required"].elements.contains { $0.string == name }
            || walk.certain(schema).contains(where: requires)
            || ["anyOf", "oneOf"].contains { key in
                !schema[key].elements.isEmpty && schema[key].elements.allSatisfy(requires)
            }
    }
}
