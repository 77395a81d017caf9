/// A dictionary that keeps its keys in the order in which they were first used.
///
/// It is inlinable, as other modules are several times as slow otherwise.
@usableFromInline package struct OrderedGroups<Key: Hashable, Value> {
    /// The keys, in order of first use.
    @usableFromInline package internal(set) var keys: [Key] = []
    /// The values, in the order of their keys.
    @usableFromInline package internal(set) var values: [Value] = []
    @usableFromInline var indices: [Key: Int] = [:]

    @inlinable package init() {}

    /// The value of a key. Modifying it adds the key with the default value if it is missing.
    @inlinable package subscript(key: Key, default new: @autoclosure () -> Value) -> Value {
        get { indices[key].map { values[$0] } ?? new() }
        _modify {
            let index = indices[key] ?? values.count
            if index == values.count {
                indices[key] = index
                keys.append(key)
                values.append(new())
            }
            yield &values[index]
        }
    }

    @inlinable package subscript(key: Key) -> Value? { indices[key].map { values[$0] } }

    @inlinable package var isEmpty: Bool { keys.isEmpty }

    @inlinable package var count: Int { keys.count }

    @inlinable package var pairs: Zip2Sequence<[Key], [Value]> { zip(keys, values) }
}

extension OrderedGroups: Sendable where Key: Sendable, Value: Sendable {}

extension OrderedGroups: Codable where Key: Codable, Value: Codable {
    @inlinable package init(from decoder: any Decoder) throws {
        self.init()
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            let key = try container.decode(Key.self)
            let value = try container.decode(Value.self)
            self[key, default: value] = value
        }
    }

    @inlinable package func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for (key, value) in pairs {
            try container.encode(key)
            try container.encode(value)
        }
    }
}

extension OrderedGroups {
    /// Groups elements by a key; the elements of a group keep their order.
    @inlinable package init<Element>(grouping elements: some Sequence<Element>, by key: (Element) -> Key)
    where Value == [Element] {
        self.init()
        for element in elements { self[key(element), default: []].append(element) }
    }
}

extension Sequence where Element: Hashable {
    /// The elements, each once, in the order of their first occurrences.
    @inlinable package var uniqued: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
