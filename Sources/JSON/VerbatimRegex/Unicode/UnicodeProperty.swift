import Synchronization

/// Finds the code points of a Unicode property by the names ECMA-262 knows (table 67 to 69).
///
/// General categories and binary properties come from the standard library (its Unicode version), scripts from the
/// tables beside this file. https://tc39.es/ecma262/#sec-runtime-semantics-unicodematchproperty-p
enum UnicodeProperty {
    /// Every set asked for so far: walking all code points costs milliseconds, so no property is gathered twice.
    private static let gathered = Mutex<[String: ScalarSet]>([:])

    /// The set for `\p{name}` or `\p{name=value}`, or nil when there is no such property or value.
    static func scalars(_ name: String, _ value: String?) -> ScalarSet? {
        let key = value.map { "\(name)=\($0)" } ?? name
        if let known = gathered.withLock({ $0[key] }) { return known }
        guard let set = gather(name, value) else { return nil }
        gathered.withLock { $0[key] = set }
        return set
    }

    private static func gather(_ name: String, _ value: String?) -> ScalarSet? {
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
