import VerbatimContract
import VerbatimJSON

/// Compares schemas of two documents by their normal forms, for one side of an exchange.
///
/// Each pair of forms is compared once, however many references lead to it. It has the differences between
/// the values themselves, and leads to the pairs of their parts; a recursive schema leads back to its own
/// pair.
final class SchemaComparison {
    let old: NormalizedSchemaCache
    let new: NormalizedSchemaCache
    let side: ExchangeSide
    private let unchanged: UnchangedSchemas
    private var pairs: [SchemaPair] = []
    private var numbers: [SchemaPair.Forms: Int] = [:]
    private var summaries: [Int: Summary] = [:]
    /// Whether forms are conjunctions of the same schemas.
    private var sameness: [SchemaPair.Forms: Bool] = [:]
    /// The number of pairs being compared, each to compare the one before.
    private var depth = 0

    /// The number of pairs that may still be looked at beyond the first ones of each summary.
    private var exploration = ComparisonLimits.totalExplored

    /// The differences of a pair and of all pairs that it leads to.
    struct Summary {
        var direction = Direction.none
        /// The difference that is closest to the pair.
        var first: SchemaDifference?
        /// The last step to that difference.
        var token: PathToken?
        /// Whether there are too many schemas to compare.
        var isCut = false

        /// Whether there is any difference, or may be one.
        var isDifferent: Bool { first != nil || isCut }

        fileprivate mutating func join(_ other: Summary, isAmbiguous: Bool) {
            direction.formUnion(isAmbiguous && other.direction != .none ? .both : other.direction)
            if first == nil { (first, token) = (other.first, other.token) }
        }

        /// The differences of schemas that are too many.
        static let cut = Summary(direction: .both, isCut: true)
    }

    init(
        old: NormalizedSchemaCache, new: NormalizedSchemaCache, side: ExchangeSide = .response,
        unchanged: UnchangedSchemas? = nil
    ) {
        self.old = old
        self.new = new
        self.side = side
        self.unchanged = unchanged ?? UnchangedSchemas(old.references, new.references)
    }

    /// Returns the number of the pair of two schemas, or nil if they have the same text, including every
    /// schema they refer to. A missing schema allows anything.
    func pair(_ oldSchema: JSON?, _ newSchema: JSON?) -> Int? {
        if let oldSchema, let newSchema, unchanged.contains(oldSchema, newSchema) { return nil }
        let oldForm = old.form(of: [oldSchema].compactMap(\.self))
        let newForm = new.form(of: [newSchema].compactMap(\.self))
        return number(of: SchemaPair.Forms(old: oldForm, new: newForm))
    }

    func pair(numbered number: Int) -> SchemaPair {
        compare(number)
        return pairs[number]
    }

    /// Returns the effect on the set of allowed values as a whole.
    func direction(_ oldIndex: SchemaBranch.Index, _ newIndex: SchemaBranch.Index) -> Direction {
        evidentDirection(oldIndex, newIndex) ?? summary(oldIndex, newIndex).direction
    }

    /// Returns the differences as a whole, those in annotations as well.
    func difference(_ oldIndex: SchemaBranch.Index, _ newIndex: SchemaBranch.Index) -> Summary {
        areSame(oldIndex, newIndex) ? Summary() : summary(oldIndex, newIndex)
    }

    /// Returns whether two forms are conjunctions of the same schemas, by their text.
    func areSame(_ oldIndex: SchemaBranch.Index, _ newIndex: SchemaBranch.Index) -> Bool {
        let (oldSources, newSources) = (old.sources(of: oldIndex), new.sources(of: newIndex))
        guard !oldSources.isEmpty, oldSources.count == newSources.count else {
            return oldIndex == newIndex && oldSources.isEmpty && newSources.isEmpty
        }
        let forms = SchemaPair.Forms(old: oldIndex, new: newIndex)
        if let known = sameness[forms] { return known }
        let areSame = zip(oldSources, newSources).allSatisfy(unchanged.contains)
        sameness[forms] = areSame
        return areSame
    }

    // MARK: Pairs

    private func number(of forms: SchemaPair.Forms) -> Int {
        if let number = numbers[forms] { return number }
        numbers[forms] = pairs.count
        pairs.append(SchemaPair(forms))
        return pairs.count - 1
    }

    private func compare(_ number: Int) {
        guard pairs[number].state == .new else { return }
        pairs[number].state = .inProgress
        depth += 1
        var comparison = PairComparison(self, pairs[number].forms)
        if number < ComparisonLimits.pairs {
            comparison.run()
        } else {
            comparison.reportCut("too many pairs of schemas")
        }
        depth -= 1
        pairs[number].differences = comparison.differences
        pairs[number].parts = comparison.parts.map { part in
            SchemaPair.Part(
                token: part.token, pair: self.number(of: part.forms), isAmbiguous: part.isAmbiguous)
        }
        pairs[number].state = .compared
    }

    /// Returns the direction that is known without a comparison, if one of the schemas allows all or nothing.
    private func evidentDirection(
        _ oldIndex: SchemaBranch.Index, _ newIndex: SchemaBranch.Index
    ) -> Direction? {
        if areSame(oldIndex, newIndex) { return Direction.none }
        if old.sources(of: oldIndex).isEmpty {
            if oldIndex == NormalizedSchemaCache.nothing {
                return new.isNever(newIndex) ? Direction.none : .widens
            }
            return new[newIndex].allowsAll ? Direction.none : .narrows
        }
        guard new.sources(of: newIndex).isEmpty else { return nil }
        if newIndex == NormalizedSchemaCache.nothing {
            return old.isNever(oldIndex) ? Direction.none : .narrows
        }
        return old[oldIndex].allowsAll ? Direction.none : .widens
    }

