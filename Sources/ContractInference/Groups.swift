/// Values by key, in the order in which the keys came first.
struct Groups<Key: Hashable, Value> {
    private(set) var keys: [Key] = []
    private(set) var values: [Value] = []
    private var places: [Key: Int] = [:]

    /// The value of a key, made if there is none.
    subscript(key: Key, default new: @autoclosure () -> Value) -> Value {
        get { places[key].map { values[$0] } ?? new() }
        _modify {
            let place = places[key] ?? values.count
            if place == values.count {
                places[key] = place
                keys.append(key)
                values.append(new())
            }
            yield &values[place]
        }
    }

    var isEmpty: Bool { keys.isEmpty }

    /// The pairs, in order.
    var pairs: Zip2Sequence<[Key], [Value]> { zip(keys, values) }
}
