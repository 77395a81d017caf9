import VerbatimJSON

/// Finds the locations in bodies where the objects are of distinct kinds, which the value of one property
/// shows.
///
/// The shapes of the bodies show where that may be so; only there the bodies are read again, one at a time:
/// once to compare the objects at all of these locations, and once more for the shapes of the kinds that were
/// found, in which there may be choices again.
enum ChoiceFinder {
    /// The shape of bodies with its choices.
    ///
    /// - Parameter bodies: Returns the bodies, and is called only if there may be a choice.
    static func shape<Bodies: Sequence<JSON>>(
        _ shape: ObservedShape, of bodies: () -> Bodies
    ) -> ObservedShape {
        guard let location = ChoiceLocation(shape, level: 0) else { return shape }
        repeat {
            for (response, value) in bodies().enumerated() { location.visit(value, response) }
        } while location.finishReading()
        return location.applied(to: shape)
    }

    /// The shape of the items of sequences with their kinds, which `type` of the data, the name of the event
    /// or `type` of the item shows, or `method` in place of `type` if it is JSON-RPC: a stream says so
    /// itself, however alike they are.
    ///
    /// - Parameter items: Returns the items.
    static func shape<Items: Sequence<JSON>>(
        _ shape: ObservedShape, ofItems items: () -> Items
    ) -> ObservedShape {
        let (data, own) = (ItemNames(), ItemNames())
        for item in items() {
            if item["data"].kind == .object { data.add(item["data"]) }
            own.add(item)
        }
        var shape = shape
        if let name = data.ofKinds(besides: nil) {
            let kinds = kinds(of: { items().lazy.map { $0["data"] } }, by: name, onlyObjects: true)
            shape.properties = shape.properties.map { property in
                guard property.name == "data" else { return property }
                var shape = property.shape
                shape.choice = kinds
                return ObservedShape.Property(name: property.name, count: property.count, shape: shape)
            }
        } else if let name = own.ofKinds(besides: "event") {
            shape.choice = kinds(of: items, by: name, onlyObjects: false)
        } else {
            return self.shape(shape, of: items)
        }
        return shape
    }

    private static func kinds<Values: Sequence<JSON>>(
        of values: () -> Values, by name: String, onlyObjects: Bool
    ) -> ObservedChoice {
        let kinds = ChoiceKinds(by: name)
        repeat {
            for (response, value) in values().enumerated() where !onlyObjects || value.kind == .object {
                kinds.visit(value, response)
            }
        } while kinds.finishReading()
        return kinds.choice(ofItems: true)
    }
}

/// The values of the properties by which the items of a sequence may say of which kind they are.
private final class ItemNames {
    private var values: [String: Set<String?>] = [:]
    private var isCall: Bool?

    /// The number of values from which they are no kinds.
    private static let limit = 64

    func add(_ item: JSON) {
        if isCall == nil { isCall = item["jsonrpc"].exists }
        for name in ["event", "method", "type"] where values[name, default: []].count <= Self.limit {
            values[name, default: []].insert(item[name].string)
        }
    }

    /// The name of the property that shows the kinds, one that is asked first or else that of JSON-RPC or
    /// others; nil if none does.
    func ofKinds(besides first: String?) -> String? {
        [first, isCall == true ? "method" : "type"].compactMap(\.self).first { name in
            2...Self.limit ~= values[name, default: []].count
        }
    }
}

/// A location where there may be a choice, or further inside.
private final class ChoiceLocation {
    /// The properties that may be discriminators, the most likely first.
    private let discriminators: [String]
    private var properties: [String: ChoiceLocation] = [:]
    private var items: ChoiceLocation?
    private let level: Int
    /// The objects, while they are compared.
    private var comparison: KindComparison?
    /// The kinds that were found.
    private var kinds: ChoiceKinds?

    private static let depthLimit = 32
    /// The number of choices inside one another.
    private static let levelLimit = 4

    /// - Parameter isKind: Whether the objects are those of one kind, among which no choice is looked for.
    /// - Returns: nil if there can be no choice.
    init?(_ shape: ObservedShape, level: Int, isKind: Bool = false, depth: Int = 0) {
        guard depth < Self.depthLimit, level < Self.levelLimit else { return nil }
        self.level = level
        discriminators = isKind ? [] : shape.possibleDiscriminators
        comparison = discriminators.isEmpty ? nil : KindComparison(by: discriminators)
        for property in shape.properties {
            properties[property.name] = ChoiceLocation(property.shape, level: level, depth: depth + 1)
        }
        items = shape.items.flatMap { ChoiceLocation($0, level: level, depth: depth + 1) }
        if discriminators.isEmpty, properties.isEmpty, items == nil { return nil }
    }

