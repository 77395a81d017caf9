import VerbatimJSON

/// Finds the locations in bodies where the objects are of distinct kinds, which the value of one property
/// shows.
///
/// The shapes of the bodies show where that may be so; only there the bodies are read again.
struct ChoiceFinder {
    /// A value with the index of its response.
    private typealias Sample = (value: JSON, response: Int)

    /// A location where there may be a choice, or further inside.
    private struct Location {
        /// The properties that may be discriminators, the most likely first.
        let discriminators: [String]
        private(set) var properties: [String: Location] = [:]
        private(set) var items: [Location] = []

        private static let depthLimit = 32

        /// - Returns: nil if there can be no choice.
        init?(_ shape: ObservedShape, depth: Int = 0) {
            guard depth < Self.depthLimit else { return nil }
            discriminators = shape.possibleDiscriminators
            for property in shape.properties {
                properties[property.name] = Location(property.shape, depth: depth + 1)
            }
            if let elements = shape.items, let location = Location(elements, depth: depth + 1) {
                items = [location]
            }
            if discriminators.isEmpty, properties.isEmpty, items.isEmpty { return nil }
        }
    }

    /// The number of choices inside one another. The bodies are read once for each level.
    private static let levelLimit = 4

    /// The shape of bodies with its choices.
    ///
    /// - Parameter bodies: Returns the bodies, and is called only if there may be a choice.
    static func shape(_ shape: ObservedShape, of bodies: () -> [JSON]) -> ObservedShape {
        guard let location = Location(shape) else { return shape }
        return self.shape(shape, at: location, bodies().enumerated().map { ($1, $0) }, level: 0)
    }

    /// The shape of the items of sequences with their kinds, which `type` of the data, the name of the event
    /// or `type` of the item shows, or `method` in place of `type` if it is JSON-RPC: a stream says so
    /// itself, however alike they are.
    static func shape(_ shape: ObservedShape, ofItems items: [JSON]) -> ObservedShape {
        let samples = items.enumerated().map { Sample(value: $1, response: $0) }
        let data = samples.map { Sample(value: $0.value["data"], response: $0.response) }
            .filter { $0.value.kind == .object }
        var shape = shape
        if let kinds = kinds(of: data, by: Self.isCall(data.first?.value) ? "method" : "type") {
            shape.properties = shape.properties.map { property in
                guard property.name == "data" else { return property }
                var shape = property.shape
                shape.choice = kinds
                return ObservedShape.Property(name: property.name, count: property.count, shape: shape)
            }
        } else if let kinds = kinds(of: samples, by: "event")
            ?? kinds(of: samples, by: Self.isCall(samples.first?.value) ? "method" : "type")
        {
            shape.choice = kinds
        } else {
            return self.shape(shape, of: { items })
        }
        return shape
    }

    private static func isCall(_ item: JSON?) -> Bool { item?["jsonrpc"].exists ?? false }

    /// The number of values from which they are no kinds.
    private static let itemKindLimit = 64

    private static func kinds(of objects: [Sample], by name: String) -> ObservedChoice? {
        let kinds = Dictionary(grouping: objects) { $0.value[name].string }
        guard 2...itemKindLimit ~= kinds.count else { return nil }
        return ObservedChoice(
            discriminator: name,
            kinds: kinds.compactMap { value, members in
                value.map {
                    ObservedChoice.Kind(values: [$0], shape: shape(of: members, 0).having($0, as: name))
                }
            }, others: kinds[nil].map { [shape(of: $0, 0)] } ?? [])
    }

