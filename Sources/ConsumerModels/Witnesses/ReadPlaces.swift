import Decodability
import JSONDocument

/// The places of a document whose objects a model reads, as a tree to walk a document along.
final class ReadPlaces {
    /// The pattern of the place: `/items/*/volumeInfo`.
    let pattern: JSONPointer
    /// The keys that are asked of the objects at the place.
    private(set) var keys: [KeyUsage.Key] = []
    /// The places of the members that are read further, by name.
    private(set) var members: [(name: String, place: ReadPlaces)] = []
    /// The place that the elements of an array, or the members of a dictionary, share.
    private(set) var shared: ReadPlaces?

    convenience init(_ usage: KeyUsage) {
        self.init(pattern: .root)
        for key in usage.keys {
            key.place.tokens.reduce(self) { $0.step($1) }.keys.append(key)
        }
    }

    private init(pattern: JSONPointer) {
        self.pattern = pattern
    }

    private func step(_ token: String) -> ReadPlaces {
        if token == "*" {
            let place = shared ?? ReadPlaces(pattern: pattern.appending(token))
            shared = place
            return place
        }
        if let known = members.first(where: { $0.name == token }) { return known.place }
        let place = ReadPlaces(pattern: pattern.appending(token))
        members.append((token, place))
        return place
    }
}
