import VerbatimJSON

extension JSONValue {
    /// The value a pointer leads to; nil when there is none.
    subscript(pointer: JSONPointer) -> JSONValue? {
        pointer.tokens.reduce(Optional(self)) { value, token in
            switch value {
            case .object(let object)?: object[token]
            case .array(let array)?: Int(token).flatMap { array.indices.contains($0) ? array[$0] : nil }
            default: nil
            }
        }
    }

    /// Changes the value a pointer leads to, or gives it one; nil removes it. What leads there must exist.
    mutating func edit(_ pointer: JSONPointer, _ change: (JSONValue?) -> JSONValue?) {
        edit(pointer.tokens[...], change)
    }

    private mutating func edit(_ tokens: ArraySlice<String>, _ change: (JSONValue?) -> JSONValue?) {
        guard let token = tokens.first else {
            if let value = change(self) { self = value }
            return
        }
        let rest = tokens.dropFirst()
        switch self {
        case .object(var object):
            if rest.isEmpty {
                object[token] = change(object[token])
            } else if var child = object[token] {
                child.edit(rest, change)
                object[token] = child
            }
            self = .object(object)
        case .array(var array):
            guard let index = Int(token), array.indices.contains(index) else { return }
            if rest.isEmpty {
                if let value = change(array[index]) { array[index] = value } else { array.remove(at: index) }
            } else {
                array[index].edit(rest, change)
            }
            self = .array(array)
        case .null, .bool, .number, .string:
            return
        }
    }

    /// Gives the object a pointer leads to a member, creating the object if there is none.
    mutating func set(_ name: String, at pointer: JSONPointer, to value: JSONValue) {
        edit(pointer) { holder in
            guard case .object(var object) = holder ?? .object([:]) else { return holder }
            object[name] = value
            return .object(object)
        }
    }

    /// Appends to the list a pointer leads to, creating the list if there is none.
    mutating func append(_ values: [JSONValue], at pointer: JSONPointer) {
        edit(pointer) { list in
            guard case .array(let array) = list ?? .array([]) else { return list }
            return .array(array + values)
        }
    }
}
