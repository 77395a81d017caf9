public import VerbatimContract
public import VerbatimJSON

/// An edit of one object of a contract.
public struct ContractEdit: Sendable, Hashable {
    /// The changes of the value of a keyword.
    public enum Change: Sendable, Hashable {
        /// Sets the keyword to a value.
        case set(JSONValue)
        /// Appends a value to the keyword's array.
        case insert(JSONValue)
        /// Removes a value from the keyword's array.
        case remove(JSONValue)
    }

    /// The pointer to the object in the contract: `/components/schemas/Volume`.
    public let pointer: JSONPointer
    /// The keyword: `required`.
    public let keyword: String
    /// The change of its value.
    public let change: Change
    /// The location of the object.
    public let location: SourceLocation

    /// The edited document.
    func applied(to document: JSONValue) -> JSONValue {
        var edited = document
        edited.edit(pointer) { object in
            guard case .object(var members)? = object else { return object }
            members[keyword] = newValue(for: members[keyword])
            return .object(members)
        }
        return edited
    }

    private func newValue(for old: JSONValue?) -> JSONValue? {
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
    /// The edit in words: `add "title" to 'required'`.
    public var description: String {
        switch change {
        case .set(let value): "set \(JSONValue.string(keyword)): \(value)"
        case .insert(let value): "add \(value) to '\(keyword)'"
        case .remove(let value): "remove \(value) from '\(keyword)'"
        }
    }
}
