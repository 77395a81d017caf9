import VerbatimJSON

/// The shape of the values at one location of many responses: their types, their numbers and what they have
/// in common.
///
/// Absent, null and empty are counted separately: a property is absent from `objects - count` of the objects,
/// and its value is null in `nulls` of the others.
public struct ObservedShape: Sendable, Hashable {
    /// The number of nulls.
    public internal(set) var nulls = 0
    /// The number of booleans.
    public internal(set) var booleans = 0
    /// The number of booleans that are true.
    var trues = 0
    /// The number of numbers without fraction and exponent.
    public internal(set) var integers = 0
    /// The number of integers that are 0.
    var zeros = 0
    /// The number of numbers with a fraction or an exponent.
    public internal(set) var decimals = 0
    /// The strings.
    public internal(set) var strings = StringFacts()
    /// The number of arrays.
    public internal(set) var arrays = 0
    /// The number of empty arrays.
    public internal(set) var emptyArrays = 0
    /// The number of objects.
    public internal(set) var objects = 0
    /// The number of responses with an object.
    public internal(set) var responses = 0
    /// The properties of the objects, in order of first occurrence.
    public internal(set) var properties: [Property] = []
    /// The number of different ways in which requests choose which properties there are; 0 if they do not.
    private(set) var selections = 0
    /// The kinds of the objects, if they are known to differ.
    var choice: ObservedChoice?
    /// Whether requests ask for the property with these values by its name, so that others may lack it.
    fileprivate(set) var isRequested = false
    /// Whether the values are read from strings, as the data of events.
    private(set) var isContent = false
    private var element: [ObservedShape] = []

    /// A property of the objects.
    public struct Property: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The number of objects that have the property.
        public let count: Int
        /// The shape of the values.
        public let shape: ObservedShape
    }

    init() {}

    /// The shape of the elements of the arrays; nil if all arrays are empty.
    public var items: ObservedShape? {
        get { element.first }
        set { element = newValue.map { [$0] } ?? [] }
    }

    /// The number of values.
    public var count: Int { nulls + booleans + integers + decimals + strings.count + arrays + objects }
}

/// The properties that all strings at one location have in common.
public struct StringFacts: Sendable, Hashable, Codable {
    /// The number of strings.
    public internal(set) var count = 0
    /// The number of empty strings.
    public internal(set) var empty = 0
    /// The traits that all of them have; all traits if there are no strings.
    var traits = Traits.all
    /// The date formats of the strings if all are dates, as a set.
    var dates: UInt64 = 0
    /// Marks of different strings, as many as show a format.
    package internal(set) var samples: Set<UInt32> = []
    /// The distinct values if they are few and look like names; otherwise empty.
    public internal(set) var values: [Value] = []

    /// Traits that all strings at a location may have in common.
    struct Traits: OptionSet, Hashable, Codable {
        let rawValue: UInt8
        static let uri = Traits(rawValue: 1)
        static let uuid = Traits(rawValue: 2)
        static let date = Traits(rawValue: 4)
        static let integer = Traits(rawValue: 8)
        static let decimal = Traits(rawValue: 16)
        static let nameLike = Traits(rawValue: 32)
        static let email = Traits(rawValue: 64)
        static let ipv4 = Traits(rawValue: 128)
        static let formats: Traits = [.uri, .uuid, .email, .ipv4]
        static let all: Traits = [.uri, .uuid, .date, .integer, .decimal, .nameLike, .email, .ipv4]
    }

    private static let formats: [(trait: Traits, name: String)] = [
        (.uri, "uri"), (.uuid, "uuid"), (.email, "email"), (.ipv4, "ipv4"),
    ]

    /// The `format` of all strings, if they have one.
    public var format: String? {
        count == 0 ? nil : Self.formats.first { traits.contains($0.trait) }?.name
    }

    /// The smallest set of date patterns for all strings; empty if one of them is not a date.
    public var datePatterns: [String] {
        count > 0 && traits.contains(.date) ? DateFormat.patterns(of: dates) : []
    }

    /// The kind of number that all strings are, if they are.
    public var numericString: NumericString? {
        guard count > 0 else { return nil }
        return traits.contains(.integer) ? .integer : traits.contains(.decimal) ? .decimal : nil
    }

