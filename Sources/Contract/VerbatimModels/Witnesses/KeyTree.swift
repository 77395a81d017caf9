import VerbatimDecoding
import VerbatimJSON

/// The locations of a document whose objects a model reads, as a tree to walk a document along.
final class KeyTree {
    /// The pattern of the location: `/items/*/volumeInfo`.
    let pattern: JSONPointer
    /// The keys that are asked of the objects at the location.
    private(set) var keys: [KeyUsage.Key] = []
    /// The locations of the members that are read further, by name.
    private(set) var members: [(name: String, location: KeyTree)] = []
    /// The location that the elements of an array, or the members of a dictionary, share.
    private(set) var shared: KeyTree?

    convenience init(_ usage: KeyUsage) {
        self.init(pattern: .root)
        for key in usage.keys {
            key.location.tokens.reduce(self) { $0.step($1) }.keys.append(key)
        }
    }

    private init(pattern: JSONPointer) {
        self.pattern = pattern
    }

    private func step(_ token: String) -> KeyTree {
        if token == "*" {
            let location = shared ?? KeyTree(pattern: pattern.appending(token))
            shared = location
            return location
        }
        if let known = members.first(where: { $0.name == token }) { return known.location }
        let location = KeyTree(pattern: pattern.appending(token))
        members.append((token, location))
        return location
    }
}
