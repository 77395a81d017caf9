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

    /// The greatest number of branches into which a schema is expanded.
    static let branchLimit = 32

    let references: References
    private var forms: [NormalizedSchema]
    private var indices: [[Int]: SchemaBranch.Index] = [[]: NormalizedSchemaCache.anything]

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
        forms.append(
            NormalizedSchema(sources: sources, branches: [SchemaBranch(types: .all.subtracting(.null))]))
        forms[index] = build(sources)
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
        var branches: [SchemaBranch] = []
        for parts in choices.alternatives {
            var merger = BranchMerger(forms: self, parts: parts)
            var branch = merger.merge(unexpanded: choices.unexpanded)
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
            return !values.contains(where: otherValues.contains)
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
