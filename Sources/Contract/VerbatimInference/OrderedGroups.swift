/// Values by key, in the order in which the keys came first.
struct OrderedGroups<Key: Hashable, Value> {
    private(set) var keys: [Key] = []
    private(set) var values: [Value] = []
    private var locations: [Key: Int] = [:]

    /// The value of a key, made if there is none.
    subscript(key: Key, default new: @autoclosure () -> Value) -> Value {
        get { locations[key].map { values[$0] } ?? new() }
        _modify {
            let location = locations[key] ?? values.count
            if location == values.count {
                locations[key] = location
                keys.append(key)
                values.append(new())
            }
            yield &values[location]
        }
    }

    var isEmpty: Bool { keys.isEmpty }

    /// The pairs, in order.
    var pairs: Zip2Sequence<[Key], [Value]> { zip(keys, values) }
}
