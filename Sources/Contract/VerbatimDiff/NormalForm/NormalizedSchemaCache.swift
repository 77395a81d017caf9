import VerbatimContract
import VerbatimJSON

/// The normal forms of the schemas of a document, each made once.
///
/// A form is a conjunction of schemas of the document, which identify it. So the properties of merged schemas
/// have forms like any other, and a recursive schema leads back to a form that already exists.
final class NormalizedSchemaCache {
    /// The forms that allow everything and nothing.
    static let anything = 0
    static let nothing = 1

    let references: References
    private var forms: [NormalizedSchema]
    /// The conjunctions whose forms are not built yet: a form is built when it is looked at.
    private var unbuilt: [SchemaBranch.Index: [JSON]] = [:]
    private var indices: [[Int]: SchemaBranch.Index] = [[]: NormalizedSchemaCache.anything]
    private var tests: [String: TextTest] = [:]
    private var propertyNodes: [Int: [String: JSON]] = [:]
    /// The number of forms being built, each for a part of the one before.
    private var depth = 0
    /// The number of schemas in all conjunctions of several schemas.
    private var conjunctions = 0
    /// The number of schemas and properties that were merged into branches, or looked at for it.
    private var merged = 0

    var document: JSON { references.document }

    init(_ references: References) {
        self.references = references
        forms = [
            NormalizedSchema(allowsNull: true, branches: [SchemaBranch(types: .all.subtracting(.null))]),
            NormalizedSchema(),
        ]
    }

    subscript(index: SchemaBranch.Index) -> NormalizedSchema {
        if let sources = unbuilt.removeValue(forKey: index) { build(index, sources) }
        return forms[index]
    }

    /// The schemas whose conjunction is a form.
    func sources(of index: SchemaBranch.Index) -> [JSON] { forms[index].sources }

    /// Returns the form of the values that satisfy all of several schemas.
    func form(of schemas: [JSON]) -> SchemaBranch.Index {
        let sources = schemas.map(resolved).filter { $0.exists && !$0.isUnconstrained }
        let key = sources.count == 1 ? [sources[0].node ?? -1] : Set(sources.compactMap(\.node)).sorted()
        if let index = indices[key] { return index }
        let index = forms.count
        indices[key] = index
        if key.count > 1 { conjunctions += key.count }
        // A schema that refers to itself finds a form that allows something.
        forms.append(
            NormalizedSchema(sources: sources, branches: [SchemaBranch(types: .all.subtracting(.null))]))
        if conjunctions > ComparisonLimits.conjunctions {
            forms[index].isCut = true
        } else {
            unbuilt[index] = sources
        }
        return index
    }

    /// Returns the schema that a mere reference leads to: a schema has one form, whatever leads to it.
    private func resolved(_ schema: JSON) -> JSON {
        var schema = schema
        for _ in 0..<32 {
            guard schema.isReference, let target = references.target(of: schema) else { break }
            schema = target
        }
        return schema
    }

    /// Returns the form of the values that satisfy two forms.
    func form(ofBoth first: SchemaBranch.Index, _ second: SchemaBranch.Index) -> SchemaBranch.Index {
        if first == NormalizedSchemaCache.nothing || second == NormalizedSchemaCache.nothing {
            return NormalizedSchemaCache.nothing
        }
        return form(of: forms[first].sources + forms[second].sources)
    }

    private func build(_ index: SchemaBranch.Index, _ sources: [JSON]) {
        guard depth < ComparisonLimits.depth, merged < ComparisonLimits.merged else {
            return forms[index].isCut = true
        }
        depth += 1
        forms[index] = form(ofSources: sources)
        depth -= 1
    }

    private func form(ofSources sources: [JSON]) -> NormalizedSchema {
        var form = NormalizedSchema(sources: sources)
        let choices = SchemaChoices(sources, references)
        form.unexpanded = choices.unexpanded
        var branches: [SchemaBranch] = []
        merged += choices.expansions
        for parts in choices.alternatives {
            merged += parts.reduce(0) { $0 + 1 + $1["properties"].count }
            var merger = BranchMerger(forms: self, parts: parts)
            merger.branch.hasUnexpandedChoices = !choices.unexpanded.isEmpty
            var branch = merger.merge()
            if branch.types.contains(.null) {
                form.allowsNull = true
                branch.types.remove(.null)
            }
            if !branch.types.isEmpty { branches.append(branch) }
        }
        form.branches = BranchUnion.joined(branches)
        form.isOneOf = choices.isOneOf && form.branches.count > 1
        form.isExclusive = form.isOneOf && choices.isExclusive && !areDisjoint(form.branches)
        return form
    }

