import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// A property that no model reads, of an object that a model reads.
struct UnreadProperty {
    let binding: BindingEvidence
    /// The object that has the property.
    let location: JSONPointer
    /// The model that reads the object.
    let model: String
    let name: String
    /// The number of objects in which the property was present.
    let count: Int
    let contractStatus: PropertyAgreement.ContractStatus
    /// The schema of the object, and that of the property.
    let object: JSON?
    let schema: JSON?

    /// The identity of the object: its model and its schema.
    var objectKey: [String] {
        [binding.contract.api, model, object?.pointer.description ?? location.description]
    }

    var agreement: PropertyAgreement {
        PropertyAgreement(
            contract: contractStatus,
            traffic: .init(present: count, of: binding.objectCounts[location, default: 0]), model: .unread)
    }
}

extension BindingEvidence {
    /// The properties that were present and are not read, and those that are documented and were neither.
    var unreadProperties: [UnreadProperty] {
        let keys = Dictionary(grouping: usage.keys, by: \.location)
        return keys.keys.sorted { $0.description < $1.description }.flatMap { location in
            unreadProperties(at: location, keys: keys[location] ?? [])
        }
    }

    private func unreadProperties(at location: JSONPointer, keys: [KeyUsage.Key]) -> [UnreadProperty] {
        guard objectCounts[location] != nil, let model = keys.mainModel else { return [] }
        let cursor = schemaCursor(at: location)
        let unread = usage.unread.filter { $0.location == location }
        let known = Set(keys.map(\.name) + unread.map(\.name))
        let absent = cursor.names.filter { !known.contains($0) }.sorted()
        return (unread.map { ($0.name, $0.count) } + absent.map { ($0, 0) }).map { name, count in
            UnreadProperty(
                binding: self, location: location, model: model, name: name, count: count,
                contractStatus: cursor.status(of: name), object: cursor.object,
                schema: cursor.schema(of: name))
        }
    }
}

extension [UnreadProperty] {
    /// Removes the properties whose schema another model reads, or whose schema is present in other
    /// responses.
    func removing(readBy properties: [PropertyEvidence]) -> [UnreadProperty] {
        let read = Set(properties.compactMap { $0.schema?.key(in: $0.binding.contract) })
        let present = Set(
            filter { $0.count > 0 }.compactMap { $0.schema?.key(in: $0.binding.contract) })
        return filter { property in
            guard let key = property.schema?.key(in: property.binding.contract) else { return true }
            return !read.contains(key) && (property.count > 0 || !present.contains(key))
        }
    }
}

extension JSON {
    /// Returns the identity of a schema among those of all contracts.
    fileprivate func key(in contract: Contract) -> [String] { [contract.api, pointer.description] }
}

extension [KeyUsage.Key] {
    /// The model that requests most of the keys.
    fileprivate var mainModel: String? {
        Dictionary(grouping: self, by: \.model).max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?
            .key
    }
}
