import VerbatimJSON

/// Finds the locations in bodies where the objects are of distinct kinds, which the value of one property
/// shows, or the names of their properties.
///
/// The shapes of the bodies show where that may be so; only there the bodies are read again, one at a time:
/// once to compare the objects at all of these locations, and once more for the shapes of the kinds that were
/// found, in which there may be choices again.
///
/// Items of sequences have the kinds that `type` of the data, the name of the event or `type` of the item
/// shows, or `method` in place of `type` if it is JSON-RPC: a stream says so itself, however alike they are.
struct ChoiceFinder: TrafficFacts, Sendable {
    /// What items say of themselves, until all are read once.
    private var names: Names?
    private var kinds: ChoiceKinds?
    /// Whether the kinds are those of the data of items.
    private var areOfData = false
    private var location: ChoiceLocation?
    private let ofItems: Bool

    private struct Names: Codable {
        var data = ItemNames()
        var own = ItemNames()
    }

    /// - Parameters:
    ///   - ofItems: Whether the bodies are items of sequences.
    ///   - isRequest: Whether the bodies are those of requests; what one lacks, the next one may have.
    ///   - isKind: Whether the bodies are of one kind, whatever is in them.
    /// - Returns: nil if there can be no choice.
    init?(_ shape: ObservedShape, ofItems: Bool, isRequest: Bool, isKind: Bool) {
        self.ofItems = ofItems
        if ofItems {
            if isRequest { return nil }
            names = Names()
        } else {
            location = ChoiceLocation(shape, level: isRequest ? 1 : 0, isKind: isKind)
            if location == nil { return nil }
        }
    }

    /// Reads a body or an item.
    mutating func visit(_ value: JSON, _ response: Int) {
        if names != nil {
            if value["data"].kind == .object { names?.data.add(value["data"]) }
            names?.own.add(value)
        } else if kinds == nil {
            location?.visit(value, response)
        } else if !areOfData {
            kinds?.visit(value, response)
        } else if value["data"].kind == .object {
            kinds?.visit(value["data"], response)
        }
    }

    mutating func append(_ next: ChoiceFinder) {
        if let next = next.names {
            names?.data.append(next.data)
            names?.own.append(next.own)
        }
        if let next = next.kinds { kinds?.append(next) }
        if let next = next.location { location?.append(next) }
    }

    /// Draws the conclusions of reading all bodies.
    ///
    /// - Parameter shape: The shape of the bodies.
    /// - Returns: Whether they are to be read again.
    mutating func finishReading(_ shape: ObservedShape) -> Bool {
        guard let names else { return kinds?.finishReading() ?? location?.finishReading() ?? false }
        self.names = nil
        if let name = names.data.ofKinds(besides: nil) {
            (kinds, areOfData) = (ChoiceKinds(by: name), true)
        } else if let name = names.own.ofKinds(besides: "event") {
            kinds = ChoiceKinds(by: name)
        } else {
            location = ChoiceLocation(shape, level: 1)
        }
        return kinds != nil || location != nil
    }

    /// The shape of the bodies with its choices.
    func applied(to shape: ObservedShape) -> ObservedShape {
        guard let choice = kinds?.choice(ofItems: true) else {
            return location?.applied(to: shape, areItems: ofItems) ?? shape
        }
        var shape = shape
        guard areOfData else {
            shape.choice = choice
            return shape
        }
        shape.properties = shape.properties.map { property in
            guard property.name == "data" else { return property }
            var shape = property.shape
            shape.choice = choice
            return ObservedShape.Property(name: property.name, count: property.count, shape: shape)
        }
        return shape
    }
}

/// The values of the properties by which the items of a sequence may say of which kind they are.
private struct ItemNames: TrafficFacts, Sendable {
    private var values: [String: Set<String?>] = [:]
    private var isCall: Bool?

    /// The number of values from which they are no kinds.
    private static let limit = 64

    mutating func add(_ item: JSON) {
        if isCall == nil { isCall = item["jsonrpc"].exists }
        for name in ["event", "method", "type"] { add([item[name].string], of: name) }
    }

    private mutating func add(_ new: Set<String?>, of name: String) {
        for value in new where values[name, default: []].count <= Self.limit {
            values[name, default: []].insert(value)
        }
    }

