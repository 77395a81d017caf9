package import VerbatimJSON

/// Finds the schemas that apply to the same value as a schema: the targets of its references and its
/// branches.
package struct SchemaWalk: Sendable {
    /// The keywords that lead from a schema to others for the same value.
    package struct Keywords: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// `$ref` and `$dynamicRef`.
        package static let references = Keywords(rawValue: 1)
        /// `allOf`.
        package static let all = Keywords(rawValue: 2)
        /// `anyOf` and `oneOf`.
        package static let alternatives = Keywords(rawValue: 4)
        /// `if`, `then` and `else`.
        package static let conditions = Keywords(rawValue: 8)
        /// `dependentSchemas`.
        package static let dependents = Keywords(rawValue: 16)
        /// The keywords whose schemas apply to every value: `$ref` and `allOf`.
        package static let certain: Keywords = [.references, .all]
        /// The keywords whose schemas apply to some values.
        package static let uncertain: Keywords = [.alternatives, .conditions, .dependents]
        /// All of them.
        package static let any: Keywords = [.certain, .uncertain]
    }

    /// A schema that was found.
    package struct Branch: Sendable {
        package let schema: JSON
        /// Whether the schema applies to every value that the roots apply to.
        package let isCertain: Bool

        package init(schema: JSON, isCertain: Bool) {
            self.schema = schema
            self.isCertain = isCertain
        }
    }

    private let keywords: Keywords
    private let references: References

    /// Creates a walk.
    ///
    /// - Parameters:
    ///   - references: The resolver of the references in the schemas.
    ///   - keywords: The keywords to follow.
    package init(_ references: References, following keywords: Keywords = .any) {
        self.keywords = keywords
        self.references = references
    }

    /// Returns the roots and every schema that they lead to, each once, in document order of the keywords.
    package func branches(of roots: [Branch]) -> [Branch] {
        var found: [Branch] = []
        var seen: Set<Int> = []
        var pending = Array(roots.reversed())
        while let branch = pending.popLast() {
            guard branch.schema.kind == .object, let node = branch.schema.node, seen.insert(node).inserted
            else { continue }
            found.append(branch)
            pending += uncertain(branch.schema).reversed().map { Branch(schema: $0, isCertain: false) }
            pending += certain(branch.schema).reversed()
                .map { Branch(schema: $0, isCertain: branch.isCertain) }
        }
        return found
    }

    /// Returns a schema and every schema that it leads to, each once.
    package func branches(of schema: JSON) -> [JSON] {
        branches(of: [Branch(schema: schema, isCertain: true)]).map(\.schema)
    }

    /// Returns the schemas one step away that apply to every value the schema applies to.
    package func certain(_ schema: JSON) -> [JSON] {
        var next: [JSON] = []
        if keywords.contains(.references) {
            next += [references.target(of: schema), references.dynamicTarget(of: schema)].compactMap(\.self)
        }
        if keywords.contains(.all) { next += schema["allOf"].elements }
        return next
    }

    /// Returns the schemas one step away that apply to some values.
    package func uncertain(_ schema: JSON) -> [JSON] {
        var next: [JSON] = []
        if keywords.contains(.alternatives) {
            next += schema["anyOf"].elements
            next += schema["oneOf"].elements
        }
        if keywords.contains(.conditions) {
            next += ["if", "then", "else"].map { schema[$0] }.filter(\.exists)
        }
        if keywords.contains(.dependents) { next += schema["dependentSchemas"].members.map(\.value) }
        return next
    }
}