    /// A kind of numbers in strings.
    public enum NumericString: String, Sendable, Hashable {
        /// Digits, with an optional sign.
        case integer
        /// Digits with an optional fraction and an optional sign.
        case decimal
    }

    /// A value with its frequency.
    public struct Value: Sendable, Hashable, Codable {
        /// The value.
        public let text: String
        /// The number of its occurrences.
        public let count: Int
        /// The number of responses in which it occurs.
        public let responses: Int
    }

    init() {}
}

extension ObservedShape {
    /// Adds the counts of another shape, whose values were in other places.
    mutating func merge(_ other: ObservedShape) {
        if LargeStackThread.isNeeded { return LargeStackThread.run { merge(other) } }
        nulls += other.nulls
        booleans += other.booleans
        trues += other.trues
        integers += other.integers
        zeros += other.zeros
        decimals += other.decimals
        strings.merge(other.strings)
        arrays += other.arrays
        emptyArrays += other.emptyArrays
        if let elements = other.items {
            var items = items ?? ObservedShape()
            items.merge(elements)
            self.items = items
        }
        choice = ObservedChoice.merged(self, other)
        mergeProperties(of: other)
        objects += other.objects
        responses += other.responses
        selections = max(selections, other.selections)
        isContent = isContent || other.isContent
        isRequested = isRequested || other.isRequested
    }

    /// Adds the properties that only other objects have, unless their names are among some. No object here
    /// has them, so they are optional.
    mutating func addMissing(of other: ObservedShape, except names: Set<String>) {
        let known = names.union(properties.map(\.name))
        properties += other.properties.filter { !known.contains($0.name) }.map {
            Property(name: $0.name, count: 0, shape: $0.shape)
        }
    }

    /// The shape of events whose data is read, if some of it is JSON.
    func readingData() -> ObservedShape {
        var events = self
        events.choice = choice?.mapShapes { $0.readingData() }
        events.properties = properties.map { property in
            guard property.name == "data", property.shape.objects + property.shape.arrays > 0 else {
                return property
            }
            var data = property.shape
            data.isContent = true
            return Property(name: property.name, count: property.count, shape: data)
        }
        return events
    }

    /// What of the data of events is JSON, and what is not.
    var content: (json: ObservedShape, text: ObservedShape?) {
        var (json, text) = (self, ObservedShape())
        json.isContent = false
        swap(&json.strings, &text.strings)
        return (json, text.count == 0 ? nil : text)
    }

    /// The same shape where requests choose in a number of ways which properties there are.
    func chosenByRequest(in selections: Int) -> ObservedShape {
        guard selections > 0 else { return self }
        if LargeStackThread.isNeeded { return LargeStackThread.run { chosenByRequest(in: selections) } }
        var chosen = self
        chosen.selections = selections
        chosen.items = items?.chosenByRequest(in: selections)
        chosen.properties = properties.map {
            Property(name: $0.name, count: $0.count, shape: $0.shape.chosenByRequest(in: selections))
        }
        return chosen
    }

    /// The same shape where requests ask for properties by their names, in small letters.
    ///
    /// - Parameters:
    ///   - outer: The names of those of which requests ask for some properties only. The others are whole.
    ///   - holders: The names of properties that hold only what requests ask for, by whatever names.
    ///   - areElements: Whether that is also so in the elements of lists.
    ///   - isNamed: Whether requests ask for a property of a shape, which may be absent.
    func requested(
        within outer: Set<String> = [], in holders: Set<String> = [], areElements: Bool = true,
        where isNamed: (Property, ObservedShape) -> Bool
    ) -> ObservedShape {
        func inner(_ shape: ObservedShape) -> ObservedShape {
            shape.requested(within: outer, in: holders, areElements: areElements, where: isNamed)
        }
        if LargeStackThread.isNeeded { return LargeStackThread.run { inner(self) } }
        var shape = self
        shape.items = areElements ? items.map(inner) : items
        shape.properties = properties.map { property in
            let name = property.name.lowercased()
            let isNamed = isNamed(property, self)
            var values = isNamed && !outer.contains(name) ? property.shape : inner(property.shape)
            let isHolder = holders.contains(name)
            values.isRequested = values.isRequested || isHolder || isNamed
            if isHolder { values.properties = values.properties.map(\.requested) }
            return Property(name: property.name, count: property.count, shape: values)
        }
        return shape
    }

