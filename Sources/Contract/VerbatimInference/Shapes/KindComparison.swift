import VerbatimJSON

/// Compares objects by the values of some properties, to find one of which the value decides which properties
/// they have.
///
/// Properties of objects in them count as well: `attributes/name`.
struct KindComparison: TrafficFacts, Sendable {
    /// The properties, the most likely first.
    private let names: [String]
    /// The objects with each value of each property; nil if one of them has no text there.
    private var byValue: [[String: Kind]?]
    /// The numbers of the properties.
    private var numbers: [String: Int] = [:]
    /// Whether there are so many properties that the objects are keyed by data.
    private var isTooWide = false

    private static let propertyLimit = 1024
    private static let innerLimit = 64
    /// The number of properties that a kind must have besides those of another one, if that has none besides.
    private static let leastDifference = 3

    init(by names: [String]) {
        self.names = names
        byValue = names.map { _ in [:] }
    }

    /// Adds an object.
    mutating func add(_ object: JSON) {
        guard !isTooWide else { return }
        var outline: Set<Int> = []
        for member in object.members {
            outline.insert(number(of: member.name))
            // Many names are those of a dictionary, which differ from object to object.
            for inner in member.value.members where member.value.count <= Self.innerLimit {
                outline.insert(number(of: "\(member.name)/\(inner.name)"))
            }
            guard numbers.count <= Self.propertyLimit else { return isTooWide = true }
        }
        for index in names.indices where byValue[index] != nil {
            if let value = object[names[index]].string {
                byValue[index]?[value, default: Kind(values: [value])].add(outline)
            } else {
                byValue[index] = nil
            }
        }
    }

    mutating func append(_ next: KindComparison) {
        let theirs = next.numbers.sorted { $0.value < $1.value }.map { number(of: $0.key) }
        isTooWide = isTooWide || next.isTooWide || numbers.count > Self.propertyLimit
        for index in names.indices {
            guard next.byValue.indices.contains(index), let kinds = next.byValue[index],
                byValue[index] != nil
            else {
                byValue[index] = nil
                continue
            }
            for (value, kind) in kinds {
                byValue[index]?[value, default: Kind(values: [value])].append(kind, theirs)
            }
        }
    }

    private mutating func number(of name: String) -> Int {
        if let known = numbers[name] { return known }
        numbers[name] = numbers.count
        return numbers.count - 1
    }

    /// The objects with some values of the property.
    private struct Kind: Codable {
        var values: [String]
        var objects = 0
        /// The numbers of objects that have each property.
        var counts: [Int] = []

        init(values: [String]) { self.values = values }

        mutating func add(_ outline: Set<Int>) {
            objects += 1
            for number in outline {
                if number >= counts.count { widen(to: number + 1) }
                counts[number] += 1
            }
        }

        /// Adds objects whose properties have other numbers.
        mutating func append(_ next: Kind, _ numbers: [Int]) {
            objects += next.objects
            widen(to: (numbers.prefix(next.counts.count).max() ?? -1) + 1)
            for (number, count) in zip(numbers, next.counts) { counts[number] += count }
        }

        mutating func widen(to count: Int) {
            counts += Array(repeating: 0, count: max(0, count - counts.count))
        }

        mutating func merge(_ other: Kind) {
            values += other.values
            objects += other.objects
            for index in counts.indices { counts[index] += other.counts[index] }
        }

        /// Whether three of five properties are those of both, or all but one that the one has.
        func isMostly(_ other: Kind) -> Bool {
            let all = counts.indices.count { counts[$0] > 0 || other.counts[$0] > 0 }
            let common = counts.indices.count { counts[$0] > 0 && other.counts[$0] > 0 }
            let fewer = min(counts.count { $0 > 0 }, other.counts.count { $0 > 0 })
            return common * 5 >= all * 3 || fewer > 4 && common >= fewer - 1
        }

        /// The number of properties that all of these objects have, and none of the others.
        func distinction(from other: Kind) -> Int {
            counts.indices.count { counts[$0] == objects && other.counts[$0] == 0 }
        }
    }

    /// The property that explains most, with its values, grouped by the kinds of objects that they decide.
    var best: (name: String, values: [[String]])? {
        var best: (name: String, values: [[String]], share: Double)?
        for (name, byValue) in zip(names, byValue) {
            guard !isTooWide, let kinds = byValue.flatMap({ kinds(Array($0.values)) }),
                kinds.share > best?.share ?? 0
            else { continue }
            best = (name, kinds.values, kinds.share)
        }
        return best.map { ($0.name, $0.values) }
    }

    /// The values of a property, grouped by the kinds of objects they decide, and the share of the optional
    /// properties that these kinds explain; nil if they are not clearly distinct.
    private func kinds(_ byValue: [Kind]) -> (values: [[String]], share: Double)? {
        let wide = byValue.map { kind in
            var kind = kind
            kind.widen(to: numbers.count)
            return kind
        }
        let kinds = Self.joined(wide.sorted { $0.values[0] < $1.values[0] })
        guard Self.areDistinct(kinds) else { return nil }
        let share = Self.explainedShare(kinds)
        return share * 3 < 2 ? nil : (kinds.map { $0.values.sorted() }, share)
    }

    /// Joins the kinds that no property distinguishes, and those that have most properties in common.
    private static func joined(_ kinds: [Kind]) -> [Kind] {
        var joined: [Kind] = []
        for kind in kinds {
            let same = joined.firstIndex {
                $0.distinction(from: kind) == 0 && kind.distinction(from: $0) == 0 || $0.isMostly(kind)
            }
            if let same { joined[same].merge(kind) } else { joined.append(kind) }
        }
        return joined
    }

    /// Whether each kind differs from each other one, and not only by having more properties.
    private static func areDistinct(_ kinds: [Kind]) -> Bool {
        var areExclusive = false
        for (index, kind) in kinds.enumerated() {
            for other in kinds[(index + 1)...] {
                let (left, right) = (kind.distinction(from: other), other.distinction(from: kind))
                let isMutual = left > 0 && right > 0
                guard isMutual || left + right >= leastDifference else { return false }
                areExclusive = areExclusive || isMutual
            }
        }
        return areExclusive
    }

    /// The share of the properties that some objects do not have for which one of the kinds is the reason.
    private static func explainedShare(_ kinds: [Kind]) -> Double {
        let all = kinds.reduce(0) { $0 + $1.objects }
        let optional = kinds[0].counts.indices.filter { index in
            kinds.reduce(0) { $0 + $1.counts[index] } < all
        }
        let explained = optional.count { index in kinds.contains { $0.counts[index] == 0 } }
        return Double(explained) / Double(max(1, optional.count))
    }
}
