import VerbatimJSON

/// Which schemas are word for word the same on both sides, with everything they refer to.
///
/// Large contracts change in few locations, and what is the same needs no normal form to be compared by. In doubt a schema
/// is not among them: when it has an anchor, or refers to something else than a component.
struct UnchangedSchemas {
    /// The references to components that lead to the same; nil when the same words mean something else on each side.
    private let components: Set<String>?

    init(_ old: References, _ new: References) {
        guard old.document["openapi"].text == new.document["openapi"].text else {
            components = nil
            return
        }
        let (before, after) = (old.components, new.components)
        var users: [String: [String]] = [:]
        var changed = Set<String>()
        for (name, schema) in after {
            guard let links = before[name].flatMap({ Self.links($0, schema) }) else {
                changed.insert(name)
                continue
            }
            for link in links { users[link, default: []].append(name) }
        }
        changed.formUnion(users.keys.filter { after[$0] == nil })
        components = Set(after.keys).subtracting(Self.reached(from: changed, by: users))
    }

    /// Whether two schemas, one of each side, are the same.
    func include(_ was: JSON, _ now: JSON) -> Bool {
        guard let components else { return false }
        return Self.links(was, now)?.allSatisfy(components.contains) ?? false
    }

    /// What changed, and what refers to it, over however many references.
    private static func reached(from changed: Set<String>, by users: [String: [String]]) -> Set<String> {
        var reached = changed
        var waiting = Array(changed)
        while let name = waiting.popLast() {
            for user in users[name, default: []] where reached.insert(user).inserted { waiting.append(user) }
        }
        return reached
    }

    /// The references in a schema that is written the same on both sides; nil when it is not, or in doubt.
    private static func links(_ was: JSON, _ now: JSON) -> [String]? {
        guard was.text == now.text else { return nil }
        var links: [String] = []
        var waiting = [now]
        while let node = waiting.popLast() {
            for (name, value) in node.members {
                if doubtful.contains(name) { return nil }
                if name == "$ref", let link = value.string { links.append(link) }
                if value.count > 0 { waiting.append(value) }
            }
            for element in node.elements where element.count > 0 { waiting.append(element) }
        }
        return links
    }

    /// Members that lead elsewhere, or make a schema be led to, in ways that are not followed here.
    private static let doubtful: Set<String> = ["$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "mapping"]
}