    private mutating func mergeProperties(of other: ObservedShape) {
        guard !mergeDictionary(other) else { return }
        var indices: [ExactString: Int] = [:]
        for (index, property) in properties.enumerated() { indices[ExactString(property.name)] = index }
        for property in other.properties {
            guard let index = indices[ExactString(property.name)] else {
                indices[ExactString(property.name)] = properties.count
                properties.append(property)
                continue
            }
            var shape = properties[index].shape
            shape.merge(property.shape)
            let count = properties[index].count + property.count
            properties[index] = Property(name: property.name, count: count, shape: shape)
        }
    }
}

extension StringFacts {
    /// Adds the strings of other places.
    mutating func merge(_ other: StringFacts) {
        guard other.count > 0 else { return }
        guard count > 0 else { return self = other }
        count += other.count
        empty += other.empty
        samples = Set(samples.union(other.samples).sorted().prefix(Self.sampleLimit))
        traits.formIntersection(other.traits)
        dates = traits.contains(.date) ? dates | other.dates : 0
        values = merged(values, other.values)
    }

    /// The largest number of distinct values that are kept.
    static let valueLimit = 64
    /// The number of different strings that show a format.
    static let sampleLimit = 5

    private func merged(_ left: [Value], _ right: [Value]) -> [Value] {
        guard !left.isEmpty, !right.isEmpty else { return [] }
        let byText = Dictionary(grouping: left + right, by: \.text)
        guard byText.count <= Self.valueLimit else { return [] }
        return byText.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { text, values in
            Value(
                text: text, count: values.reduce(0) { $0 + $1.count },
                responses: values.reduce(0) { $0 + $1.responses })
        }
    }
}

/// The kinds of the objects at one location, each with its shape, and the property whose values distinguish
/// them: `{"type": "card", "brand": ...}` and `{"type": "iban", "country": ...}`.
struct ObservedChoice: Sendable, Hashable {
    /// The name of the property, which every object has; nil if the names of their properties distinguish
    /// them, so that all of them are others.
    let discriminator: String?
    /// Whether the objects are the items of sequences, such as events.
    let isOfItems: Bool
    /// The kinds, sorted by their values; with the others, at least two.
    private(set) var kinds: [Kind]
    /// The objects without the property, if some items of a sequence lack it; without a discriminator, the
    /// objects of each kind.
    private(set) var others: [ObservedShape] = []

    /// The objects of one kind.
    struct Kind: Sendable, Hashable {
        /// The values of the discriminator, sorted; at least one.
        var values: [String]
        var shape: ObservedShape
    }

    init(discriminator: String?, isOfItems: Bool, kinds: [Kind], others: [ObservedShape] = []) {
        self.discriminator = discriminator
        self.isOfItems = isOfItems
        self.others = others
        self.kinds = kinds.sorted { $0.values.lexicographicallyPrecedes($1.values) }
    }

    /// The same choice among kinds with other shapes.
    func mapShapes(_ transform: (ObservedShape) -> ObservedShape) -> ObservedChoice {
        ObservedChoice(
            discriminator: discriminator, isOfItems: isOfItems,
            kinds: kinds.map { Kind(values: $0.values, shape: transform($0.shape)) },
            others: others.map(transform))
    }

    /// The kinds of the objects of two places; nil if they are not distinguished alike.
    static func merged(_ left: ObservedShape, _ right: ObservedShape) -> ObservedChoice? {
        let areApart = [left, right].contains { $0.choice.map { $0.discriminator == nil } ?? false }
        if areApart || left.sharesNothing(with: right) { return apart(left, right) }
        var unknown = left.choice?.others ?? []
        for other in right.choice?.others ?? [] {
            if unknown.isEmpty { unknown = [other] } else { unknown[0].merge(other) }
        }
        guard let known = left.choice ?? right.choice, let name = known.discriminator,
            var kinds = left.kinds(by: name), let others = right.kinds(by: name)
        else { return nil }
        for other in others {
            let known = kinds.indices.filter { !Set(kinds[$0].values).isDisjoint(with: other.values) }
            guard known.count < 2 else { return nil }
            guard let index = known.first else {
                kinds.append(other)
                continue
            }
            kinds[index].shape.merge(other.shape)
            kinds[index].values = Set(kinds[index].values + other.values).sorted()
        }
        guard kinds.count + unknown.count > 1 else { return nil }
        return ObservedChoice(
            discriminator: name, isOfItems: known.isOfItems, kinds: kinds, others: unknown)
    }
}

