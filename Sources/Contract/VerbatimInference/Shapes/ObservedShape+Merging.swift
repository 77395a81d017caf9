import VerbatimJSON

extension ObservedShape {
    /// Adds the counts of another shape, whose values were in other places.
    mutating func merge(_ other: ObservedShape) {
        if LargeStackThread.isNeeded { return LargeStackThread.run { merge(other) } }
        nulls += other.nulls
        booleans += other.booleans
        integers += other.integers
        decimals += other.decimals
        strings.merge(other.strings)
        arrays += other.arrays
        emptyArrays += other.emptyArrays
        if let elements = other.items {
            var items = items ?? ObservedShape()
            items.merge(elements)
            self.items = items
        }
        choice = choice == nil && other.choice == nil ? nil : ObservedChoice.merged(self, other)
        mergeProperties(of: other)
        objects += other.objects
        responses += other.responses
    }

    private mutating func mergeProperties(of other: ObservedShape) {
        var indices = Dictionary(uniqueKeysWithValues: zip(properties.map(\.name), properties.indices))
        for property in other.properties {
            guard let index = indices[property.name] else {
                indices[property.name] = properties.count
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
        if format != other.format { format = nil }
        let areDates = !datePatterns.isEmpty && !other.datePatterns.isEmpty
        datePatterns = areDates ? DateFormat.sorted(Set(datePatterns + other.datePatterns)) : []
        let kinds = [numericString, other.numericString]
        numericString = kinds.contains(nil) ? nil : kinds.contains(.decimal) ? .decimal : .integer
        values = merged(values, other.values)
    }

    /// The largest number of distinct values.
    private static let valueLimit = 16

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
