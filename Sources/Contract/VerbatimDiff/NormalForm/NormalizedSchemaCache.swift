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
    private var indices: [[Int]: SchemaBranch.Index] = [[]: NormalizedSchemaCache.anything]
    private var tests: [String: TextTest] = [:]
    private var propertyNodes: [Int: [String: JSON]] = [:]
    /// The number of forms being built, each for a part of the one before.
    private var depth = 0
    /// The number of schemas in all conjunctions of several schemas.
    private var conjunctions = 0

    /// The document the schemas are in.
    var document: JSON { references.document }

    init(document: JSON) {
        references = References(in: document)
        forms = [
            NormalizedSchema(allowsNull: true, branches: [SchemaBranch(types: .all.subtracting(.null))]),
            NormalizedSchema(),
        ]
    }

    /// The form with an index.
    subscript(index: SchemaBranch.Index) -> NormalizedSchema { forms[index] }

    /// Returns the form of the values that satisfy all of several schemas.
    func form(of schemas: [JSON]) -> SchemaBranch.Index {
        let sources = schemas.filter { $0.exists && $0.bool != true }
        let key = Set(sources.compactMap(\.node)).sorted()
        if let index = indices[key] { return index }
        let index = forms.count
        indices[key] = index
        // A schema that refers to itself finds a form that allows something.
        var form = NormalizedSchema(
            sources: sources, branches: [SchemaBranch(types: .all.subtracting(.null))])
        if key.count > 1 { conjunctions += key.count }
        form.isCut = depth >= ComparisonLimits.depth || conjunctions > ComparisonLimits.conjunctions
        forms.append(form)
        guard !form.isCut else { return index }
        depth += 1
        forms[index] = build(sources)
        depth -= 1
        return index
    }

    /// Returns the form of the values that satisfy two forms.
    func form(ofBoth first: SchemaBranch.Index, _ second: SchemaBranch.Index) -> SchemaBranch.Index {
        if first == NormalizedSchemaCache.nothing || second == NormalizedSchemaCache.nothing {
            return NormalizedSchemaCache.nothing
        }
        return form(of: forms[first].sources + forms[second].sources)
    }

    private func build(_ sources: [JSON]) -> NormalizedSchema {
        var form = NormalizedSchema(sources: sources)
        let choices = SchemaChoices(sources, references)
        form.unexpanded = choices.unexpanded
        var branches: [SchemaBranch] = []
        for parts in choices.alternatives {
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
        form.isOneOf = choices.isExclusive && form.branches.count > 1
        form.isExclusive = form.isOneOf && !areDisjoint(form.branches)
        return form
    }
}

// MARK: - Look-ups

extension NormalizedSchemaCache {
    /// Returns whether a pattern matches the name of a property; an invalid one matches nothing.
    func matches(_ pattern: String, _ name: String) -> Bool {
        if let test = tests[pattern] { return test.accepts(name) }
        let test = TextTest(patterns: [pattern])
        tests[pattern] = test
        return test.accepts(name)
    }

    /// Returns the schema of a property that a schema names, or nil.
    func property(_ name: String, namedBy schema: JSON) -> JSON? {
        guard let node = schema.node else { return nil }
        if let properties = propertyNodes[node] { return properties[name] }
        let members = schema["properties"].members.map { ($0.name, $0.value) }
        let properties = Dictionary(members) { first, _ in first }
        propertyNodes[node] = properties
        return properties[name]
    }
}

// MARK: - Branches that exclude each other

extension NormalizedSchemaCache {
    /// Whether every two branches differ in their types, or in a property that both require.
    private func areDisjoint(_ branches: [SchemaBranch]) -> Bool {
        branches.indices.allSatisfy { index in
            branches[..<index].allSatisfy { other in
                let branch = branches[index]
                return branch.types.isDisjoint(with: other.types)
                    || branch.types == .object && areTagged(branch, other)
            }
        }
    }

    private func areTagged(_ branch: SchemaBranch, _ other: SchemaBranch) -> Bool {
        branch.required.contains { name in
            guard other.required.contains(name), let values = closedValues(of: name, in: branch),
                let otherValues = closedValues(of: name, in: other)
            else { return false }
            return Set(values).isDisjoint(with: otherValues)
        }
    }

    /// Returns the values of a property, if they are enumerated.
    func closedValues(of name: String, in branch: SchemaBranch) -> [JSONValue]? {
        guard let form = branch.property(name).map({ self[$0] }), form.branches.count == 1, !form.allowsNull
        else {
            return nil
        }
        return form.branches[0].values
    }
}

/// The schemas that the references of a document resolve to, each looked up once.
final class References {
    let document: JSON
    /// The schemas of the components, by the references to them.
    let components: [String: JSON]
    private var targets: [String: JSON?]

    init(in document: JSON) {
        self.document = document
        components = document.referencedComponents
        targets = components.mapValues(Optional.some)
    }

    /// Returns the schema that a reference resolves to within the document, or nil.
    func target(of reference: String) -> JSON? {
        if let target = targets[reference] { return target }
        let target = document.target(of: reference) ?? anchor(reference, in: document["components"])
        targets[reference] = .some(target)
        return target
    }

    /// Returns the schema with an anchor: `#book` for `"$anchor": "book"`.
    private func anchor(_ reference: String, in node: JSON) -> JSON? {
        guard reference.hasPrefix("#") else { return nil }
        var stack = [node]
        while let node = stack.popLast() {
            if node["$anchor"].string == String(reference.dropFirst()) { return node }
            stack += node.members.map(\.value) + Array(node.elements)
        }
        return nil
    }
}
