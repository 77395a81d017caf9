import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// A member that no model reads, of an object that a model reads.
struct UnreadProperty {
    let evidence: BindingEvidence
    let location: JSONPointer
    /// The model that reads the object.
    let model: String
    let name: String
    /// How often it was there.
    let count: Int
    let promise: PropertyAgreement.Promise
    /// Where the contract describes the object, and the member in it.
    let object: JSON?
    let node: JSON?

    /// What tells its object from others: the model, and where the contract describes it.
    var objectKey: [String] {
        [evidence.contract.api, model, object?.pointer.description ?? location.description]
    }

    var stance: PropertyAgreement {
        let isAlways = count == evidence.objects[location]
        return PropertyAgreement(
            promise: promise, sight: count == 0 ? .never : isAlways ? .always : .sometimes, demand: .none)
    }
}

extension BindingEvidence {
    /// The members that were there and are not read, and those that are promised and were neither.
    var strangers: [UnreadProperty] {
        let keys = Dictionary(grouping: usage.keys, by: \.location)
        return keys.keys.sorted { $0.description < $1.description }.flatMap { location in
            strangers(at: location, keys: keys[location] ?? [])
        }
    }

    private func strangers(at location: JSONPointer, keys: [KeyUsage.Key]) -> [UnreadProperty] {
        guard objects[location] != nil, let model = keys.mainModel else { return [] }
        let promised = promised(at: location)
        let unread = usage.unread.filter { $0.location == location }
        let known = Set(keys.map(\.name) + unread.map(\.name))
        let unseen = promised.names.filter { !known.contains($0) }.sorted()
        return (unread.map { ($0.name, $0.count) } + unseen.map { ($0, 0) }).map { name, count in
            UnreadProperty(
                evidence: self, location: location, model: model, name: name, count: count,
                promise: promised.promise(of: name), object: promised.object, node: promised.node(of: name))
        }
    }
}

extension [UnreadProperty] {
    /// Those whose promise is not met elsewhere: read by another model, or seen in the answer to another operation.
    func without(readBy records: [PropertyEvidence]) -> [UnreadProperty] {
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
