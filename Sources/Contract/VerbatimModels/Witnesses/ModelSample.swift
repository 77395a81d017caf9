import VerbatimContract
import VerbatimJSON

/// A small document with one object to try changes on, cut out of a recorded one.
struct ModelSample {
    /// The document; its arrays have one element where the contract and the model still accept it so.
    let document: JSONValue
    /// Where in it the object is.
    let object: JSONPointer
    /// The schema the document is held to.
    let schema: SchemaReference

    /// The document with a member of the object changed, or left out for nil.
    func changing(_ name: String, to value: JSONValue?) -> JSONValue {
        document.changing(object.tokens[...], name, to: value)
    }

    /// The value of a member, or nil when it is missing or null.
    func value(of name: String) -> JSONValue? {
        document.at(object)?[name].flatMap { $0 == .null ? nil : $0 }
    }
}

extension JSON {
    /// The value with every array cut to its first element, or to the one on a path.
    ///
    /// - Returns: The value, and the path in it.
    func cut(to path: ArraySlice<String>) -> (value: JSONValue, path: [String]) {
        switch kind {
        case .array:
            let index = path.first.flatMap(JSONPointer.index) ?? 0
            guard index < count else { return (value, Array(path)) }
            let inner = self[index].cut(to: path.dropFirst())
            return (.array([inner.value]), path.isEmpty ? [] : ["0"] + inner.path)
        case .object:
            var rest = Array(path.dropFirst())
            let members = members.map { member in
                let isOnPath = member.name == path.first
                let inner = member.value.cut(to: isOnPath ? path.dropFirst() : [])
                if isOnPath { rest = inner.path }
                return (member.name, inner.value)
            }
            return (.object(JSONObject(members)), path.prefix(1) + rest)
        default:
            return (value, Array(path))
        }
    }
}

extension JSONValue {
    fileprivate func changing(
        _ path: ArraySlice<String>, _ name: String, to value: JSONValue?
    ) -> JSONValue {
        switch self {
        case .array(var elements):
            guard let index = path.first.flatMap(JSONPointer.index), elements.indices.contains(index) else {
                return self
            }
            elements[index] = elements[index].changing(path.dropFirst(), name, to: value)
            return .array(elements)
        case .object(var object):
            if let step = path.first {
                object[step] = object[step]?.changing(path.dropFirst(), name, to: value)
            } else {
                object[name] = value
            }
            return .object(object)
        default: return self
        }
    }
}
