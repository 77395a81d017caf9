import VerbatimContract
import VerbatimJSON

/// The schemas with the same text in both documents, including every schema they refer to.
///
/// Most schemas of a large contract do not change, and these need no normal form. A schema with an anchor, or
/// with a reference to anything but a component, is never one of them.
struct UnchangedSchemas {
    /// The references to unchanged components; nil if the same text means something else in each document.
    private let components: Set<String>?

    init(_ old: References, _ new: References) {
        guard old.document["openapi"].text == new.document["openapi"].text else {
            components = nil
            return
        }
        let (oldComponents, newComponents) = (old.document.referencedSchemas, new.document.referencedSchemas)
        var users: [String: [String]] = [:]
        var changed = Set<String>()
        for (name, schema) in newComponents {
            guard let links = oldComponents[name].flatMap({ Self.links($0, schema) }) else {
                changed.insert(name)
                continue
            }
            for link in links { users[link, default: []].append(name) }
        }
        changed.formUnion(users.keys.filter { newComponents[$0] == nil })
        components = Set(newComponents.keys).subtracting(Self.reachable(from: changed, by: users))
    }

    /// Returns whether a schema of the old and one of the new document are the same.
    func contains(_ old: JSON, _ new: JSON) -> Bool {
        guard let components else { return false }
        return Self.links(old, new)?.allSatisfy(components.contains) ?? false
    }

    /// Returns changed components and those that refer to them, directly or indirectly.
    private static func reachable(from changed: Set<String>, by users: [String: [String]]) -> Set<String> {
        var reachable = changed
        var stack = Array(changed)
        while let name = stack.popLast() {
            for user in users[name, default: []] where reachable.insert(user).inserted { stack.append(user) }
        }
        return reachable
    }

    /// Returns the references in a schema with the same text in both documents, or nil if it is not one.
    private static func links(_ old: JSON, _ new: JSON) -> [String]? {
        guard old.text == new.text else { return nil }
        var links: [String] = []
        var stack = [new]
        while let node = stack.popLast() {
            for (name, value) in node.members {
                if ambiguous.contains(name) { return nil }
                if name == "$ref", let link = value.string { links.append(link) }
                if value.count > 0 { stack.append(value) }
            }
            for element in node.elements where element.count > 0 { stack.append(element) }
        }
        return links
    }

    /// Members that refer to schemas, or make them targets, in ways that are not followed here.
    private static let ambiguous: Set<String> = [
        "$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "mapping",
    ]
}

extension JSON {
    /// The schemas of the components and of bundled files, by the references to them.
    ///
    /// They are those that references lead to as a rule: in files, what is up to three levels inside.
    fileprivate var referencedSchemas: [String: JSON] {
        let schemas = self["components"]["schemas"].members.filter { member in
            member.name.allSatisfy { $0 != "/" && $0 != "~" && $0 != "%" }
        }
        var found = schemas.map { ("#/components/schemas/" + $0.name, $0.value) }
        var level = [("#/" + ReferenceBundler.property, self[ReferenceBundler.property])]
        for _ in 0..<4 {
            level = level.flatMap { reference, value in
                value.members.filter { !$0.name.contains("%") }.map { member in
                    (reference + JSONPointer([member.name]).description, member.value)
                }
            }
            found += level
        }
        return Dictionary(found) { first, _ in first }
    }
}
