import VerbatimJSON

/// Resolves the requested keys in the document, and adds the keys of the document that were not requested.
struct KeyUsageBuilder {
    let keyStrategy: KeyStrategy

    func usage(_ root: UsageNode, in document: JSON?) -> KeyUsage {
        var usage = KeyUsage()
        add(root, at: .root, path: [], values: document.map { [$0] } ?? [], to: &usage)
        return usage
    }

    /// Adds the usage of one node.
    ///
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
    /// The model that declares the coding keys.
    fileprivate var modelName: String { TypeName.declaring(keyType) ?? TypeName.of(model) }
}

extension KeyUsage.Key {
    fileprivate init(_ key: RequestedKey, name: String, model: String, at location: JSONPointer) {
        self.init(
            location: location, name: name, model: model, type: key.type.map(TypeName.of),
            isRequired: key.isRequired, found: key.found, null: key.null, absent: key.absent)
    }
}