    mutating func append(_ next: ItemNames) {
        isCall = isCall ?? next.isCall
        for (name, values) in next.values { add(values, of: name) }
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
private struct ChoiceLocation: TrafficFacts, Sendable {
    private var properties: [String: ChoiceLocation] = [:]
    /// The location of the elements, if there is one.
    private var items: [ChoiceLocation] = []
    /// The number of choices around it; 1 also in requests and items, which have parts of things.
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
        comparison = isKind ? nil : shape.kindComparison(mayBeApart: level == 0)
        for property in shape.properties {
            properties[property.name] = ChoiceLocation(property.shape, level: level, depth: depth + 1)
        }
        items = shape.items.flatMap { ChoiceLocation($0, level: level, depth: depth + 1) }.map { [$0] } ?? []
        if comparison == nil, properties.isEmpty, items.isEmpty { return nil }
    }

    /// Reads a value at the location.
    mutating func visit(_ value: JSON, _ response: Int) {
        if kinds != nil {
            if value.kind == .object { kinds?.visit(value, response) }
            return
        }
        if value.kind == .object { comparison?.add(value) }
        if !properties.isEmpty {
            for member in value.members { properties[member.name]?.visit(member.value, response) }
        }
        guard !items.isEmpty else { return }
        for element in value.elements { items[0].visit(element, response) }
    }

    mutating func append(_ next: ChoiceLocation) {
        properties.append(next.properties)
        if !items.isEmpty, !next.items.isEmpty { items[0].append(next.items[0]) }
        if let next = next.comparison { comparison?.append(next) }
        if let next = next.kinds { kinds?.append(next) }
    }

    /// Draws the conclusions of reading all bodies.
    ///
    /// - Returns: Whether they are to be read again.
    mutating func finishReading() -> Bool {
        if kinds != nil { return kinds?.finishReading() ?? false }
        if let (name, values) = comparison?.best {
            kinds = ChoiceKinds(by: name, values, level: level)
            return true
        }
        comparison = nil
        // All of them, as each is to draw its conclusions.
        var areRead = properties.keys.map { properties[$0]?.finishReading() ?? false }
        areRead += items.indices.map { items[$0].finishReading() }
        return areRead.contains(true)
    }

    /// The shape at the location with its choices.
    ///
    /// - Parameter areItems: Whether the values are items of sequences.
    func applied(to shape: ObservedShape, areItems: Bool = false) -> ObservedShape {
        var shape = shape
        if let kinds {
            shape.choice = kinds.choice(ofItems: areItems)
            return shape
        }
        shape.properties = shape.properties.map { property in
            guard let location = properties[property.name] else { return property }
            let inner = location.applied(to: property.shape)
            return ObservedShape.Property(name: property.name, count: property.count, shape: inner)
        }
        if let location = items.first, let elements = shape.items {
            shape.items = location.applied(to: elements)
        }
        return shape
    }
}

/// The kinds of the objects at a location, by the value of a property or by the names of their properties,
/// while their shapes are read.
private struct ChoiceKinds: TrafficFacts, Sendable {
    private let discriminator: String?
    private let level: Int
    private var kinds: [Kind] = []
    private var indices: [String: Int] = [:]
    /// The values without the property, if there are some.
    private var others: [KindReading] = []
    /// Whether each value of the property is a kind of its own.
    private let isOpen: Bool

    private struct Kind: Codable {
        let values: [String]
        var reading = KindReading()
    }

    /// Kinds by the values that they have, or by their properties.
    init(by discriminator: String?, _ values: [[String]], level: Int) {
        (self.discriminator, self.level, isOpen) = (discriminator, level, false)
        for values in values { add(Kind(values: values)) }
    }

    /// Kinds of which each has one value.
    init(by discriminator: String) {
        (self.discriminator, level, isOpen) = (discriminator, 0, true)
    }

    private mutating func add(_ kind: Kind) {
        for value in kind.values { indices[value] = kinds.count }
        kinds.append(kind)
    }

    mutating func visit(_ value: JSON, _ response: Int) {
        let known = discriminator.map { value[$0].string }
        guard let name = known ?? value.members.first(where: { indices[$0.name] != nil })?.name else {
            guard isOpen else { return }
            if others.isEmpty { others = [KindReading()] }
            return others[0].visit(value, response)
        }
        if isOpen, indices[name] == nil { add(Kind(values: [name])) }
        if let index = indices[name] { kinds[index].reading.visit(value, response) }
    }

    mutating func append(_ next: ChoiceKinds) {
        for kind in next.kinds {
            guard let value = kind.values.first else { continue }
            if let index = indices[value] {
                kinds[index].reading.append(kind.reading)
            } else if isOpen {
                add(kind)
            }
        }
        if others.isEmpty {
            others = next.others
        } else if let next = next.others.first {
            others[0].append(next)
        }
    }