    private static func shape(
        _ shape: ObservedShape, at location: Location, _ samples: [Sample], level: Int,
        isKind: Bool = false
    ) -> ObservedShape {
        var shape = shape
        if !isKind, let choice = choice(at: location, among: samples, level) {
            shape.choice = choice
            return shape
        }
        var (members, elements) = ([String: [Sample]](), [Sample]())
        for (value, response) in samples {
            for member in value.members where location.properties[member.name] != nil {
                members[member.name, default: []].append((member.value, response))
            }
            if !location.items.isEmpty { elements += value.elements.lazy.map { ($0, response) } }
        }
        shape.properties = shape.properties.map { property in
            guard let location = location.properties[property.name] else { return property }
            let inner = self.shape(property.shape, at: location, members[property.name] ?? [], level: level)
            return ObservedShape.Property(name: property.name, count: property.count, shape: inner)
        }
        if let location = location.items.first, let items = shape.items {
            shape.items = self.shape(items, at: location, elements, level: level)
        }
        return shape
    }

    private static func choice(at location: Location, among samples: [Sample], _ level: Int)
        -> ObservedChoice?
    {
        guard level < levelLimit, !location.discriminators.isEmpty else { return nil }
        let objects = samples.filter { $0.value.kind == .object }
        guard let comparison = KindComparison(objects.map(\.value)) else { return nil }
        var best: (name: String, values: [[String]], share: Double)?
        for name in location.discriminators {
            guard let kinds = comparison.kinds(by: name), kinds.share > best?.share ?? 0 else { continue }
            best = (name, kinds.values, kinds.share)
        }
        guard let best else { return nil }
        let kinds = best.values.map { values in
            let members = objects.filter { $0.value[best.name].string.map(values.contains) ?? false }
            return ObservedChoice.Kind(values: values, shape: shape(of: members, level))
        }
        return ObservedChoice(discriminator: best.name, kinds: kinds)
    }

    /// The shape of the objects of one kind.
    private static func shape(of objects: [Sample], _ level: Int) -> ObservedShape {
        let recorder = ShapeRecorder()
        var response: Int?
        for object in objects {
            if object.response != response { recorder.beginResponse() }
            response = object.response
            recorder.add(object.value)
        }
        let shape = recorder.shape
        guard let location = Location(shape) else { return shape }
        return self.shape(shape, at: location, objects, level: level + 1, isKind: true)
    }
}

extension ObservedShape {
    /// The shape of objects that have one value of a property, which need not look like a name.
    fileprivate func having(_ value: String, as name: String) -> ObservedShape {
        var shape = self
        shape.properties = properties.map { property in
            guard property.name == name else { return property }
            var values = property.shape
            values.strings.values = [.init(text: value, count: objects, responses: responses)]
            return Property(name: name, count: property.count, shape: values)
        }
        return shape
    }

    /// The number of properties that are compared.
    private static let discriminatorLimit = 8

    /// The names of the properties that may decide of which kind an object is, the most likely first.
    fileprivate var possibleDiscriminators: [String] {
        guard objects > 3, objects + nulls == count, mayDiffer, !looksLikeMap else { return [] }
        let found = properties.filter { $0.isAlwaysName(objects) && mayDistinguish($0) }.map(\.name)
        let ranked = found.map { (rank: PropertyName($0).isKind ? 0 : 1, name: $0) }
        return ranked.sorted(by: <).prefix(Self.discriminatorLimit).map(\.name)
    }

    /// Whether some objects lack a property that others have, or the objects in them do.
    private var mayDiffer: Bool {
        properties.contains { property in
            property.count < objects
                || property.shape.properties.contains { $0.count < property.shape.objects }
        }
    }

    /// Whether the values of a property are few, and each occurs more than once. If its name does not say
    /// that they are kinds, there are at least 20 objects, and a fifth of them has each value.
    private func mayDistinguish(_ property: Property) -> Bool {
        let (values, name) = (property.shape.strings.values, PropertyName(property.name))
        guard values.count > 1, values.allSatisfy({ $0.count > 1 && IdentifierForm($0.text) == nil })
        else { return false }
        return name.isKind
            || !name.isIdentifying && objects >= 20 && values.allSatisfy { $0.count >= objects / 5 }
    }
}

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
