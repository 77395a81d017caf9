import VerbatimContract
import VerbatimJSON

/// A small document, reduced from a recorded one, with an object for trying changes.
struct ModelSample {
    /// The document; its arrays have one element if the contract and the model accept that.
    let document: JSONValue
    /// The pointer to the object.
    let object: JSONPointer
    /// The schema of the document.
    let schema: SchemaReference

    /// Returns the document with a property of the object changed, or removed for nil.
    func changing(_ name: String, to value: JSONValue?) -> JSONValue {
        var changed = document
        changed.edit(object.appending(name)) { _ in value }
        return changed
    }

    /// Returns the value of a property, or nil if it is missing or null.
    func value(of name: String) -> JSONValue? {
        document[object.appending(name)].flatMap { $0 == .null ? nil : $0 }
    }
}

extension JSON {
    /// Returns the value with every array reduced to its first element, or to the element on a path.
    ///
    /// - Returns: The value, and the path in it.
    func reduced(to path: ArraySlice<String>) -> (value: JSONValue, path: [String]) {
        switch kind {
        case .array:
            let index = path.first.flatMap(JSONPointer.index) ?? 0
            guard index < count else { return (value, Array(path)) }
            let element = self[index].reduced(to: path.dropFirst())
            return (.array([element.value]), path.isEmpty ? [] : ["0"] + element.path)
        case .object:
            var rest = Array(path.dropFirst())
            let members = members.map { member in
                let isOnPath = member.name == path.first
                let reduced = member.value.reduced(to: isOnPath ? path.dropFirst() : [])
                if isOnPath { rest = reduced.path }
                return (member.name, reduced.value)
            }
            return (.object(JSONObject(members)), path.prefix(1) + rest)
        default:
            return (value, Array(path))
        }
    }
}
