import VerbatimJSON

/// The kinds of objects that choices distinguish, by which objects elsewhere are recognized.
///
/// Objects with the same names of properties are alike, whichever of them are null or absent, unless a choice
/// shows that the value of one of the properties makes them differ.
struct ObjectKinds {
    /// What the objects that one component describes have in common.
    struct Key: Hashable {
        let names: Set<String>
        let kind: Kind?
    }

    /// The property that shows the kind of an object, with its values.
    struct Kind: Hashable {
        let property: String
        /// The values, sorted.
        var values: [String]
    }

    private var kinds: [Set<String>: [Kind]] = [:]

    static let depthLimit = 32

    /// Adds the kinds in a shape.
    mutating func add(_ shape: ObservedShape, depth: Int = 0) {
        guard depth < Self.depthLimit else { return }
        if let choice = shape.choice {
            for kind in choice.kinds {
                add(Kind(property: choice.discriminator, values: kind.values), of: kind.shape)
                add(kind.shape, depth: depth + 1)
            }
            return
        }
        for property in shape.properties { add(property.shape, depth: depth + 1) }
        if let items = shape.items { add(items, depth: depth + 1) }
    }

    /// Adds a kind; kinds with a value in common are one.
    private mutating func add(_ kind: Kind, of shape: ObservedShape) {
        let names = Set(shape.properties.map(\.name))
        let known = kinds[names] ?? []
        let same = known.filter {
            $0.property == kind.property && !Set($0.values).isDisjoint(with: kind.values)
        }
        let values = Set(same.flatMap(\.values) + kind.values).sorted()
        kinds[names] = known.filter { !same.contains($0) } + [Kind(property: kind.property, values: values)]
    }

    /// The key of the objects of a shape; nil if other values than objects and null have it, or several kinds
    /// of objects.
    func key(of shape: ObservedShape) -> Key? {
        guard shape.choice == nil, shape.objects > 0, shape.objects + shape.nulls == shape.count else {
            return nil
        }
        let names = Set(shape.properties.map(\.name))
        let kind = kinds[names]?.first { kind in
            shape.values(decidedBy: kind.property).map { Set(kind.values).isSuperset(of: $0) } ?? false
        }
        return Key(names: names, kind: kind)
    }
}