    mutating func finishReading() -> Bool {
        var areRead = kinds.indices.map { kinds[$0].reading.finishReading(level) }
        areRead += others.indices.map { others[$0].finishReading(level) }
        return areRead.contains(true)
    }

    func choice(ofItems: Bool) -> ObservedChoice {
        guard let discriminator else {
            return ObservedChoice(
                discriminator: nil, isOfItems: ofItems, kinds: [], others: kinds.map(\.reading.shape))
        }
        return ObservedChoice(
            discriminator: discriminator, isOfItems: ofItems,
            kinds: kinds.map { kind in
                let shape = kind.reading.shape
                return ObservedChoice.Kind(
                    values: kind.values,
                    shape: isOpen ? shape.having(kind.values[0], as: discriminator) : shape)
            }, others: others.map(\.shape))
    }
}

/// The objects of one kind, while their shape is read.
private struct KindReading: TrafficFacts, Sendable {
    private var recorder: RecordedShape? = RecordedShape()
    private var response: Int?
    /// The location of the objects, if there may be a choice in them.
    private var location: [ChoiceLocation] = []
    private var recorded = ObservedShape()

    mutating func visit(_ value: JSON, _ response: Int) {
        guard recorder != nil else {
            if !location.isEmpty { location[0].visit(value, response) }
            return
        }
        if response != self.response { recorder?.beginResponse() }
        self.response = response
        recorder?.add(value)
    }

    mutating func append(_ next: KindReading) {
        if let next = next.recorder { recorder?.append(next) }
        if !location.isEmpty, !next.location.isEmpty { location[0].append(next.location[0]) }
    }

    mutating func finishReading(_ level: Int) -> Bool {
        guard let recorder else { return location.isEmpty ? false : location[0].finishReading() }
        recorded = recorder.shape
        self.recorder = nil
        location = ChoiceLocation(recorded, level: level + 1, isKind: true).map { [$0] } ?? []
        return !location.isEmpty
    }

    /// The shape with the choices in it.
    var shape: ObservedShape { location.first?.applied(to: recorded) ?? recorded }
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

    /// A comparison of the objects, unless all seem to be of one kind.
    ///
    /// - Parameter mayBeApart: Whether the names of properties may distinguish them.
    fileprivate func kindComparison(mayBeApart: Bool) -> KindComparison? {
        guard objects > 1, mayDiffer, !looksLikeMap, document == nil else { return nil }
        let names = possibleDiscriminators
        guard !names.isEmpty || mayBeApart && isOfParts else { return nil }
        return KindComparison(by: names, mixed: Set(properties.filter(\.isMixed).map(\.name)))
    }

    /// Whether there may be properties that are never together in an object.
    private var isOfParts: Bool {
        let always = properties.count { $0.count == objects }
        // There is always another kind of what has only a name; what is alike may be that of a dictionary.
        let areNamed = properties.allSatisfy { $0.shape.objects > 0 }
        return selections == 0 && !areNamed && !holdsAlike && always <= Self.commonLimit
            && always + 1 < properties.count
            && !properties.contains(where: \.shape.isRequested)
    }

    /// The number of properties that objects of all kinds may have.
    private static let commonLimit = 3

    /// The names of the properties that may decide of which kind an object is, the most likely first.
    private var possibleDiscriminators: [String] {
        guard objects + nulls == count else { return [] }
        let found = properties.filter { $0.isAlwaysName(objects) && mayDistinguish($0) }.map(\.name)
        let ranked = found.map { (rank: PropertyName($0).isKind ? 0 : 1, name: $0) }
        return ranked.sorted(by: <).prefix(Self.discriminatorLimit).map(\.name)
    }

    /// Whether some objects lack a property that others have, or the objects in them do.
    private var mayDiffer: Bool {
        properties.contains { property in
            property.count < objects || property.isMixed
                || property.shape.properties.contains { $0.count < property.shape.objects }
        }
    }

    /// Whether the values of a property are few. If its name does not say that they are kinds, there are at
    /// least 20 objects, and a fifth of them has each value.
    private func mayDistinguish(_ property: Property) -> Bool {
        let (values, name) = (property.shape.strings.values, PropertyName(property.name))
        guard values.count > 1,
            PropertyName.isOfKinds(property.name) || values.allSatisfy({ IdentifierForm($0.text) == nil })
        else { return false }
        return name.mayBeKind
            || !name.isIdentifying && objects >= 20 && values.allSatisfy { $0.count >= objects / 5 }
    }
}
