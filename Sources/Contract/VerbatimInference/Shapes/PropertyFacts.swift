/// What the properties with one name have in common in all messages of the operations that are described.
///
/// One place shows little: a price may be whole by chance, and a date complete.
struct PropertyFacts {
    /// The names of the properties some of whose values have a fraction.
    private var fractions: Set<String> = []
    /// Whether some dates consist of the year, perhaps with the month, where others are complete.
    private(set) var havePartialDates = false

    /// The names of properties all of whose values are texts.
    private(set) var texts: Set<String> = []

    init() {}

    init(of shapes: [ObservedShape]) {
        var (pending, numbers) = (shapes, Set<String>())
        while let shape = pending.popLast() {
            for property in shape.properties {
                if property.shape.decimals > 0 { fractions.insert(property.name) }
                if property.shape.strings.count > 0 { texts.insert(property.name) }
                if property.shape.integers + property.shape.decimals > 0 { numbers.insert(property.name) }
                let patterns = property.shape.strings.datePatterns
                if patterns.contains("yyyy-MM-dd"), !patterns.allSatisfy({ $0.hasPrefix("yyyy-MM-dd") }) {
                    havePartialDates = true
                }
                pending.append(property.shape)
            }
            if let items = shape.items { pending.append(items) }
            pending += shape.choice.map { $0.kinds.map(\.shape) + $0.others } ?? []
        }
        texts.subtract(numbers)
    }

    /// Whether the integers of a property may have a fraction elsewhere: in one with its name, or in one of
    /// the same object with its last words, such as `askPrice` beside `bidPrice`.
    func isNumber(_ property: ObservedShape.Property, of shape: ObservedShape, unless enough: Int) -> Bool {
        guard property.shape.integers > 0, property.shape.decimals == 0 else { return false }
        let name = PropertyName(property.name)
        if fractions.contains(property.name) && !name.isContent || name.isShare { return true }
        let words = ResourceName.words(of: property.name).map { $0.lowercased() }
        guard property.shape.integers < enough, let last = words.last else { return false }
        return shape.properties.contains { other in
            guard other.shape.decimals > 0 else { return false }
            let others = ResourceName.words(of: other.name).map { $0.lowercased() }
            return others.last == last
                && (last == "price" || others.suffix(2) == words.suffix(2) && words.count > 1)
        }
    }
}
