import VerbatimJSON

/// The kinds of the objects at one location, each with its shape, and the property whose values distinguish
/// them: `{"type": "card", "brand": ...}` and `{"type": "iban", "country": ...}`.
struct ObservedChoice: Sendable, Hashable {
    /// The name of the property, which every object has.
    let discriminator: String
    /// The kinds, sorted by their values; at least two.
    private(set) var kinds: [Kind]

    /// The objects of one kind.
    struct Kind: Sendable, Hashable {
        /// The values of the discriminator, sorted; at least one.
        var values: [String]
        var shape: ObservedShape
    }

    init(discriminator: String, kinds: [Kind]) {
        self.discriminator = discriminator
        self.kinds = kinds.sorted { $0.values.lexicographicallyPrecedes($1.values) }
    }

    /// The kinds of the objects of two places; nil if they are not distinguished alike.
    static func merged(_ left: ObservedShape, _ right: ObservedShape) -> ObservedChoice? {
        guard let name = (left.choice ?? right.choice)?.discriminator,
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
        return kinds.count > 1 ? ObservedChoice(discriminator: name, kinds: kinds) : nil
    }
}

extension ObservedShape {
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
    /// Whether each of a number of objects has the property, with one of a few values that look like names.
    func isAlwaysName(_ objects: Int) -> Bool {
        count == objects && shape.count == objects && shape.strings.count == objects
            && !shape.strings.values.isEmpty
    }
}
