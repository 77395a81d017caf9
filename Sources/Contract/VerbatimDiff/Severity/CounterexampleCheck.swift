import VerbatimContract
import VerbatimJSON
import VerbatimSchema

/// Finds the values that only the new form of a pair allows, with the validator that checks recordings.
///
/// A form is a conjunction of schemas of its document: a value satisfies it if it satisfies each of them.
struct CounterexampleCheck {
    private let old: [CompiledSchema]
    private let new: [CompiledSchema]
    private let difference: SchemaDifference

    init(_ difference: SchemaDifference, old: [CompiledSchema], new: [CompiledSchema]) {
        self.difference = difference
        self.old = old
        self.new = new
    }

    /// Returns whether only the new form allows a value.
    func isNew(_ value: JSON) -> Bool {
        new.allSatisfy { $0.accepts(value) } && !old.allSatisfy { $0.accepts(value) }
    }

    /// Returns whether a value violates the old form for the keyword or the property of the difference.
    func isCausedByDifference(_ value: JSON) -> Bool {
        let depth = value.pointer.tokens.count
        var violations = old.flatMap { $0.validate(value) }
        while let violation = violations.popLast() {
            if difference.causes(violation, below: depth) { return true }
            violations += violation.causes
        }
        return false
    }
}

extension SchemaDifference {
    /// - Parameter depth: The depth of the value in its document.
    fileprivate func causes(_ violation: Violation, below depth: Int) -> Bool {
        if let property, violation.missingProperty != property {
            guard keyword == nil, violation.instancePointer.tokens.dropFirst(depth).first == property else {
                return false
            }
        }
        guard let keyword else { return true }
        // The types of an enumeration are not those of a keyword.
        if keyword == "type" { return violation.instancePointer.tokens.count == depth }
        let enumerating: Set = ["const", "enum"]
        return violation.keyword == keyword
            || enumerating.contains(keyword) && enumerating.contains(violation.keyword)
    }
}

/// The schemas of both contracts that have differences, compiled together.
struct CounterexampleChecks {
    private let comparison: SchemaComparison
    private let oldSamples: ValueSamples
    private let newSamples: ValueSamples
    private let old: [Int: CompiledSchema]
    private let new: [Int: CompiledSchema]

    init(_ differences: [SchemaDifference], _ comparison: SchemaComparison) {
        self.comparison = comparison
        oldSamples = ValueSamples(forms: comparison.old)
        newSamples = ValueSamples(forms: comparison.new)
        old = Self.compiled(Set(differences.map(\.site.old)), comparison.old)
        new = Self.compiled(Set(differences.map(\.site.new)), comparison.new)
    }

    private static func compiled(_ indexes: Set<SchemaBranch.Index>, _ forms: NormalizedSchemaCache) -> [Int:
        CompiledSchema]
    {
        let sources = indexes.sorted().flatMap { forms[$0].sources }
        let nodes = Dictionary(sources.compactMap { source in source.node.map { ($0, source) } }) {
            first, _ in first
        }
        let ordered = nodes.sorted { $0.key < $1.key }
        guard let schema = try? Schema(forms.document, base: ""),
            let compiled = try? schema.compile(at: ordered.map(\.value.pointer), options: .openAPI)
        else { return [:] }
        return Dictionary(uniqueKeysWithValues: zip(ordered.map(\.key), compiled))
    }

    /// Returns the check for a difference, or nil if its schemas cannot be compiled.
    func check(for difference: SchemaDifference) -> CounterexampleCheck? {
        guard let old = schemas(comparison.old[difference.site.old], old),
            let new = schemas(comparison.new[difference.site.new], new)
        else { return nil }
        return CounterexampleCheck(difference, old: old, new: new)
    }

    private func schemas(_ form: NormalizedSchema, _ compiled: [Int: CompiledSchema]) -> [CompiledSchema]? {
        let schemas = form.sources.compactMap { $0.node.flatMap { compiled[$0] } }
        return schemas.count == form.sources.count ? schemas : nil
    }

    /// Returns values that only the new form allows, because of a difference.
    func newValues(for difference: SchemaDifference, limit: Int = 8) -> [JSONValue] {
        guard let check = check(for: difference) else { return [] }
        var found: [JSONValue] = []
        for candidate in candidates(for: difference) where !found.contains(candidate) {
            guard let json = JSON(candidate), check.isNew(json), check.isCausedByDifference(json) else {
                continue
            }
            found.append(candidate)
            if found.count == limit { break }
        }
        return found
    }

    private func candidates(for difference: SchemaDifference) -> [JSONValue] {
        let site = difference.site
        let samples = newSamples.values(of: site.new) + oldSamples.values(of: site.old)
        guard let property = difference.property else { return samples + Self.stock }
        // A property that only one side names is tried with values that the other side does not describe.
        let bases = [
            newSamples.simplest(of: site.new), newSamples.complete(of: site.new),
            oldSamples.simplest(of: site.old),
        ]
        return samples
            + bases.flatMap { base in
                Self.stock.compactMap { base.inserting($0, at: [.property(property)]) }
            }
    }

    /// Values of every type, whatever the schemas say.
    private static let stock: [JSONValue] = [
        nil, true, false, 0, 1, -1, 0.5, 3.5, 300, 10_000_000_000, "", "a", "text with spaces", [], ["a"],
        [1, 1], [nil],
        [:], ["another": 1], ["another": "a"],
    ]
}

// MARK: - Paths

extension JSONValue {
    /// Returns the value with another one at a path, or nil if the path does not exist.
    ///
    /// Any element or property is the first one; the property at the end of the path may be new.
    func inserting(_ value: JSONValue, at path: ArraySlice<PathToken>) -> JSONValue? {
        guard let token = path.first else { return value }
        let rest = path.dropFirst()
        let missing: JSONValue? = rest.isEmpty ? .some(.null) : .none
        switch (token, self) {
        case (.property(let name), .object(var object)):
            guard let inserted = (object[name] ?? missing)?.inserting(value, at: rest) else { return nil }
            object[name] = inserted
            return .object(object)
        case (.anyProperty, .object(var object)):
            let name = object.names.first ?? "any"
            guard let inserted = (object[name] ?? missing)?.inserting(value, at: rest) else { return nil }
            object[name] = inserted
            return .object(object)
        case (.element(let index), .array(var elements)) where index < elements.count:
            guard let inserted = elements[index].inserting(value, at: rest) else { return nil }
            elements[index] = inserted
            return .array(elements)
        case (.anyElement, .array(var elements)):
            guard let inserted = (elements.first ?? missing)?.inserting(value, at: rest) else { return nil }
            if elements.isEmpty { elements.append(inserted) } else { elements[0] = inserted }
            return .array(elements)
        default: return nil
        }
    }
}

extension JSON {
    /// Returns the values at a path.
    func values(at path: ArraySlice<PathToken>) -> [JSON] {
        guard let token = path.first else { return [self] }
        let rest = path.dropFirst()
        switch token {
        case .property(let name): return self[name].exists ? self[name].values(at: rest) : []
        case .element(let index): return self[index].exists ? self[index].values(at: rest) : []
        case .anyElement: return elements.flatMap { $0.values(at: rest) }
        case .anyProperty: return members.flatMap { $0.value.values(at: rest) }
        }
    }
}
