import VerbatimHAR
@_spi(Tape) import VerbatimJSON
import VerbatimSchema

/// The names of documents and schemas in references, beside paths and JSON Pointers: `$self`, `$id`, anchors.
///
/// https://spec.openapis.org/oas/v3.2.0.html#establishing-the-base-uri
struct ReferenceNames {
    /// A value in one of several documents.
    struct Target: Hashable {
        let path: String
        let value: JSON

        static func == (a: Target, b: Target) -> Bool { a.path == b.path && a.value.node == b.value.node }

        func hash(into hasher: inout Hasher) {
            hasher.combine(path)
            hasher.combine(value.node)
        }
    }

    /// A document, or a schema with `$id`: references and anchors in it are relative to it.
    struct Resource {
        let target: Target
        /// Its address, if it has one.
        let base: String?
        /// Its nodes in the document.
        fileprivate let nodes: Range<Int>

        var root: JSON { target.value }
    }

    /// The documents and schemas by their addresses.
    private var targets: [String: Target] = [:]
    /// The resources in each document, by its path, in its order; the document itself is the first.
    private var resources: [String: [Resource]] = [:]
    /// The anchors by the document or the schema with `$id` that contains them.
    private var anchors: [Target: [String: JSON]] = [:]
    /// The number of schemas with each dynamic anchor.
    private var dynamicAnchors: [String: Int] = [:]

    init() {}

    init(of document: JSON) { add(document, at: "") }

    /// Adds the names that a document gives itself and its schemas.
    mutating func add(_ document: JSON, at path: String) {
        let address = document["$self"].string.map(Self.withoutFragment).flatMap { $0.isEmpty ? nil : $0 }
        let root = add(document, at: path, base: address, named: [address])
        var pending = [(node: document, resource: root)]
        while let (node, outer) = pending.popLast() {
            var resource = outer
            if let id = node["$id"].string.map(Self.withoutFragment), !id.isEmpty {
                let base = Self.resolve(id, against: outer.base)
                resource = add(node, at: path, base: base, named: [id, base])
            }
            for keyword in ["$anchor", "$dynamicAnchor"] {
                guard let anchor = node[keyword].string else { continue }
                for target in [resource.target, root.target] where anchors[target]?[anchor] == nil {
                    anchors[target, default: [:]][anchor] = node
                }
                if keyword == "$dynamicAnchor" { dynamicAnchors[anchor, default: 0] += 1 }
            }
            let children = node.members.map(\.value) + Array(node.elements)
            pending += children.reversed().filter { $0.count > 0 }.map { ($0, resource) }
        }
    }

    private mutating func add(
        _ root: JSON, at path: String, base: String?, named names: [String?]
    ) -> Resource {
        let nodes = root.read { reader, node in node..<reader.next(after: node) } ?? 0..<0
        let resource = Resource(target: Target(path: path, value: root), base: base, nodes: nodes)
        resources[path, default: []].append(resource)
        for case let name? in names where targets[name] == nil { targets[name] = resource.target }
        return resource
    }

    func document(at path: String) -> Target? { resources[path]?.first?.target }

    func hasAddress(_ path: String) -> Bool { resources[path]?.first?.base != nil }

    /// Returns the schemas of a document with `$id`.
    func identified(in path: String) -> [JSON] { resources[path, default: []].dropFirst().map(\.root) }

    /// Returns the innermost resource of a document that contains a value.
    func resource(of value: JSON, in path: String) -> Resource {
        let all = resources[path, default: []]
        let node = value.node ?? 0
        return all.last { $0.nodes.contains(node) } ?? all[0]
    }

    /// Whether only one schema has the dynamic anchor that a reference ends with.
    func isUnique(dynamicAnchor reference: String) -> Bool {
        dynamicAnchors[String(reference.drop { $0 != "#" }.dropFirst())] == 1
    }

    /// Returns the document or the schema with an address, or nil.
    func target(of address: String) -> Target? { targets[address] }

    /// Returns the value with an anchor in a document or a schema, or nil.
    func anchor(_ name: String, in target: Target) -> Target? {
        anchors[target]?[name].map { Target(path: target.path, value: $0) }
    }

    /// Returns the value that a reference in a resource leads to by names and a fragment, or nil.
    func target(of reference: String, in resource: Resource) -> Target? {
        let address = address(in: reference, of: resource)
        guard let root = address.isEmpty ? resource.target : targets[address] else { return nil }
        let fragment = reference.drop { $0 != "#" }.dropFirst()
        if fragment.isEmpty { return root }
        guard fragment.hasPrefix("/") else { return anchor(PercentEncoding.decode(fragment), in: root) }
        return root.value.value(atFragment: fragment).map { Target(path: root.path, value: $0) }
    }

    /// Returns the part of a reference before `#`, relative to the path of its document: an address below the
    /// one that the document has is a path, unless it has a name itself.
    func address(in reference: String, of resource: Resource) -> String {
        let address = Self.withoutFragment(reference)
        let document = resources[resource.target.path]?.first?.base
        guard !address.isEmpty else { return address }
        let absolute = [resource.base, document].lazy.map { Self.resolve(address, against: $0) }
        if let known = absolute.first(where: { targets[$0] != nil }) { return known }
        guard let document, let end = document.lastIndex(of: "/") else { return address }
        let folder = document[...end]
        return folder.count > 1 && address.hasPrefix(folder)
            ? String(address.dropFirst(folder.count)) : address
    }

    private static func withoutFragment(_ reference: String) -> String {
        String(reference.prefix { $0 != "#" })
    }

    private static func resolve(_ reference: String, against base: String?) -> String {
        base.map { URI(reference).resolved(against: URI($0)).text } ?? reference
    }
}