    /// Reads a value at the location.
    func visit(_ value: JSON, _ response: Int) {
        if let kinds {
            if value.kind == .object { kinds.visit(value, response) }
            return
        }
        if value.kind == .object { comparison?.add(value) }
        if !properties.isEmpty {
            for member in value.members { properties[member.name]?.visit(member.value, response) }
        }
        if let items {
            for element in value.elements { items.visit(element, response) }
        }
    }

    /// Draws the conclusions of reading all bodies.
    ///
    /// - Returns: Whether they are to be read again.
    func finishReading() -> Bool {
        if let kinds { return kinds.finishReading() }
        if let (name, values) = comparison?.best {
            kinds = ChoiceKinds(by: name, values, level: level)
            return true
        }
        comparison = nil
        // All of them, as each is to draw its conclusions.
        return (Array(properties.values) + [items].compactMap(\.self)).filter { $0.finishReading() }.count > 0
    }

    /// The shape at the location with its choices.
    func applied(to shape: ObservedShape) -> ObservedShape {
        var shape = shape
        if let kinds {
            shape.choice = kinds.choice(ofItems: false)
            return shape
        }
        shape.properties = shape.properties.map { property in
            guard let location = properties[property.name] else { return property }
            let inner = location.applied(to: property.shape)
            return ObservedShape.Property(name: property.name, count: property.count, shape: inner)
        }
        if let items, let elements = shape.items { shape.items = items.applied(to: elements) }
        return shape
    }
}

/// The kinds of the objects at a location, by the value of a property, while their shapes are read.
private final class ChoiceKinds {
    private let discriminator: String
    private let level: Int
    private var kinds: [(values: [String], reading: KindReading)] = []
    private var indices: [String: Int] = [:]
    /// The values without the property.
    private var others: KindReading?
    /// Whether each value of the property is a kind of its own.
    private let isOpen: Bool

    /// Kinds by the values that they have.
    init(by discriminator: String, _ values: [[String]], level: Int) {
        (self.discriminator, self.level, isOpen) = (discriminator, level, false)
        for values in values { add(values) }
    }

    /// Kinds of which each has one value.
    init(by discriminator: String) {
        (self.discriminator, level, isOpen) = (discriminator, 0, true)
    }

    private func add(_ values: [String]) {
        for value in values { indices[value] = kinds.count }
        kinds.append((values, KindReading()))
    }

    func visit(_ value: JSON, _ response: Int) {
        guard let name = value[discriminator].string else {
            guard isOpen else { return }
            let others = others ?? KindReading()
            self.others = others
            return others.visit(value, response)
        }
        if isOpen, indices[name] == nil { add([name]) }
        if let index = indices[name] { kinds[index].reading.visit(value, response) }
    }

    func finishReading() -> Bool {
        (kinds.map(\.reading) + [others].compactMap(\.self)).filter { $0.finishReading(level) }.count > 0
    }

    func choice(ofItems: Bool) -> ObservedChoice {
        ObservedChoice(
            discriminator: discriminator,
            kinds: kinds.map { values, reading in
                let shape = ofItems ? reading.shape.having(values[0], as: discriminator) : reading.shape
                return ObservedChoice.Kind(values: values, shape: shape)
            }, others: others.map { [$0.shape] } ?? [])
    }
}

/// The objects of one kind, while their shape is read.
private final class KindReading {
    private var recorder: ShapeRecorder? = ShapeRecorder()
    private var response: Int?
    private var location: ChoiceLocation?
    private var recorded = ObservedShape()

    func visit(_ value: JSON, _ response: Int) {
        guard let recorder else {
            location?.visit(value, response)
            return
        }
        if response != self.response { recorder.beginResponse() }
        self.response = response
        recorder.add(value)
    }

    func finishReading(_ level: Int) -> Bool {
        guard let recorder else { return location?.finishReading() ?? false }
        recorded = recorder.shape
        self.recorder = nil
        location = ChoiceLocation(recorded, level: level + 1, isKind: true)
        return location != nil
    }

    /// The shape with the choices in it.
    var shape: ObservedShape { location?.applied(to: recorded) ?? recorded }
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

/// Compares objects by the values of some properties, to find one of which the value decides which properties
/// they have.
///
/// Properties of objects in them count as well: `attributes/name`.
struct KindComparison {
    /// The properties, the most likely first.
    private let names: [String]
    /// The objects with each value of each property; nil if one of them has no text there.
    private var byValue: [[String: Kind]?]
    /// The numbers of the properties.
    private var numbers: [String: Int] = [:]
    /// Whether there are so many properties that the objects are keyed by data.
    private var isTooWide = false

    private static let propertyLimit = 1024
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
            for inner in member.value.members {
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
        var counts: [Int] = []

        init(values: [String]) { self.values = values }

        mutating func add(_ outline: Set<Int>) {
            objects += 1
            for number in outline {
                if number >= counts.count { widen(to: number + 1) }
                counts[number] += 1
            }
        }

        mutating func widen(to count: Int) {
            counts += Array(repeating: 0, count: max(0, count - counts.count))
        }

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
