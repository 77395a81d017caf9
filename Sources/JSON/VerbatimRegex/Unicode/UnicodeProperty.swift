import Synchronization

/// Finds the code points of a Unicode property by the names in tables 67 to 69 of ECMA-262.
///
/// General categories and binary properties are those of the standard library, scripts those of
/// `UnicodeTable`. https://tc39.es/ecma262/#sec-runtime-semantics-unicodematchproperty-p
enum UnicodeProperty {
    /// The sets found so far. Testing all code points takes milliseconds.
    private static let cache = Mutex<[String: ScalarSet]>([:])

    /// Returns the set of `\p{name}` or `\p{name=value}`, or nil if there is no such property or value.
    static func scalars(_ name: String, _ value: String?) -> ScalarSet? {
        let key = value.map { "\(name)=\($0)" } ?? name
        if let cached = cache.withLock({ $0[key] }) { return cached }
        guard let set = find(name, value) else { return nil }
        cache.withLock { $0[key] = set }
        return set
    }

    private static func find(_ name: String, _ value: String?) -> ScalarSet? {
        switch (name, value) {
        case ("General_Category", let value?), ("gc", let value?): category(value)
        case ("Script", let value?), ("sc", let value?): script(value)
        case ("Script_Extensions", let value?), ("scx", let value?): scriptExtensions(value)
        case (_, nil): category(name) ?? binary(name)
        default: nil
        }
    }

    private static func category(_ name: String) -> ScalarSet? {
        guard let categories = categoriesByName[name] else { return nil }
        let wanted = Set(categories)
        var set = ScalarSet { wanted.contains($0.generalCategory) }
        if wanted.contains(.surrogate) { set.formUnion(ScalarSet([0xD800...0xDFFF])) }
        return set
    }

    /// https://www.unicode.org/reports/tr24/
    private static func script(_ name: String) -> ScalarSet? {
        if let set = UnicodeTable.scripts.scalars(named: name) { return set }
        guard name == "Unknown" || name == "Zzzz" else { return nil }
        return UnicodeTable.scripts.names.compactMap { $0.first.flatMap(UnicodeTable.scripts.scalars) }
            .reduce(into: ScalarSet()) { $0.formUnion($1) }.inverted
    }

    private static func scriptExtensions(_ name: String) -> ScalarSet? {
        guard let set = script(name) else { return nil }
        let added = UnicodeTable.scriptExtensions.scalars(named: name) ?? ScalarSet()
        let removed = UnicodeTable.scriptExtensions.scalars(named: "-" + longName(name)) ?? ScalarSet()
        return set.subtracting(removed).union(added)
    }

    private static func longName(_ name: String) -> String {
        UnicodeTable.scripts.names.first { $0.contains(name) }?.first ?? name
    }

    private static func binary(_ name: String) -> ScalarSet? {
        switch name {
        case "Any": ScalarSet.all
        case "ASCII": ScalarSet([0...0x7F])
        case "Assigned": category("Cn")?.inverted
        default:
            UnicodeTable.binaryProperties.scalars(named: name)
                ?? predicatesByName[name].map { ScalarSet(where: $0) }
        }
    }
}
