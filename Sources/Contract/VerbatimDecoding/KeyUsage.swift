public import VerbatimJSON

/// The keys that models requested in a document, and those in the document that no model requested.
///
/// Objects are identified by patterns: the elements of an array, and the values of a dictionary, share the
/// token `*`.
public struct KeyUsage: Sendable, Hashable {
    /// A key that a model requested.
    public struct Key: Sendable, Hashable {
        /// The object that has the key, for example `/items/*/volumeInfo`.
        public let location: JSONPointer
        /// The key's name in the document; if it was never present, the name it would have.
        public let name: String
        /// The model that requested the key, for example `Volume.Info`.
        public let model: String
        /// The type requested first, for example `Int`; nil if the model only tested whether the key is
        /// present.
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
    public struct Unread: Sendable, Hashable {
        /// The object that has the key.
        public let location: JSONPointer
        /// The key's name in the document.
        public let name: String
        /// The number of times it was present.
        public internal(set) var count: Int

        /// The pattern of the key's value.
        public var pointer: JSONPointer { location.appending(name) }
    }

    /// The requested keys, by location, model and name.
    public internal(set) var keys: [Key] = []
    /// The unread keys, by location and name; without those inside values that are unread as a whole.
    public internal(set) var unread: [Unread] = []

    /// Creates the usage of no document.
    public init() {}

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
    /// The sum.
    package private(set) var usage = KeyUsage()
    private var keys: [KeyIdentity: Int] = [:]
    private var unread: [KeyIdentity: Int] = [:]

    /// Creates the sum of no documents.
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
