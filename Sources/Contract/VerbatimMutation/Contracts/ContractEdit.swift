public import VerbatimContract
public import VerbatimJSON

/// One change of a contract.
public struct ContractEdit: Sendable, Hashable {
    /// What is done to a member of an object of the document.
    public enum Change: Sendable, Hashable {
        /// The member has this value.
        case set(JSONValue)
        /// The list that the member is has one more value at its end.
        case insert(JSONValue)
        /// The list that the member is has one value less.
        case remove(JSONValue)
    }

    /// The object in the contract: `/components/schemas/Volume`.
    public let pointer: JSONPointer
    /// The member of the object: `required`.
    public let member: String
    /// What is done to it.
    public let change: Change
    /// Where the object stands.
    public let location: SourceLocation

    /// The document with the change.
    func applied(to document: JSONValue) -> JSONValue {
        document.changing(at: pointer.tokens[...]) { object in
            guard var members = object.object else { return object }
            members[member] = value(instead: members[member])
            return .object(members)
        }
    }

    private func value(instead old: JSONValue?) -> JSONValue? {
        switch change {
        case .set(let value): return value
        case .insert(let value): return .array((old?.array ?? []) + [value])
        case .remove(let value):
            let rest = (old?.array ?? []).filter { $0 != value }
            return rest.count == 1 ? rest[0] : .array(rest)
        }
    }
}

extension ContractEdit: CustomStringConvertible {
    /// The change in words: `add "title" to 'required'`.
    public var description: String {
        switch change {
        case .set(let value): "say \(JSONValue.string(member)): \(value)"
        case .insert(let value): "add \(value) to '\(member)'"
        case .remove(let value): "take \(value) out of '\(member)'"
        }
    }
}

extension JSONValue {
    /// The value with what a path leads to changed; the same when it leads nowhere.
    fileprivate func changing(at path: ArraySlice<String>, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        guard let token = path.first else { return change(self) }
        switch self {
        case .object(var members):
            guard let value = members[token] else { return self }
            members[token] = value.changing(at: path.dropFirst(), change)
            return .object(members)
        case .array(var elements):
            guard let index = JSONPointer.index(token), elements.indices.contains(index) else { return self }
            elements[index] = elements[index].changing(at: path.dropFirst(), change)
            return .array(elements)
        default: return self
        }
    }
}
