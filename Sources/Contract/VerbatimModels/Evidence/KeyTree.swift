import VerbatimDecoding
import VerbatimJSON

/// The requested keys as a tree with which to traverse a document.
final class KeyTree {
    /// The pattern of the values: `/items/*/volumeInfo`.
    let pattern: JSONPointer
    /// The keys that are requested from the objects.
    private(set) var keys: [KeyUsage.Key] = []
    /// The trees of the values from which further keys are requested, by key.
    private(set) var children: [(name: String, tree: KeyTree)] = []
    /// The tree that the elements of an array, or the values of a dictionary, share.
    private(set) var shared: KeyTree?

    convenience init(_ usage: KeyUsage) {
        self.init(pattern: .root)
        for key in usage.keys {
            key.location.tokens.reduce(self) { $0.descending($1) }.keys.append(key)
        }
    }

    private init(pattern: JSONPointer) {
        self.pattern = pattern
    }

    private func descending(_ token: String) -> KeyTree {
        if token == "*" {
            let tree = shared ?? KeyTree(pattern: pattern.appending(token))
            shared = tree
            return tree
        }
        if let known = children.first(where: { $0.name == token }) { return known.tree }
        let tree = KeyTree(pattern: pattern.appending(token))
        children.append((token, tree))
        return tree
    }
}