extension ObservedChoice {
    /// The kinds of the objects of two places, whose properties are never together.
    private static func apart(_ left: ObservedShape, _ right: ObservedShape) -> ObservedChoice? {
        guard var kinds = left.kindsApart, let others = right.kindsApart else { return nil }
        let names = (kinds + others).map(\.names)
        let common = names.dropFirst().reduce(names.first ?? []) { $0.intersection($1) }
        for other in others {
            let own = other.names.subtracting(common)
            let same = kinds.indices.filter { !kinds[$0].names.isDisjoint(with: own) }
            let parts =
                same.count == 1 ? [other] : same.map { other.part(kinds[$0].names, common: common) }
            // Else objects may have properties of several kinds.
            guard same.isEmpty || parts.reduce(0, { $0 + $1.objects }) == other.objects else { return nil }
            for (index, part) in zip(same, parts) { kinds[index].merge(part) }
            if same.isEmpty { kinds.append(other) }
        }
        return kinds.count < 2
            ? nil : ObservedChoice(discriminator: nil, isOfItems: false, kinds: [], others: kinds)
    }
}

extension ObservedShape {
    /// The kinds of the objects that the names of properties distinguish; nil if they are distinguished
    /// otherwise.
    fileprivate var kindsApart: [ObservedShape]? {
        if let choice { return choice.discriminator == nil ? choice.others : nil }
        return objects > 0 ? [part(names, common: [])] : []
    }

    /// The names of the properties.
    var names: Set<String> { Set(properties.map(\.name)) }

    /// The objects with some properties, unless objects have others besides.
    ///
    /// - Parameter common: The names of those that all objects have.
    fileprivate func part(_ names: Set<String>, common: Set<String>) -> ObservedShape {
        var part = ObservedShape()
        part.responses = responses
        let own = properties.filter { names.contains($0.name) }
        let counts = own.filter { !common.contains($0.name) }.map(\.count)
        part.objects = own.count == properties.count ? objects : counts.max() ?? 0
        part.properties = own.map {
            Property(name: $0.name, count: min($0.count, part.objects), shape: $0.shape)
        }
        return part
    }

    /// Whether the objects have several properties, and those of another place have several others.
    fileprivate func sharesNothing(with other: ObservedShape) -> Bool {
        [self, other].allSatisfy {
            $0.choice == nil && $0.selections == 0 && $0.alwaysPresent.count > 1 && !$0.looksLikeMap
                && !$0.holdsAlike
        } && names.isDisjoint(with: other.names)
    }

    /// The kinds of the objects by the values of a property; nil if they are distinguished otherwise.
    fileprivate func kinds(by name: String) -> [ObservedChoice.Kind]? {
        if let choice { return choice.discriminator == name ? choice.kinds : nil }
        guard objects > 0 else { return [] }
        return values(decidedBy: name).map { [ObservedChoice.Kind(values: $0, shape: self)] }
    }

    /// The values of a property that all objects have, and that is always a name; otherwise nil.
    func values(decidedBy name: String) -> [String]? {
        guard let property = properties.first(where: { $0.name == name }), property.isAlwaysName(objects)
        else { return nil }
        return property.shape.strings.values.map(\.text).sorted()
    }
}

extension ObservedShape.Property {
    /// The same property, which others may lack, as requests ask for it.
    fileprivate var requested: Self {
        var values = shape
        values.isRequested = true
        return Self(name: name, count: count, shape: values)
    }

    /// Whether the values or their elements are of several types, besides null.
    var isMixed: Bool { [shape, shape.items].contains { $0?.types.count(where: \.self) ?? 0 > 1 } }

    /// Whether the name has a number.
    var isNumbered: Bool { name.utf8.contains(where: \.isDigit) }

    /// Whether the values are dates.
    var isTime: Bool { shape.strings.count > 0 && !shape.strings.datePatterns.isEmpty }

    /// Whether each of a number of objects has the property, with one of a few values that look like names.
    func isAlwaysName(_ objects: Int) -> Bool {
        count == objects && shape.count == objects && shape.strings.count == objects
            && !shape.strings.values.isEmpty
    }
}
