import VerbatimJSON

/// The normal forms of the schemas of a document, each made once.
///
/// A form stands for a conjunction of schemas of the document, and is known by which those are; so the members of
/// merged schemas are forms like any other, and a recursive schema comes back to a form that is there already.
final class NormalizedSchemaCache {
    /// The form of everything and that of nothing.
    static let anything = 0
    static let nothing = 1

    /// More ways to put a schema together than this are not taken apart.
    static let mostShapes = 32

    let references: References
    private var forms: [NormalizedSchema]
    private var known: [[Int]: SchemaBranch.Index] = [[]: NormalizedSchemaCache.anything]

    /// The document the schemas are in.
    var document: JSON { references.document }

    init(document: JSON) {
        references = References(in: document)
        forms = [
            NormalizedSchema(allowsNull: true, shapes: [SchemaBranch(types: .all.subtracting(.null))]),
            NormalizedSchema(),
        ]
    }

    /// The form that an index stands for.
    subscript(index: SchemaBranch.Index) -> NormalizedSchema { forms[index] }

    /// The form of the values that keep all of some schemas.
    func form(of schemas: [JSON]) -> SchemaBranch.Index {
        let sources = schemas.filter { $0.exists && $0.bool != true }
        let key = Set(sources.compactMap(\.node)).sorted()
        if let index = known[key] { return index }
        let index = forms.count
        known[key] = index
        // What comes back to this form while it is made takes it for one that allows something.
        forms.append(
            NormalizedSchema(sources: sources, shapes: [SchemaBranch(types: .all.subtracting(.null))]))
        forms[index] = build(sources)
        return index
    }

    /// The form of the values that keep two forms.
    func form(ofBoth one: SchemaBranch.Index, _ other: SchemaBranch.Index) -> SchemaBranch.Index {
        if one == NormalizedSchemaCache.nothing || other == NormalizedSchemaCache.nothing {
            return NormalizedSchemaCache.nothing
        }
        return form(of: forms[one].sources + forms[other].sources)
    }

    private func build(_ sources: [JSON]) -> NormalizedSchema {
        var form = NormalizedSchema(sources: sources)
        let choices = SchemaChoices(sources, references)
        var shapes: [SchemaBranch] = []
        for parts in choices.alternatives {
            var merger = ShapeMerger(forms: self, parts: parts)
            var shape = merger.merge(undivided: choices.undivided)
            if shape.types.contains(.null) {
                form.allowsNull = true
                shape.types.remove(.null)
            }
            if !shape.types.isEmpty { shapes.append(shape) }
        }
        form.shapes = ShapeUnion.joined(shapes)
        form.isOneOf = choices.isExclusive && form.shapes.count > 1
        form.isExclusive = form.isOneOf && !areApart(form.shapes)
        return form
    }
}

// MARK: - Shapes that no value has both of

extension NormalizedSchemaCache {
    /// Whether every two shapes differ in their types, or in a member that both must have.
    private func areApart(_ shapes: [SchemaBranch]) -> Bool {
        shapes.indices.allSatisfy { index in
            shapes[..<index].allSatisfy { other in
                let one = shapes[index]
                return one.types.isDisjoint(with: other.types)
                    || one.types == .object && areTagged(one, other)
            }
        }
    }

    private func areTagged(_ one: SchemaBranch, _ other: SchemaBranch) -> Bool {
        one.required.contains { name in
            guard other.required.contains(name), let values = closedValues(of: name, in: one),
                let others = closedValues(of: name, in: other)
            else { return false }
            return !values.contains(where: others.contains)
        }
    }

    /// The only values a member may have, if it is a closed set.
    func closedValues(of name: String, in shape: SchemaBranch) -> [JSONValue]? {
        guard let form = shape.property(name).map({ self[$0] }), form.shapes.count == 1, !form.allowsNull
        else {
            return nil
        }
        return form.shapes[0].values
    }
}
