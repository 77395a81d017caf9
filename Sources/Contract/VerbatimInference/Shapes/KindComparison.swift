import VerbatimJSON

/// Compares objects by the values of a property, to find whether the value decides which properties they
/// have.
///
/// Properties of objects in them count as well: `attributes/name`.
struct KindComparison {
    private let objects: [JSON]
    /// The numbers of the properties of each object.
    private var outlines: [[Int]] = []
    private var numbers: [String: Int] = [:]

    /// With more properties than this, objects are keyed by data.
    private static let propertyLimit = 1024
    /// The number of properties that a kind must have besides those of another one, if that has none besides.
    private static let leastDifference = 3

    /// - Returns: nil if there are too many properties.
    init?(_ objects: [JSON]) {
        self.objects = objects
        for object in objects {
            var outline: Set<Int> = []
            for member in object.members {
                outline.insert(number(of: member.name))
                for inner in member.value.members {
                    outline.insert(number(of: "\(member.name)/\(inner.name)"))
                }
                guard numbers.count <= Self.propertyLimit else { return nil }
            }
            outlines.append(Array(outline))
        }
    }

    private mutating func number(of name: String) -> Int {
        if let known = numbers[name] { return known }
        numbers[name] = numbers.count
        return numbers.count - 1
    }

    /// The objects with some values of the property.
    private struct Kind {
        var values: [String]
        var objects = 0
        /// The numbers of objects that have each property.
        var counts: [Int]

        mutating func merge(_ other: Kind) {
            values += other.values
            objects += other.objects
            for index in counts.indices { counts[index] += other.counts[index] }
        }

        /// The number of properties that all of these objects have, and none of the others.
        func distinction(from other: Kind) -> Int {
            counts.indices.count { counts[$0] == objects && other.counts[$0] == 0 }
        }
    }

    /// The values of a property, grouped by the kinds of objects they decide, and the share of the optional
    /// properties that these kinds explain; nil if they are not clearly distinct.
    func kinds(by name: String) -> (values: [[String]], share: Double)? {
        var byValue: [String: Kind] = [:]
        for (object, outline) in zip(objects, outlines) {
            guard let value = object[name].string else { return nil }
            let new = Kind(values: [value], counts: Array(repeating: 0, count: numbers.count))
            byValue[value, default: new].objects += 1
            for number in outline { byValue[value, default: new].counts[number] += 1 }
        }
        let kinds = Self.joined(byValue.values.sorted { $0.values[0] < $1.values[0] })
        guard Self.areDistinct(kinds) else { return nil }
        let share = Self.explainedShare(kinds)
        return share * 3 < 2 ? nil : (kinds.map { $0.values.sorted() }, share)
    }

    /// Joins the kinds that no property distinguishes.
    private static func joined(_ kinds: [Kind]) -> [Kind] {
        var joined: [Kind] = []
        for kind in kinds {
            let same = joined.firstIndex {
                $0.distinction(from: kind) == 0 && kind.distinction(from: $0) == 0
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
