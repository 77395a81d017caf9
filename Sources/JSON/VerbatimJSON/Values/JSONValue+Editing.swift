extension JSONValue {
    /// Changes the value at a pointer.
    ///
    /// The closure receives nil for a missing member, which is added if the closure returns a value; if it
    /// returns nil, the value is removed. Nothing changes if the containing array or object does not exist.
    package mutating func edit(_ pointer: JSONPointer, _ change: (JSONValue?) -> JSONValue?) {
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
            guard let index = JSONPointer.index(token), array.indices.contains(index) else { return }
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

    /// Sets a member of the object at a pointer, which is created if it is missing.
    package mutating func set(_ name: String, at pointer: JSONPointer, to value: JSONValue) {
        edit(pointer) { old in
            guard case .object(var object) = old ?? .object([:]) else { return old }
            object[name] = value
            return .object(object)
        }
    }

    /// Appends to the array at a pointer, which is created if it is missing.
    package mutating func append(_ values: [JSONValue], at pointer: JSONPointer) {
        edit(pointer) { old in
            guard case .array(let array) = old ?? .array([]) else { return old }
            return .array(array + values)
        }
    }

    /// Returns a copy without the members of objects, at any depth, whose pointers satisfy a condition.
    package func removingMembers(where isRemoved: (JSONPointer) -> Bool) -> JSONValue {
        removingMembers(below: JSONPointer([]), where: isRemoved)
    }

    private func removingMembers(below pointer: JSONPointer, where isRemoved: (JSONPointer) -> Bool)
        -> JSONValue
    {
        switch self {
        case .object(let object):
            let kept = object.members.compactMap { name, value -> (String, JSONValue)? in
                let below = pointer.appending(name)
                return isRemoved(below) ? nil : (name, value.removingMembers(below: below, where: isRemoved))
            }
            return .object(JSONObject(kept))
        case .array(let elements):
            return .array(
                elements.enumerated().map {
                    $1.removingMembers(below: pointer.appending($0), where: isRemoved)
                })
        case .null, .bool, .number, .string:
            return self
        }
    }
}
