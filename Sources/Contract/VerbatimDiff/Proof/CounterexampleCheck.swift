import VerbatimContract
import VerbatimJSON
import VerbatimSchema

/// Tells which values a pair of forms holds apart, by the validator that holds recordings to contracts.
///
/// A form is a conjunction of schemas of its document, so a value keeps the form if it keeps each of them.
struct CounterexampleCheck {
    private let old: [CompiledSchema]
    private let new: [CompiledSchema]
    private let difference: SchemaDifference

    init(_ difference: SchemaDifference, old: [CompiledSchema], new: [CompiledSchema]) {
        self.difference = difference
        self.old = old
        self.new = new
    }

    /// Whether a value is allowed now and was not.
    func isNew(_ value: JSON) -> Bool { isAllowed(value) && !old.allSatisfy { $0.accepts(value) } }

    /// Whether a value is allowed now.
    func isAllowed(_ value: JSON) -> Bool { new.allSatisfy { $0.accepts(value) } }

    /// Whether it was for the keyword of the difference that a value was not allowed.
    func isAbout(_ value: JSON) -> Bool {
        let depth = value.pointer.tokens.count
        var violations = old.flatMap { $0.validate(value) }
        while let violation = violations.popLast() {
            if difference.isAbout(violation, below: depth) { return true }
            violations += violation.causes
        }
        return false
    }
}

extension SchemaDifference {
    /// - Parameter depth: How deep in its document the value stands.
    fileprivate func isAbout(_ violation: Violation, below depth: Int) -> Bool {
        if let member, violation.missingProperty != member {
            guard keyword == nil, violation.instancePointer.tokens.dropFirst(depth).first == member else {
                return false
            }
        }
        guard let keyword else { return true }
        // Where a closed set gives the types, no keyword names them.
        if keyword == "type" { return violation.instancePointer.tokens.count == depth }
        let closed: Set = ["const", "enum"]
        return violation.keyword == keyword || closed.contains(keyword) && closed.contains(violation.keyword)
    }
}

/// The schemas of both contracts that differences are about, compiled together.
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

    /// The proof for a difference; nil when its schemas could not be compiled.
    func proof(of difference: SchemaDifference) -> CounterexampleCheck? {
        guard let old = schemas(comparison.old[difference.site.old], old),
            let new = schemas(comparison.new[difference.site.new], new)
        else { return nil }
        return CounterexampleCheck(difference, old: old, new: new)
    }

    private func schemas(_ form: NormalizedSchema, _ compiled: [Int: CompiledSchema]) -> [CompiledSchema]? {
        let schemas = form.sources.compactMap { $0.node.flatMap { compiled[$0] } }
        return schemas.count == form.sources.count ? schemas : nil
    }

    /// Values that are allowed now and were not, for the keyword or the member of a difference.
    func newValues(for difference: SchemaDifference, most: Int = 8) -> [JSONValue] {
        guard let proof = proof(of: difference) else { return [] }
        var found: [JSONValue] = []
        for candidate in candidates(for: difference) where !found.contains(candidate) {
            guard let json = JSON(candidate), proof.isNew(json), proof.isAbout(json) else { continue }
            found.append(candidate)
            if found.count == most { break }
        }
        return found
    }

    private func candidates(for difference: SchemaDifference) -> [JSONValue] {
        let site = difference.site
        let samples = newSamples.values(of: site.new) + oldSamples.values(of: site.old)
        guard let member = difference.member else { return samples + Self.stock }
        // A member that only one side names is tried with values that the other side never thought of.
        let bases = [
            newSamples.simplest(of: site.new), newSamples.complete(of: site.new),
            oldSamples.simplest(of: site.old),
        ]
        return samples
            + bases.flatMap { base in
                Self.stock.compactMap { base.planting($0, at: [.member(member)]) }
            }
    }

    /// Values of every type that no schema needs to name.
    private static let stock: [JSONValue] = [
        nil, true, false, 0, 1, -1, 0.5, 3.5, 300, 10_000_000_000, "", "a", "text with blanks", [], ["a"],
        [1, 1], [nil],
        [:], ["another": 1], ["another": "a"],
    ]
}
