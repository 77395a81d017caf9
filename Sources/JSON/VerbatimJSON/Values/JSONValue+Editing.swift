extension JSONValue {
    /// Changes the value at a pointer.
    ///
    /// The closure receives nil for a missing member, which is added if the closure returns a value; if it
    /// returns nil, the value is removed. Nothing changes if the containing array or object does not exist.
    package mutating func edit(_ pointer: JSONPointer, _ change: (JSONValue?) -> JSONValue?) {
        guard !pointer.tokens.isEmpty else {
            if let value = change(self) { self = value }
            return
        }
        update(pointer.tokens[...]) { $0 = change($0) }
    }

    /// Changes the value at a path in place: each container on it is taken out of the one around it
    /// meanwhile, so that it is not shared and needs no copy.
    private mutating func update(_ tokens: ArraySlice<String>, _ change: (inout JSONValue?) -> Void) {
        if LargeStackThread.isNeeded { return LargeStackThread.run { update(tokens, change) } }
        guard let token = tokens.first else { return Self.update(&self, change) }
        let rest = tokens.dropFirst()
        func updateChild(_ child: inout JSONValue?) {
            if rest.isEmpty { change(&child) } else { child?.update(rest, change) }
        }
        switch self {
        case .object(var object):
            self = .null
            object.update(token, updateChild)
            self = .object(object)
        case .array(var array):
            guard let index = JSONPointer.index(token), array.indices.contains(index) else { return }
            self = .null
            var element = Optional(array[index])
            array[index] = .null
            updateChild(&element)
            if let element { array[index] = element } else { array.remove(at: index) }
            self = .array(array)
        case .null, .bool, .number, .string: return
        }
    }

    private static func update(_ value: inout JSONValue, _ change: (inout JSONValue?) -> Void) {
        var changed = Optional(value)
        value = .null
        change(&changed)
        value = changed ?? .null
    }

    /// Sets a member of the object at a pointer, which is created if it is missing.
    package mutating func set(_ name: String, at pointer: JSONPointer, to value: JSONValue) {
        update(pointer.tokens[...]) { old in
            guard case .object(var object) = old ?? .object([:]) else { return }
            old = nil
            object[name] = value
            old = .object(object)
        }
    }

    /// Appends to the array at a pointer, which is created if it is missing.
    package mutating func append(_ values: [JSONValue], at pointer: JSONPointer) {
        update(pointer.tokens[...]) { old in
            guard case .array(var array) = old ?? .array([]) else { return }
            old = nil
            array += values
            old = .array(array)
        }
    }

    /// Returns a copy without the members of objects, at any depth, whose pointers satisfy a condition.
    package func removingMembers(where isRemoved: (JSONPointer) -> Bool) -> JSONValue {
        removingMembers(below: JSONPointer([]), where: isRemoved)
    }

    private func removingMembers(below pointer: JSONPointer, where isRemoved: (JSONPointer) -> Bool)
        -> JSONValue
    {
        if LargeStackThread.isNeeded {
            return LargeStackThread.run { removingMembers(below: pointer, where: isRemoved) }
        }
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
        case .null, .bool, .number, .string: return self
        }
    }
}
