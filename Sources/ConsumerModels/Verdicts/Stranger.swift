import APIContract
import Decodability
import JSONDocument

/// A member that no model reads, of an object that a model reads.
struct Stranger {
    let evidence: BindingEvidence
    let place: JSONPointer
    /// The model that reads the object.
    let model: String
    let name: String
    /// How often it was there.
    let count: Int
    let promise: Stance.Promise
    /// Where the contract describes the object, and the member in it.
    let object: JSON?
    let node: JSON?

    /// What tells its object from others: the model, and where the contract describes it.
    var objectKey: [String] {
        [evidence.contract.api, model, object?.pointer.description ?? place.description]
    }

    var stance: Stance {
        let isAlways = count == evidence.objects[place]
        return Stance(
            promise: promise, sight: count == 0 ? .never : isAlways ? .always : .sometimes, demand: .none)
    }
}

extension BindingEvidence {
    /// The members that were there and are not read, and those that are promised and were neither.
    var strangers: [Stranger] {
        let keys = Dictionary(grouping: usage.keys, by: \.place)
        return keys.keys.sorted { $0.description < $1.description }.flatMap { place in
            strangers(at: place, keys: keys[place] ?? [])
        }
    }

    private func strangers(at place: JSONPointer, keys: [KeyUsage.Key]) -> [Stranger] {
        guard objects[place] != nil, let model = keys.mainModel else { return [] }
        let promised = promised(at: place)
        let unread = usage.unread.filter { $0.place == place }
        let known = Set(keys.map(\.name) + unread.map(\.name))
        let unseen = promised.names.filter { !known.contains($0) }.sorted()
        return (unread.map { ($0.name, $0.count) } + unseen.map { ($0, 0) }).map { name, count in
            Stranger(
                evidence: self, place: place, model: model, name: name, count: count,
                promise: promised.promise(of: name), object: promised.object, node: promised.node(of: name))
        }
    }
}

extension [Stranger] {
    /// Those whose promise is not met elsewhere: read by another model, or seen in the answer to another operation.
    func without(readBy records: [MemberRecord]) -> [Stranger] {
        let read = Set(records.compactMap { $0.node?.promiseKey(in: $0.evidence.contract) })
        let seen = Set(filter { $0.count > 0 }.compactMap { $0.node?.promiseKey(in: $0.evidence.contract) })
        return filter { stranger in
            guard let key = stranger.node?.promiseKey(in: stranger.evidence.contract) else { return true }
            return !read.contains(key) && (stranger.count > 0 || !seen.contains(key))
        }
    }
}

extension JSON {
    /// Where in which contract it stands.
    fileprivate func promiseKey(in contract: Contract) -> [String] { [contract.api, pointer.description] }
}

extension [KeyUsage.Key] {
    /// The model that asks for most of the keys.
    fileprivate var mainModel: String? {
        Dictionary(grouping: self, by: \.model).max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?
            .key
    }
}
