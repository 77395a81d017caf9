import VerbatimJSON

/// Names of components.
extension SharedShapes {
    /// What all names begin or end with: `Contact` for `ContactAdmin` and `ContactTech`; nil if nothing.
    static func common(_ names: [[String]]) -> String? {
        let shared = [names.compactMap(\.first), names.compactMap(\.last)].first { Set($0).count == 1 }?.first
        return shared.flatMap { $0.utf8.count > 2 ? $0 : nil }
    }

    /// The name of what plays two roles as often, of which neither says more: `BaseOrHead`.
    static func either(of roles: [String: Int]) -> String? {
        let names = roles.keys.sorted()
        let words = names.map { ResourceName.singular(ResourceName.words(of: $0)) }
        let isSimple = zip(words[0].reversed(), words[1].reversed()).allSatisfy(==)
        guard Set(roles.values).count == 1, !isSimple, !names.contains("User") else { return nil }
        return common(words) ?? names.joined(separator: "Or")
    }

    /// What objects are that only refer to something, or that only say when it was: `TableReference` for the
    /// identifiers of a table and of all that it is in; nil for others.
    static func meaning(of shape: ObservedShape) -> String? {
        let names = shape.properties.map { ResourceName.words(of: $0.name) }
        guard names.count > 1, let last = names.last else { return nil }
        if names.allSatisfy({ $0.count > 1 && $0.last?.lowercased() == "id" }) {
            return ResourceName.joined(last.dropLast() + ["reference"], capitalized: true)
        }
        let areTimes = names.allSatisfy { name in
            name.contains { ["date", "time", "timestamp", "timezone"].contains($0.lowercased()) }
        }
        return areTimes && names.count > 2 ? "DateTime" : nil
    }

    /// The words with which two names end, if others are before them: `Format` for `PowerFormat` and
    /// `PulseFormat`; nil if they end differently.
    static func ending(of names: [[String]]) -> String? {
        let common = zip(names[0].reversed(), names[1].reversed()).prefix { $0 == $1 }.map(\.0)
        let isPart = !common.isEmpty && names.allSatisfy { $0.count > common.count }
        return isPart ? common.reversed().joined() : nil
    }

    /// The name of a kind of objects: `Permission`, `PushEvent`, or `CardSource` for a `card` among sources.
    ///
    /// - Parameter name: The name of the objects of all kinds.
    static func name(of values: [String], _ name: String) -> String {
        let words = words(of: values[0])
        let kind = Self.name(ofKind: values[0])
        let isName =
            ResourceName.singular(words) != words || kind.hasSuffix(name)
            || kind.hasPrefix(name) && kind.utf8.count > name.utf8.count
        return identifier(isName ? kind : kind + name)
    }

    static func name(ofKind value: String) -> String {
        ResourceName.joined(ResourceName.singular(words(of: value)), capitalized: true)
    }

    /// The ending that the names of kinds have in common, by the mapping of a discriminator.
    static func ending(of mapping: JSONValue?) -> String {
        let endings = (mapping?.object?.members ?? []).lazy.compactMap { value, target -> String? in
            let kind = ResourceName.joined(words(of: value), capitalized: true)
            let name = DiscriminatedChoices.name(in: target.string ?? "")
            return name.hasPrefix(kind) ? String(name.dropFirst(kind.count)) : nil
        }
        return endings.first ?? ""
    }

    private static func words(of value: String) -> [String] {
        ResourceName.words(of: value).map { $0.uppercased() == $0 ? $0.lowercased() : $0 }
    }

    static func identifier(_ name: String) -> String {
        let isDigit = name.utf8.first.map(\.isDigit) ?? true
        return isDigit ? "Object" + name : name
    }
}

extension String {
    /// Whether a name has the same letters, capital or not: `ItisTerm` for `ITISTerm`.
    func isNamesake(of other: String) -> Bool { lowercased() == other.lowercased() }
}