    /// Returns whether no value satisfies a form; false if that is hard to say.
    ///
    /// A required property may itself require another: beyond a depth, they are deemed possible.
    func isNever(_ index: SchemaBranch.Index) -> Bool {
        guard unbuilt[index] == nil || depth < ComparisonLimits.requiredDepth else { return false }
        return self[index].isNever
    }

    // MARK: Look-ups

    /// Returns whether a pattern matches the name of a property; an invalid one matches nothing.
    func matches(_ pattern: String, _ name: String) -> Bool {
        if let test = tests[pattern] { return test.accepts(name) }
        let test = TextTest(patterns: [pattern])
        tests[pattern] = test
        return test.accepts(name)
    }

    private func property(_ name: String, namedBy schema: JSON) -> JSON? {
        guard let node = schema.node else { return nil }
        if let properties = propertyNodes[node] { return properties[name] }
        let members = schema["properties"].members.map { ($0.name, $0.value) }
        let properties = Dictionary(members) { first, _ in first }
        propertyNodes[node] = properties
        return properties[name]
    }

    /// The node of the contract that shows a difference: that of its property or keyword, or else the schema.
    func node(showing difference: SchemaDifference.Origin, at index: SchemaBranch.Index) -> JSON? {
        let sources = self[index].sources
        guard difference.property != nil || difference.keyword != nil else { return sources.first }
        var queue = sources
        var next = 0
        var visited: Set<Int> = []
        // Of very many schemas, the first ones have to do.
        while next < queue.count, visited.count < 256 {
            let schema = queue[next]
            next += 1
            guard let node = schema.node, visited.insert(node).inserted else { continue }
            if let property = difference.property, let found = self.property(property, namedBy: schema) {
                return found
            }
            if let keyword = difference.keyword, schema[keyword].exists { return schema[keyword] }
            queue += [references.target(of: schema)].compactMap(\.self)
            for keyword in ["allOf", "anyOf", "oneOf"] { queue += schema[keyword].elements }
        }
        return sources.first
    }
}

extension JSON {
    /// Whether a schema is a reference, with documentation at most.
    fileprivate var isReference: Bool {
        members.allSatisfy { $0.name == "$ref" || BranchMerger.documentation.contains($0.name) }
    }

    /// Whether a schema allows everything, and says nothing about it but documentation.
    fileprivate var isUnconstrained: Bool {
        bool == true || kind == .object && members.allSatisfy { BranchMerger.documentation.contains($0.name) }
    }
}

// MARK: - Branches that exclude each other

extension NormalizedSchemaCache {
    /// Whether every two branches differ in their types, or in a property that all objects require.
    private func areDisjoint(_ branches: [SchemaBranch]) -> Bool {
        let objects = branches.filter { $0.types == .object }
        var types: TypeSet = objects.isEmpty ? [] : .object
        for branch in branches where branch.types != .object {
            guard types.isDisjoint(with: branch.types) else { return false }
            types.formUnion(branch.types)
        }
        guard objects.count > 1 else { return true }
        return objects[0].required.contains { areTagged(objects, by: $0) }
    }

    private func areTagged(_ branches: [SchemaBranch], by name: String) -> Bool {
        var known: Set<JSONValue> = []
        return branches.allSatisfy { branch in
            guard branch.required.contains(name), let values = closedValues(of: name, in: branch) else {
                return false
            }
            return Set(values).allSatisfy { known.insert($0).inserted }
        }
    }

    /// Returns the values of a property, if they are enumerated.
    func closedValues(of name: String, in branch: SchemaBranch) -> [JSONValue]? {
        guard let form = branch.properties[name].map({ self[$0] }), form.branches.count == 1, !form.allowsNull
        else { return nil }
        return form.branches[0].values
    }
}
