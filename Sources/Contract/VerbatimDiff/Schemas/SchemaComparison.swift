import VerbatimContract
import VerbatimJSON

/// Compares schemas of two documents by their normal forms; each pair of forms is compared once.
final class SchemaComparison {
    let old: NormalizedSchemaCache
    let new: NormalizedSchemaCache
    private var cache: [Pair: [SchemaDifference]] = [:]
    /// The number of pairs being compared, each for a part of the one before.
    private var depth = 0
    private lazy var unchanged = UnchangedSchemas(old.references, new.references)

    private struct Pair: Hashable {
        let old: SchemaBranch.Index
        let new: SchemaBranch.Index
    }

    init(old: NormalizedSchemaCache, new: NormalizedSchemaCache) {
        self.old = old
        self.new = new
    }

    /// Returns whether two schemas have the same text, including every schema they refer to.
    func areUnchanged(_ oldSchema: JSON, _ newSchema: JSON) -> Bool {
        unchanged.contains(oldSchema, newSchema)
    }

    /// Returns every difference between two schemas of the documents, with their normal forms.
    ///
    /// Nil for schemas with the same text, which need no normal form. A missing schema allows anything.
    func compare(_ oldSchema: JSON?, _ newSchema: JSON?) -> (
        old: SchemaBranch.Index, new: SchemaBranch.Index, differences: [SchemaDifference]
    )? {
        if let oldSchema, let newSchema, unchanged.contains(oldSchema, newSchema) { return nil }
        let oldForm = old.form(of: [oldSchema].compactMap(\.self))
        let newForm = new.form(of: [newSchema].compactMap(\.self))
        return (oldForm, newForm, differences(oldForm, newForm))
    }

    /// Returns every difference between two forms, from the outside in.
    ///
    /// A recursive schema leads back to a pair in progress, whose differences are reported only once.
    func differences(_ oldIndex: SchemaBranch.Index, _ newIndex: SchemaBranch.Index) -> [SchemaDifference] {
        let pair = Pair(old: oldIndex, new: newIndex)
        if let cached = cache[pair] { return cached }
        cache[pair] = []
        var comparison = PairComparison(self, SchemaDifference.Site(old: oldIndex, new: newIndex))
        let isCut = old[oldIndex].isCut || new[newIndex].isCut
        if isCut || depth < ComparisonLimits.depth && cache.count < ComparisonLimits.pairs {
            depth += 1
            comparison.run()
            depth -= 1
        } else {
            comparison.reportCut("too many pairs of schemas")
        }
        cache[pair] = comparison.differences
        return comparison.differences
    }

    /// Returns the effect on the set of allowed values as a whole.
    func direction(_ oldIndex: SchemaBranch.Index, _ newIndex: SchemaBranch.Index) -> Direction {
        differences(oldIndex, newIndex).reduce(into: []) { $0.formUnion($1.direction) }
    }
}

/// A difference between two schemas, or between parts of them.
struct SchemaDifference: Sendable {
    let kind: ChangeKind
    /// The part of an object or array that it is about; nil for the value itself.
    var part: ChangeSubject?
    var direction: Direction
    /// The path from the schemas to the part.
    var path: [PathToken]
    var old: String
    var new: String
    /// The forms whose values show it.
    var site: Site
    /// The keyword that a value has to violate to show it; nil for any.
    var keyword: String?
    /// The property that it is about, if the site is its object.
    var property: String?

    /// Two forms, and the path that leads to them.
    struct Site: Hashable, Sendable {
        var old: SchemaBranch.Index
        var new: SchemaBranch.Index
        var path: [PathToken] = []
    }

    /// The same difference, seen from the parent.
    func below(_ token: PathToken) -> SchemaDifference {
        var difference = self
        difference.path.insert(token, at: 0)
        difference.site.path.insert(token, at: 0)
        return difference
    }
}

/// A step from a value to a part of it.
enum PathToken: Hashable, Sendable {
    case property(String)
    case element(Int)
    /// Any element of an array.
    case anyElement
    /// Any property that the schema does not name.
    case anyProperty

    /// The token in a pattern of a JSON Pointer.
    var text: String {
        switch self {
        case .property(let name): name
        case .element(let index): String(index)
        case .anyElement, .anyProperty: "*"
        }
    }
}

extension [PathToken] {
    /// The path as a JSON Pointer with `*` for any element and any property that is not named.
    var pointer: JSONPointer { JSONPointer(map(\.text)) }
}
