import VerbatimContract
import VerbatimJSON

/// What the schemas of a contract say about the values at one location of a document.
struct SchemaCursor {
    /// Schemas that describe the location, each with whether it does so in any case, not only in one branch of several.
    private let roots: [(schema: JSON, isCertain: Bool)]
    /// The schemas with everything they are put together from, each once.
    private let expanded: [(schema: JSON, isCertain: Bool)]
    private let document: JSON

    /// The location a schema describes as a whole.
    init(_ schema: JSON, in document: JSON) {
        self.init([(schema, true)], document)
    }

    /// The location that these schemas describe; nothing is said about it when there are none.
    init(_ roots: [(schema: JSON, isCertain: Bool)], _ document: JSON) {
        self.roots = roots
        self.document = document
        expanded = Self.expand(roots, in: document)
    }

    /// The location that a pattern leads to from here; `*` stands for every element or member.
    func at(_ pattern: JSONPointer) -> SchemaCursor {
        pattern.tokens.reduce(self) { location, token in
            location.stepping { schema in
                token == "*"
                    ? [schema["items"], schema["additionalProperties"]] : [schema["properties"][token]]
            }
        }
    }

    /// Where the location is described first; nil when nothing says anything about it.
    var node: JSON? { roots.first?.schema }

    /// Where the members of the object at the location are described: behind references, if there are any.
    var object: JSON? { expanded.first { $0.schema["properties"].exists }?.schema ?? node }

    /// Where a member of the object at the location is described.
    func node(of name: String) -> JSON? {
        expanded.lazy.map { $0.schema["properties"][name] }.first { $0.kind == .object }
    }

    /// The schema that describes a member of the object at the location.
    func object(with name: String) -> JSON? {
        node(of: name)?.pointer.parent?.parent.map(document.at)
    }

    /// The names of all members that are described.
    var names: [String] {
        var known: Set<String> = []
        return expanded.flatMap { $0.schema["properties"].members.map(\.name) }.filter {
            known.insert($0).inserted
        }
    }

    /// What is promised about a member of the object at the location.
    func promise(of name: String) -> PropertyAgreement.Promise {
        let certain = roots.filter(\.isCertain)
        let isRequired =
            certain.contains { requires($0.schema, name) }
            || certain.isEmpty && !roots.isEmpty && roots.allSatisfy { requires($0.schema, name) }
        return isRequired ? .required : node(of: name) == nil ? .unknown : .optional
    }

    /// Whether a branch of the schemas requires a member of the object at the location.
    func requiresAtTimes(_ name: String) -> Bool {
        expanded.contains { branch in
            let dependent = branch.schema["dependentRequired"].members.flatMap { Array($0.value.elements) }
            return (Array(branch.schema["required"].elements) + dependent).contains { $0.string == name }
        }
    }

    private func stepping(_ step: (JSON) -> [JSON]) -> SchemaCursor {
        let next = expanded.flatMap { branch in
            step(branch.schema).filter { $0.kind == .object }.map { ($0, branch.isCertain) }
        }
        return SchemaCursor(next, document)
    }

    private static func expand(
        _ roots: [(schema: JSON, isCertain: Bool)], in document: JSON
    ) -> [(schema: JSON, isCertain: Bool)] {
        var found: [(schema: JSON, isCertain: Bool)] = []
        var seen: Set<Int> = []
        var waiting = roots
        while let branch = waiting.popLast() {
            guard branch.schema.kind == .object, let node = branch.schema.node, seen.insert(node).inserted
            else {
                continue
            }
            found.append(branch)
            waiting += always(branch.schema, in: document).map { ($0, branch.isCertain) }
            waiting += alternatives(branch.schema).map { ($0, false) }
        }
        return found
    }

    private static func always(_ schema: JSON, in document: JSON) -> [JSON] {
        let target = schema["$ref"].string.flatMap { document.target(of: $0) }
        return Array(schema["allOf"].elements) + [target].compactMap(\.self)
    }

    private static func alternatives(_ schema: JSON) -> [JSON] {
        ["anyOf", "oneOf"].flatMap { Array(schema[$0].elements) } + ["if", "then", "else"].map { schema[$0] }
            + schema["dependentSchemas"].members.map(\.value)
    }

    /// Whether no object without the member keeps a schema, as far as its words say.
    private func requires(_ schema: JSON, _ name: String, depth: Int = 0) -> Bool {
        guard depth < 16 else { return false }
        let requires = { (part: JSON) in self.requires(part, name, depth: depth + 1) }
        return schema["required"].elements.contains { $0.string == name }
            || Self.always(schema, in: document).contains(where: requires)
            || ["anyOf", "oneOf"].contains { key in
                !schema[key].elements.isEmpty && schema[key].elements.allSatisfy(requires)
            }
    }
}
