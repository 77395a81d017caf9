import VerbatimJSON

extension JSONValue {
    /// The value with another one at a location inside; nil when there is no such location.
    ///
    /// Any element is the first, any member that is not named the first as well; the last member named may be new.
    func planting(_ value: JSONValue, at path: ArraySlice<PathToken>) -> JSONValue? {
        guard let token = path.first else { return value }
        let rest = path.dropFirst()
        let missing: JSONValue? = rest.isEmpty ? .some(.null) : .none
        switch (token, self) {
        case (.member(let name), .object(var object)):
            guard let planted = (object[name] ?? missing)?.planting(value, at: rest) else { return nil }
            object[name] = planted
            return .object(object)
        case (.anyMember, .object(var object)):
            let name = object.names.first ?? "any"
            guard let planted = (object[name] ?? missing)?.planting(value, at: rest) else { return nil }
            object[name] = planted
            return .object(object)
        case (.element(let index), .array(var elements)) where index < elements.count:
            guard let planted = elements[index].planting(value, at: rest) else { return nil }
            elements[index] = planted
            return .array(elements)
        case (.anyElement, .array(var elements)):
            guard let planted = (elements.first ?? missing)?.planting(value, at: rest) else { return nil }
            if elements.isEmpty { elements.append(planted) } else { elements[0] = planted }
            return .array(elements)
        default: return nil
        }
    }
}

extension JSON {
    /// The values at a location inside, whatever stands for any element or member.
    func values(at path: ArraySlice<PathToken>) -> [JSON] {
        guard let token = path.first else { return [self] }
        let rest = path.dropFirst()
        switch token {
        case .member(let name): return self[name].exists ? self[name].values(at: rest) : []
        case .element(let index): return self[index].exists ? self[index].values(at: rest) : []
        case .anyElement: return elements.flatMap { $0.values(at: rest) }
        case .anyMember: return members.flatMap { $0.value.values(at: rest) }
        }
    }
}
