public import VerbatimJSON

/// Which keys the models asked for in a document, and which the document has that nobody asked for.
///
/// Locations are patterns: the elements of an array, and the members of a dictionary, share the token `*`.
public struct KeyUsage: Sendable, Hashable {
    /// A key that a model asked for.
    public struct Key: Sendable, Hashable {
        /// The object that has the key, e.g. `/items/*/volumeInfo`.
        public let location: JSONPointer
        /// The key's name in the document; when it was never there, the name it would have.
        public let name: String
        /// The model that asked, e.g. `Volume.Info`.
        public let model: String
        /// The type asked for first, e.g. `Int`; nil when the model only looked whether the key is there.
        public let wanted: String?
        /// Whether the model asked for a value at any rate, not for one if present.
        public let isRequired: Bool
        /// How often the key was asked for and there, with a value other than null.
        public internal(set) var found: Int
        /// How often the key was asked for and there, with null.
        public internal(set) var null: Int
        /// How often the key was asked for and not there.
        public internal(set) var absent: Int
    }

    /// A key in the document that no model asked for.
    public struct Unread: Sendable, Hashable {
        /// The object that has the key.
        public let location: JSONPointer
        /// The key's name in the document.
        public let name: String
        /// How often it was there.
        public internal(set) var count: Int
    }

    /// The keys that were asked for, by location, model and name.
    public internal(set) var keys: [Key] = []
    /// The keys that nobody asked for, by location and name; none inside a value that nobody asked for.
    public internal(set) var unread: [Unread] = []

    /// Usage of no document.
    public init() {}

    /// Adds the usage of another document of the same kind, so that the counts are those of both.
    public mutating func add(_ other: KeyUsage) {
        var known: [KeyIdentity: Int] = [:]
        for (index, key) in keys.enumerated() { known[key.identity] = index }
        for key in other.keys {
            if let index = known[key.identity] {
                keys[index].found += key.found
                keys[index].null += key.null
                keys[index].absent += key.absent
            } else {
                keys.append(key)
            }
        }
        var left: [KeyIdentity: Int] = [:]
        for (index, key) in unread.enumerated() { left[key.identity] = index }
        for key in other.unread {
            if let index = left[key.identity] {
                unread[index].count += key.count
            } else {
                unread.append(key)
            }
        }
    }
}

/// What makes two keys one in several documents.
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
