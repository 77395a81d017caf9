import Foundation
import VerbatimJSON

/// The names by which references lead to documents and schemas, beside paths and JSON Pointers: `$self`,
/// `$id` and anchors.
///
/// https://spec.openapis.org/oas/v3.2.0.html#establishing-the-base-uri
struct ReferenceNames {
    /// A value in one of several documents.
    struct Target: Hashable {
        /// The path of the document.
        let path: String
        var pointer = JSONPointer.root

        static func == (lhs: Target, rhs: Target) -> Bool {
            lhs.path == rhs.path && lhs.pointer.tokens == rhs.pointer.tokens
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(path)
            hasher.combine(pointer.tokens)
        }
    }

    /// The documents and schemas by their addresses.
    private var targets: [String: Target] = [:]
    /// The addresses of the documents that have one, by their paths.
    private var addresses: [String: String] = [:]
    /// The pointers of the schemas with `$id`, by the paths of their documents.
    private var identified: [String: [JSONPointer]] = [:]
    /// The anchors by the document or the schema with `$id` that contains them.
    private var anchors: [Target: [String: JSONPointer]] = [:]

    /// Adds the names that a document gives itself and its schemas.
    mutating func add(_ document: JSON, at path: String) {
        let root = Target(path: path)
        let address = document["$self"].string.map(Self.withoutFragment)
        if let address, !address.isEmpty {
            addresses[path] = address
            targets[address] = targets[address] ?? root
        }
        var pending = [(node: document, resource: root, base: address)]
        while let (node, outer, outerBase) = pending.popLast() {
            var (resource, base) = (outer, outerBase)
            if let id = node["$id"].string.map(Self.withoutFragment), !id.isEmpty {
                resource = Target(path: path, pointer: node.pointer)
                base = Self.resolve(id, against: outerBase) ?? id
                for name in [id, base ?? id] where targets[name] == nil { targets[name] = resource }
                identified[path, default: []].append(node.pointer)
            }
            for keyword in ["$anchor", "$dynamicAnchor"] {
                guard let anchor = node[keyword].string else { continue }
                for target in [resource, root] where anchors[target]?[anchor] == nil {
                    anchors[target, default: [:]][anchor] = node.pointer
                }
            }
            for child in node.members.map(\.value) + Array(node.elements) where child.count > 0 {
                pending.append((child, resource, base))
            }
        }
    }

    /// Whether a document has an address.
    func hasAddress(_ path: String) -> Bool { addresses[path] != nil }

    /// Returns the pointers of the schemas of a document with `$id`.
    func identified(in path: String) -> [JSONPointer] { identified[path] ?? [] }

    /// Returns the document or the schema with an address, or nil.
    func target(of address: String) -> Target? { targets[address] }

    /// Returns the value with an anchor in a document or a schema, or nil.
    func anchor(_ name: String, in target: Target) -> Target? {
        anchors[target]?[name].map { Target(path: target.path, pointer: $0) }
    }

    /// Returns the part of a reference before `#`, relative to the path of its document: an address below the
    /// one that the document has is a path, unless it has a name itself.
    func address(in reference: String, at path: String) -> String {
        let address = Self.withoutFragment(reference)
        guard !address.isEmpty, let base = addresses[path] else { return address }
        let absolute = Self.resolve(address, against: base) ?? address
        if targets[absolute] != nil { return absolute }
        guard let end = base.lastIndex(of: "/") else { return address }
        let folder = base[...end]
        return folder.count > 1 && address.hasPrefix(folder)
            ? String(address.dropFirst(folder.count)) : address
    }

    private static func withoutFragment(_ reference: String) -> String {
        String(reference.prefix { $0 != "#" })
    }

    private static func resolve(_ reference: String, against base: String?) -> String? {
        guard let base, let url = URL(string: base), url.scheme != nil else { return nil }
        return URL(string: reference, relativeTo: url)?.absoluteString
    }
}
