public import VerbatimJSON

/// The keys that models requested in a document, and those in the document that no model requested.
///
/// Objects are identified by patterns: elements of an array, and values of a dictionary, share the token `*`.
public struct KeyUsage: Sendable, Hashable, Codable {
    /// A key that a model requested.
    public struct Key: Sendable, Hashable, Codable {
        /// The object that has the key, for example `/items/*/volumeInfo`.
        public internal(set) var location: JSONPointer
        /// The key's name in the document; if it was never present, the name it would have.
        public let name: String
        /// The model that requested the key, for example `Volume.Info`.
        public let model: String
        /// The type requested first, for example `Int`; nil if the model only tested that the key is present.
        public let type: String?
        /// Whether the model used `decode` rather than `decodeIfPresent`.
        public let isRequired: Bool
        /// The number of objects with the key and a value other than null, among those it was requested from.
        public internal(set) var found: Int
        /// The number of objects in which the value was null.
        public internal(set) var null: Int
        /// The number of objects without the key.
        public internal(set) var absent: Int

        /// The pattern of the key's value: `/items/*/volumeInfo/title`.
        public var pointer: JSONPointer { location.appending(name) }
    }

    /// A key in the document that no model requested.
    public struct Unread: Sendable, Hashable, Codable {
        /// The object that has the key.
        public internal(set) var location: JSONPointer
        /// The key's name in the document.
        public let name: String
        /// The number of times it was present.
        public internal(set) var count: Int
    }

    /// The requested keys, by location, model and name.
    public internal(set) var keys: [Key] = []
    /// The unread keys, by location and name; without those inside values that are unread as a whole.
    public internal(set) var unread: [Unread] = []

    /// Creates the usage of no document.
    public init() {}

    /// Returns the usage as it is in a document that has this one inside.
    package func inside(_ location: JSONPointer) -> KeyUsage {
        var usage = self
        for index in keys.indices { usage.keys[index].location = location.appending(keys[index].location) }
        for index in unread.indices {
            usage.unread[index].location = location.appending(unread[index].location)
        }
        return usage
    }

    /// Adds the counts of another document of the same kind.
    public mutating func add(_ other: KeyUsage) {
        var total = KeyUsageTotal()
        total.add(self)
        total.add(other)
        self = total.usage
    }
}

/// The sum of the key usage of many documents; adding one costs no more than the document.
package struct KeyUsageTotal: Sendable {
    package private(set) var usage = KeyUsage()
    private var keys: [KeyIdentity: Int] = [:]
    private var unread: [KeyIdentity: Int] = [:]

    package init() {}

    /// Adds the counts of another document of the same kind.
    package mutating func add(_ other: KeyUsage) {
        for key in other.keys {
            if let index = keys[key.identity] {
                usage.keys[index].found += key.found
                usage.keys[index].null += key.null
                usage.keys[index].absent += key.absent
            } else {
                keys[key.identity] = usage.keys.count
                usage.keys.append(key)
            }
        }
        for key in other.unread {
            if let index = unread[key.identity] {
                usage.unread[index].count += key.count
            } else {
                unread[key.identity] = usage.unread.count
                usage.unread.append(key)
            }
        }
    }
}

/// The identity of a key across documents.
private struct KeyIdentity: Hashable {
    let location: JSONPointer
    let name: String
    let model: String?
}

extension KeyUsage.Key {
    fileprivate var identity: KeyIdentity { KeyIdentity(location: location, name: name, model: model) }
}

extension KeyUsage.Unread {
    fileprivate var identity: KeyIdentity { KeyIdentity(location: location, name: name, model: nil) }
}

/// Resolves the requested keys in the document, and adds the keys of the document that were not requested.
struct KeyUsageBuilder {
    let keyStrategy: KeyStrategy

    func usage(_ root: UsageNode, in document: JSON?) -> KeyUsage {
        var usage = KeyUsage()
        add(root, at: .root, path: [], values: document.map { [$0] } ?? [], to: &usage)
        return usage
    }

    /// - Parameter values: All values in the document that the node stands for.
    private func add(
        _ node: UsageNode, at location: JSONPointer, path: [any CodingKey], values: [JSON],
        to usage: inout KeyUsage
    ) {
        let properties = properties(of: values, at: path)
        for requests in node.requests.values.sorted(by: { $0.modelName < $1.modelName }) {
            for key in requests.keys.values.sorted(by: { $0.name < $1.name }) {
                let name = properties[key.name]?.name ?? keyStrategy.expectedName(of: key.name, at: path)
                usage.keys.append(KeyUsage.Key(key, name: name, model: requests.modelName, at: location))
                add(
                    key.value, at: location.appending(name), path: path + [AnyCodingKey(key.name)],
                    values: properties[key.name]?.values ?? [], to: &usage)
            }
        }
        if !node.readsEveryKey, !node.requests.isEmpty {
            let unread = properties.filter { key, _ in !node.requests.values.contains { $0.keys[key] != nil }
            }
            for (_, property) in unread.sorted(by: { $0.value.name < $1.value.name }) {
                usage.unread.append(
                    KeyUsage.Unread(location: location, name: property.name, count: property.values.count))
            }
        }
        if let shared = node.shared {
            let inside = values.flatMap { $0.elements.map(\.self) + $0.members.map(\.value) }
            add(
                shared, at: location.appending("*"), path: path + [AnyCodingKey(0)], values: inside,
                to: &usage)
        }
    }

    /// Returns the properties of all objects, by the key into which the decoder converts their name.
    private func properties(of objects: [JSON], at path: [any CodingKey]) -> [String: (
        name: String, values: [JSON]
    )] {
        var properties: [String: (name: String, values: [JSON])] = [:]
        for object in objects {
            for member in object.members {
                let key = keyStrategy.key(for: member.name, at: path)
                properties[key, default: (member.name, [])].values.append(member.value)
            }
        }
        return properties
    }
}

extension KeyRequests {
    fileprivate var modelName: String { TypeName.declaring(keyType) ?? TypeName.of(model) }
}

extension KeyUsage.Key {
    fileprivate init(_ key: RequestedKey, name: String, model: String, at location: JSONPointer) {
        self.init(
            location: location, name: name, model: model, type: key.type.map(TypeName.of),
            isRequired: key.isRequired, found: key.found, null: key.null, absent: key.absent)
    }
}
