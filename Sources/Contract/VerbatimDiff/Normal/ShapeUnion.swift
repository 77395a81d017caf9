import VerbatimJSON

/// Joins shapes that say the same apart as together.
enum ShapeUnion {
    /// Joins shapes of different types, closed sets of values, and open sets with the text they are open to.
    static func joined(_ shapes: [SchemaBranch]) -> [SchemaBranch] {
        var joined: [SchemaBranch] = []
        for shape in shapes {
            if let index = joined.firstIndex(where: { canJoin($0, shape) }) {
                joined[index] = join(joined[index], shape)
            } else {
                joined.append(shape)
            }
        }
        return joined.count < shapes.count ? self.joined(joined) : joined
    }

    private static func canJoin(_ one: SchemaBranch, _ other: SchemaBranch) -> Bool {
        guard !one.hasConditions, !other.hasConditions else { return false }
        if one.isEnumeration, other.isEnumeration { return one.notes == other.notes }
        if isOpen(one, to: other) || isOpen(other, to: one) { return true }
        return one.types.isDisjoint(with: other.types) && (one.values == nil) == (other.values == nil)
    }

    /// Whether one allows any text, so that the values of the other are only those known so far.
    private static func isOpen(_ one: SchemaBranch, to other: SchemaBranch) -> Bool {
        one.types == .string && one.values == nil && one.limits.isEmpty && one.texts.isEmpty
            && one.dateFormats == nil && other.isEnumeration && other.types == .string
    }

    private static func join(_ one: SchemaBranch, _ other: SchemaBranch) -> SchemaBranch {
        if isOpen(one, to: other) { return open(one, to: other) }
        if isOpen(other, to: one) { return open(other, to: one) }
        var joined = one
        joined.types.formUnion(other.types)
        if let values = one.values, let more = other.values {
            joined.values = values + more.filter { !values.contains($0) }
        }
        joined.limits.merge(other.limits) { first, _ in first }
        joined.texts.merge(other.texts) { $0 + $1 }
        joined.dateFormats = one.dateFormats ?? other.dateFormats
        if other.types.contains(.array) { joined.takeArrays(of: other) }
        if other.types.contains(.object) { joined.takeObjects(of: other) }
        joined.notes = one.notes.joined(with: other.notes)
        return joined
    }

    private static func open(_ text: SchemaBranch, to values: SchemaBranch) -> SchemaBranch {
        var open = text
        open.notes.knownValues = (open.notes.knownValues ?? []) + (values.values ?? [])
        return open
    }
}

extension SchemaBranch {
    fileprivate mutating func takeArrays(of other: SchemaBranch) {
        isUnique = other.isUnique
        prefix = other.prefix
        items = other.items
    }

    fileprivate mutating func takeObjects(of other: SchemaBranch) {
        properties = other.properties
        patternProperties = other.patternProperties
        additional = other.additional
        required = other.required
        dependentRequired = other.dependentRequired
    }
}

extension SchemaAnnotations {
    fileprivate func joined(with other: SchemaAnnotations) -> SchemaAnnotations {
        var joined = self
        joined.isDeprecated = isDeprecated || other.isDeprecated
        joined.sunset = sunset ?? other.sunset
        joined.defaultValue = defaultValue ?? other.defaultValue
        joined.knownValues = knownValues ?? other.knownValues
        joined.isMap = isMap ?? other.isMap
        if discriminator == nil {
            joined.discriminator = other.discriminator
            joined.mapping = other.mapping
        }
        return joined
    }
}
