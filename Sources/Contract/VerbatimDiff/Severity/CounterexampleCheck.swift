import VerbatimJSON
import VerbatimSchema

/// Finds the values that only the new form of a pair allows, with the validator that checks recordings.
///
/// A form is a conjunction of schemas of its document: a value satisfies it if it satisfies each of them.
struct CounterexampleCheck {
    let difference: SchemaDifference
    let old: [CompiledSchema]
    let new: [CompiledSchema]

    /// Returns whether only the new form allows a value.
    func isNew(_ value: JSON) -> Bool {
        new.allSatisfy { $0.accepts(value) } && !old.allSatisfy { $0.accepts(value) }
    }

    /// Returns whether a value violates the old form for the keyword or the property of the difference.
    func isCausedByDifference(_ value: JSON) -> Bool {
        ViolationIndex(of: value, violations(in: value)).show(difference)
    }

    func violations(in value: JSON) -> [Violation] { old.flatMap { $0.validate(value) } }
}

/// The violations in a value, by what a difference has to have in common with them.
struct ViolationIndex {
    private static let limit = 4096

    /// The keywords that are violated, by the property that is missing because of it.
    private var keywords: [String?: Set<String>] = [:]
    /// The properties of the value that are missing, or have a violation inside.
    private var properties: Set<String> = []
    /// Whether the value itself violates a keyword, by the property that is missing because of it.
    private var isViolated: Set<String?> = []
    private var allKeywords: Set<String> = []

    /// Creates an index of the violations in a value, and of those in the branches that it does not satisfy.
    init(of value: JSON, _ violations: [Violation]) {
        let depth = value.pointer.tokens.count
        var pending = Array(violations.prefix(Self.limit))
        var count = 0
        while let violation = pending.popLast(), count < Self.limit {
            count += 1
            let tokens = violation.instancePointer.tokens.dropFirst(depth)
            let missing = violation.missingProperty
            allKeywords.insert(violation.keyword)
            keywords[missing, default: []].insert(violation.keyword)
            if tokens.isEmpty { isViolated.insert(missing) }
            if let property = tokens.first ?? missing { properties.insert(property) }
            if let missing { properties.insert(missing) }
            pending += violation.causes.prefix(Self.limit)
        }
    }

    func show(_ difference: SchemaDifference) -> Bool {
        guard let keyword = difference.keyword else {
            return difference.property.map(properties.contains) ?? !allKeywords.isEmpty
        }
        // The types of an enumeration are not those of a keyword.
        if keyword == "type" {
            return difference.property.map { isViolated.contains($0) } ?? !isViolated.isEmpty
        }
        let violated = difference.property.map { keywords[$0, default: []] } ?? allKeywords
        let enumerating: Set = ["const", "enum"]
        return violated.contains(keyword)
            || enumerating.contains(keyword) && !violated.isDisjoint(with: enumerating)
    }
}

/// The schemas of both contracts that have differences, compiled together.
///
/// The samples of a pair of forms are tried once, whatever the number of differences between the forms.
final class CounterexampleChecks {
    private let comparison: SchemaComparison
    private let oldSamples: ValueSamples
    private let newSamples: ValueSamples
    private let old: [Int: CompiledSchema]
    private let new: [Int: CompiledSchema]
    private var newSamplesBySite: [SchemaDifference.Site: [Sample]] = [:]

    /// A value that only the new form allows.
    private struct Sample {
        let value: JSONValue
        let violations: ViolationIndex
    }

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
        return Dictionary(zip(ordered.map(\.key), compiled)) { first, _ in first }
    }

    /// Returns the check for a difference, or nil if its schemas cannot be compiled.
    func check(for difference: SchemaDifference) -> CounterexampleCheck? {
        guard let old = schemas(comparison.old[difference.site.old], old),
            let new = schemas(comparison.new[difference.site.new], new)
        else { return nil }
        return CounterexampleCheck(difference: difference, old: old, new: new)
    }

    private func schemas(_ form: NormalizedSchema, _ compiled: [Int: CompiledSchema]) -> [CompiledSchema]? {
        let schemas = form.sources.compactMap { $0.node.flatMap { compiled[$0] } }
        return schemas.count == form.sources.count ? schemas : nil
    }

    /// Returns values that only the new form allows, because of a difference.
    func newValues(for difference: SchemaDifference, limit: Int = 8) -> [JSONValue] {
        guard let check = check(for: difference) else { return [] }
        var found: [JSONValue] = []
        for sample in newSamples(at: difference.site, check) where sample.violations.show(difference) {
            found.append(sample.value)
            if found.count == limit { return found }
        }
        var size = ComparisonLimits.triedValues
        for candidate in candidates(for: difference) {
            size -= candidate.size(upTo: size)
            guard size > 0 else { break }
            guard !found.contains(candidate), let json = JSON(candidate), check.isNew(json),
                check.isCausedByDifference(json)
            else { continue }
            found.append(candidate)
            if found.count == limit { break }
        }
        return found
    }

    /// Returns the samples of both forms that only the new form allows, each once.
    private func newSamples(at site: SchemaDifference.Site, _ check: CounterexampleCheck) -> [Sample] {
        let site = SchemaDifference.Site(old: site.old, new: site.new)
        if let known = newSamplesBySite[site] { return known }
        let samples = newSamples.values(of: site.new) + oldSamples.values(of: site.old) + Self.stock
        var seen: Set<JSONValue> = []
        let found: [Sample] = samples.compactMap { value in
            guard value.size(upTo: ComparisonLimits.bodySize) < ComparisonLimits.bodySize,
                seen.insert(value).inserted, let json = JSON(value), check.isNew(json)
            else { return nil }
            return Sample(value: value, violations: ViolationIndex(of: json, check.violations(in: json)))
        }
        newSamplesBySite[site] = found
        return found
    }

    /// Returns objects in which only the property of a difference varies: a property that only one side names
    /// is tried with values that the other side does not describe.
    private func candidates(for difference: SchemaDifference) -> any Sequence<JSONValue> {
        let site = difference.site
        guard let property = difference.property else { return [] }
        let isWide = newSamples.isWide(site.new) || oldSamples.isWide(site.old)
        guard !isWide || difference.keyword != "required" else { return [] }
        let bases =
            [newSamples.simplest(of: site.new)]
            + (isWide ? [] : [newSamples.complete(of: site.new), oldSamples.simplest(of: site.old)])
        let least = bases.filter {
            $0.size(upTo: ComparisonLimits.triedValues) < ComparisonLimits.triedValues
        }
        return least.lazy.flatMap { base in
            Self.stock.lazy.compactMap { base.inserting($0, at: [.property(property)]) }
        }
    }

    /// Values of every type, whatever the schemas say.
    private static let stock: [JSONValue] = [
        nil, true, false, 0, 1, -1, 0.5, 3.5, 300, .number(JSONNumber(10_000_000_000 as Int64)), "", "a",
        "text with spaces", [], ["a"], [1, 1], [nil], [:], ["another": 1], ["another": "a"],
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
        case (.property, .object(var object)), (.anyProperty, .object(var object)):
            let name = if case .property(let name) = token { name } else { object.names.first ?? "any" }
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