    /// Returns the differences of a pair and of all that it leads to, but for the pairs in progress: those
    /// are around it, and part of their own summaries.
    private func summary(_ oldIndex: SchemaBranch.Index, _ newIndex: SchemaBranch.Index) -> Summary {
        let root = number(of: SchemaPair.Forms(old: oldIndex, new: newIndex))
        if let known = summaries[root] { return known }
        guard depth < ComparisonLimits.depth else { return .cut }
        var summary = Summary()
        var isComplete = true
        var queue = [PairState(pair: root, isAmbiguous: false)]
        var tokens: [PathToken?] = [nil]
        var visited = Set(queue)
        var next = 0
        while next < queue.count, summary.direction != .both {
            guard next < ComparisonLimits.explored || exploration > 0 else { return .cut }
            if next >= ComparisonLimits.explored { exploration -= 1 }
            let (state, token) = (queue[next], tokens[next])
            next += 1
            compare(state.pair)
            let pair = pairs[state.pair]
            if pair.state == .inProgress { isComplete = false }
            for difference in pair.differences {
                let found = Summary(
                    direction: difference.direction, first: difference, token: difference.path.last ?? token)
                summary.join(found, isAmbiguous: state.isAmbiguous)
            }
            for part in pair.parts {
                let inner = state.entering(part)
                let step = part.token ?? token
                if var known = summaries[inner.pair] {
                    known.token = known.token ?? step
                    summary.join(known, isAmbiguous: inner.isAmbiguous)
                } else if visited.insert(inner).inserted {
                    queue.append(inner)
                    tokens.append(step)
                }
            }
        }
        if isComplete || summary.direction == .both { summaries[root] = summary }
        if isComplete, !summary.isDifferent {
            // What leads to no difference as a whole does so in each of its parts.
            for state in queue { summaries[state.pair] = summary }
        }
        return summary
    }
}

/// A pair, and whether it is part of an alternative that excludes others: any difference then goes both ways.
struct PairState: Hashable {
    let pair: Int
    let isAmbiguous: Bool

    func entering(_ part: SchemaPair.Part) -> PairState {
        PairState(pair: part.pair, isAmbiguous: isAmbiguous || part.isAmbiguous)
    }
}

/// Two forms that are compared.
struct SchemaPair {
    struct Forms: Hashable, Sendable {
        let old: SchemaBranch.Index
        let new: SchemaBranch.Index
    }

    /// A part of the values: a property or the elements, or the value itself if there is no token.
    struct Part {
        let token: PathToken?
        let pair: Int
        let isAmbiguous: Bool
    }

    enum State { case new, inProgress, compared }

    let forms: Forms
    var state = State.new
    /// The differences between the values themselves.
    var differences: [SchemaDifference] = []
    var parts: [Part] = []

    init(_ forms: Forms) { self.forms = forms }
}

// MARK: - Differences

/// A difference between two schemas, or between parts of them.
struct SchemaDifference: Sendable {
    let kind: ChangeKind
    var part: SchemaPart
    var direction: Direction
    /// The path from the value to the part.
    var path: [PathToken]
    var old: String
    var new: String
    /// The forms whose values show it.
    var site: Site
    /// The keyword that a value has to violate to show it; nil for any.
    var keyword: String?
    /// The property that it is about, if the site is its object.
    var property: String?
    /// The part of the documents that makes the difference, if only references lead to it.
    var cause: Origin?

    /// Two forms, and the path that leads to them.
    struct Site: Hashable, Sendable {
        var old: SchemaBranch.Index
        var new: SchemaBranch.Index
        var path: [PathToken] = []
    }

    /// The part of the documents that shows a difference.
    struct Origin: Hashable, Sendable {
        let site: Site
        let keyword: String?
        let property: String?
    }

    /// The part of the documents that shows it.
    var origin: Origin { cause ?? Origin(site: site, keyword: keyword, property: property) }

    /// The same difference, wherever it is.
    var key: Origin { Origin(site: Site(old: site.old, new: site.new), keyword: keyword, property: property) }

    /// The same difference, seen from a value that has this one at a path. One of several alternatives that
    /// exclude each other goes both ways.
    func located(at prefix: [PathToken], isAmbiguous: Bool) -> SchemaDifference {
        var difference = self
        difference.path = prefix + path
        difference.site.path = prefix
        if isAmbiguous, direction != .none { difference.direction = .both }
        if path.isEmpty, part == .value, kind == .becameNullable || kind == .becameNotNullable {
            if prefix.last == .anyElement { difference.part = .items }
            if prefix.last == .anyProperty { difference.part = .mapValue }
        }
        return difference
    }
}

/// The part of a value that a difference is about.
enum SchemaPart: Hashable, Sendable {
    case value
    case requiredProperty, optionalProperty
    case items
    case mapValue
    case additionalProperties

    static func property(isRequired: Bool) -> SchemaPart {
        isRequired ? .requiredProperty : .optionalProperty
    }
}

/// The side of an exchange that a schema describes.
enum ExchangeSide: CaseIterable, Sendable {
    case request, response

    /// Returns whether messages of the side do not have a property: responses do not have write-only ones,
    /// requests do not have read-only ones.
    func hides(_ annotations: SchemaAnnotations?) -> Bool {
        switch self {
        case .request: annotations?.isReadOnly ?? false
        case .response: annotations?.isWriteOnly ?? false
        }
    }
}

/// A step from a value to a part of it.
enum PathToken: Hashable, Sendable {
    case property(String)
    case element(Int)
    case anyElement
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
