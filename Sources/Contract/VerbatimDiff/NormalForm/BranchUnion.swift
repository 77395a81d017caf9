import VerbatimJSON

/// Joins branches that allow the same values together as apart.
enum BranchUnion {
    /// Joins enumerations, branches of different types, and an unrestricted string with its known values.
    static func joined(_ branches: [SchemaBranch]) -> [SchemaBranch] {
        let joined = joinedEnumerations(branches)
        return joined.count <= ComparisonLimits.branches ? joinedPairs(joined) : joined
    }

    private static func joinedPairs(_ branches: [SchemaBranch]) -> [SchemaBranch] {
        var joined: [SchemaBranch] = []
        for branch in branches {
            if let index = joined.firstIndex(where: { canJoin($0, branch) }) {
                joined[index] = join(joined[index], branch)
            } else {
                joined.append(branch)
            }
        }
        return joined.count < branches.count ? joinedPairs(joined) : joined
    }

    /// Joins enumerations with the same annotations, as many as there are.
    private static func joinedEnumerations(_ branches: [SchemaBranch]) -> [SchemaBranch] {
        var joined: [SchemaBranch] = []
        var indices: [SchemaAnnotations: Int] = [:]
        var known: [Int: Set<JSONValue>] = [:]
        for branch in branches {
            guard branch.isEnumeration, let index = indices[branch.annotations] else {
                if branch.isEnumeration { indices[branch.annotations] = joined.count }
                joined.append(branch)
                continue
            }
            if known[index] == nil { known[index] = Set(joined[index].values ?? []) }
            for value in branch.values ?? [] where known[index]?.insert(value).inserted == true {
                joined[index].values?.append(value)
            }
            joined[index].types.formUnion(branch.types)
            joined[index].references = []
        }
        return joined
    }

    private static func canJoin(_ first: SchemaBranch, _ second: SchemaBranch) -> Bool {
        guard !first.hasConditions, !second.hasConditions else { return false }
        if first.isEnumeration, second.isEnumeration { return first.annotations == second.annotations }
        if isOpen(first, to: second) || isOpen(second, to: first) { return true }
        return first.types.isDisjoint(with: second.types) && (first.values == nil) == (second.values == nil)
    }

    /// Whether one allows any string, so that the values of the other are only those known so far.
    private static func isOpen(_ string: SchemaBranch, to values: SchemaBranch) -> Bool {
        string.types == .string && string.values == nil && string.limits.isEmpty && string.texts.isEmpty
            && string.dateFormats == nil && values.isEnumeration && values.types == .string
    }

    private static func join(_ first: SchemaBranch, _ second: SchemaBranch) -> SchemaBranch {
        if isOpen(first, to: second) { return open(first, to: second) }
        if isOpen(second, to: first) { return open(second, to: first) }
        var joined = first
        joined.types.formUnion(second.types)
        joined.references = []
        if let values = first.values, let more = second.values {
            let known = Set(values)
            joined.values = values + more.filter { !known.contains($0) }
        }
        joined.limits.merge(second.limits) { first, _ in first }
        joined.texts.merge(second.texts) { $0 + $1 }
        joined.dateFormats = first.dateFormats ?? second.dateFormats
        if second.types.contains(.array) { joined.copyArrayKeywords(of: second) }
        if second.types.contains(.object) { joined.copyObjectKeywords(of: second) }
        joined.annotations = first.annotations.joined(with: second.annotations)
        return joined
    }

    private static func open(_ string: SchemaBranch, to values: SchemaBranch) -> SchemaBranch {
        var open = string
        open.annotations.knownValues = (open.annotations.knownValues ?? []) + (values.values ?? [])
        return open
    }
}

extension SchemaBranch {
    fileprivate mutating func copyArrayKeywords(of other: SchemaBranch) {
        isUnique = other.isUnique
        prefix = other.prefix
        items = other.items
    }

    fileprivate mutating func copyObjectKeywords(of other: SchemaBranch) {
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
