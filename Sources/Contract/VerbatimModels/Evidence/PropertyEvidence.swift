import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// The evidence about one key that a model reads at one location of one operation's bodies.
struct PropertyEvidence {
    let binding: BindingEvidence
    let key: KeyUsage.Key
    let compatibility: PropertyCompatibility
    /// The status in the contract, judging by its keywords and by the objects that it rejects.
    let contractStatus: PropertyAgreement.ContractStatus
    let modelStatus: PropertyAgreement.ModelStatus
    /// The schema of the property; nil if it is undocumented.
    let schema: JSON?
    /// The schema of the object around the property, with the property if it is documented.
    let object: JSON?

    init(_ key: KeyUsage.Key, at view: SchemaView, in binding: BindingEvidence) {
        self.binding = binding
        self.key = key
        compatibility = PropertyCompatibility(of: key, in: binding)
        let documented = view.documented(key.name)
        schema = documented?.schema
        object = documented?.object ?? view.object
        modelStatus = Self.modelStatus(
            of: key, compatibility, isMissed: binding.missedProperties.contains(key.pointer))
        contractStatus = Self.contractStatus(of: key, compatibility, modelStatus, at: view)
    }

    /// Tries other values, and returns those that the contract allows and the model cannot decode. An
    /// undocumented property has a finding of its own; every value is compatible with no schema.
    func incompatibilities() -> [Incompatibility] { schema == nil ? [] : compatibility.incompatibilities() }

    /// Returns whether the model requires the property.
    ///
    /// A model that uses `decode` may still catch the error, or use it only if the key is present.
    private static func modelStatus(
        of key: KeyUsage.Key, _ compatibility: PropertyCompatibility, isMissed: Bool
    ) -> PropertyAgreement.ModelStatus {
        let wasOmitted = key.absent > 0 && !isMissed
        let canBeOmitted = compatibility.omissions > 0 && !compatibility.canBeMissing
        return key.isRequired && !wasOmitted && !canBeOmitted ? .required : .optional
    }

    /// Returns the status in the contract.
    ///
    /// A requirement in one branch of a schema counts only if an object without the property is rejected, and
    /// only for a model that requires the property: where the branch does not apply, the property may be
    /// missing. If there was no object to try, the requirement counts.
    private static func contractStatus(
        of key: KeyUsage.Key, _ compatibility: PropertyCompatibility,
        _ modelStatus: PropertyAgreement.ModelStatus, at view: SchemaView
    ) -> PropertyAgreement.ContractStatus {
        let status = view.status(of: key.name)
        if compatibility.canBeMissing { return min(status, .optional) }
        guard modelStatus == .required else { return status }
        let isUntried = compatibility.rejections + compatibility.omissions == 0
        return compatibility.rejections > 0 || isUntried && view.requiresInSomeBranch(key.name)
            ? .required : status
    }
}

extension BindingEvidence {
    var properties: [PropertyEvidence] {
        var views: [JSONPointer: SchemaView] = [:]
        return usage.keys.filter { $0.found + $0.null + $0.absent > 0 }.map { key in
            let view = views[key.location] ?? schemaView(at: key.location)
            views[key.location] = view
            return PropertyEvidence(key, at: view, in: self)
        }
    }

    /// Returns the view of the objects at a location, in the first schema that documents them.
    func schemaView(at location: JSONPointer) -> SchemaView {
        let views = schemas.lazy.map { SchemaView(ofBody: $0, contract.references).descending(location) }
        return views.first { $0.root != nil } ?? SchemaView([], contract.references)
    }
}

extension SchemaView {
    /// Returns the status of a property of the object according to the schemas' keywords.
    func status(of name: String) -> PropertyAgreement.ContractStatus {
        requires(name) ? .required : documented(name) == nil ? .undocumented : .optional
    }
}

/// A property that no model reads, of an object that a model reads.
struct UnreadProperty {
    let binding: BindingEvidence
    /// The object that has the property.
    let location: JSONPointer
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
        let view = schemaView(at: location)
        let unread = usage.unread.filter { $0.location == location }
        let known = Set(keys.map(\.name) + unread.map(\.name))
        let absent = view.names.filter { !known.contains($0) }.sorted()
        return (unread.map { ($0.name, $0.count) } + absent.map { ($0, 0) }).map { name, count in
            UnreadProperty(
                binding: self, location: location, model: model, name: name, count: count,
                contractStatus: view.status(of: name), object: view.object,
                schema: view.documented(name)?.schema)
        }
    }
}

extension [UnreadProperty] {
    /// Removes the properties whose schema another model reads, or that are present in other responses.
    func removing(readBy properties: [PropertyEvidence]) -> [UnreadProperty] {
        let read = Set(properties.compactMap { $0.schema?.key(in: $0.binding.contract) })
        let present = Set(filter { $0.count > 0 }.compactMap { $0.schema?.key(in: $0.binding.contract) })
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
