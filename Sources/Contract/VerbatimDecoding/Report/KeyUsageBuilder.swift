import VerbatimJSON

/// Tells what a pass learned of keys in terms of the document, and adds the keys that nobody asked for.
struct KeyUsageBuilder {
    let spelling: KeyStrategy

    func usage(_ root: UsageNode, in document: JSON?) -> KeyUsage {
        var usage = KeyUsage()
        tell(root, at: .root, path: [], values: document.map { [$0] } ?? [], into: &usage)
        return usage
    }

    /// Tells the usage of one location, given all values that are there.
    private func tell(
        _ node: UsageNode, at location: JSONPointer, path: [any CodingKey], values: [JSON],
        into usage: inout KeyUsage
    ) {
        let members = members(of: values, at: path)
        for ledger in node.ledgers.values.sorted(by: { $0.name < $1.name }) {
            for use in ledger.uses.values.sorted(by: { $0.name < $1.name }) {
                let name = members[use.name]?.name ?? spelling.expectedName(of: use.name, at: path)
                usage.keys.append(KeyUsage.Key(use, name: name, model: ledger.name, at: location))
                tell(
                    use.location, at: location.appending(name), path: path + [AnyCodingKey(use.name)],
                    values: members[use.name]?.values ?? [], into: &usage)
            }
        }
        if !node.readsEveryMember, !node.ledgers.isEmpty {
            let unread = members.filter { key, _ in !node.ledgers.values.contains { $0.uses[key] != nil } }
            for (_, member) in unread.sorted(by: { $0.value.name < $1.value.name }) {
                usage.unread.append(
                    KeyUsage.Unread(location: location, name: member.name, count: member.values.count))
            }
        }
        if let shared = node.shared {
            let inside = values.flatMap { $0.elements.map(\.self) + $0.members.map(\.value) }
            tell(
                shared, at: location.appending("*"), path: path + [AnyCodingKey(0)], values: inside,
                into: &usage)
        }
    }

    /// The members of all objects, by the key the decoder makes of their names.
    private func members(of values: [JSON], at path: [any CodingKey]) -> [String: (
        name: String, values: [JSON]
    )] {
        var members: [String: (name: String, values: [JSON])] = [:]
        for value in values {
            for member in value.members {
                let key = spelling.key(for: member.name, at: path)
                members[key, default: (member.name, [])].values.append(member.value)
            }
        }
        return members
    }
}

extension KeyLedger {
    fileprivate var name: String { ModelName.declaring(keys) ?? ModelName.of(model) }
}

extension KeyUsage.Key {
    fileprivate init(_ use: KeyUse, name: String, model: String, at location: JSONPointer) {
        self.init(
            location: location, name: name, model: model, wanted: use.wanted.map(ModelName.of),
            isRequired: use.isRequired, found: use.found, null: use.null, absent: use.absent)
    }
}
