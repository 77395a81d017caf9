/// A place the real decoder can be asked about, as any type: a key, an element, a single value or the
/// document.
protocol Place {
    var codingPath: [any CodingKey] { get }
    /// The type of the keys the place was asked by, if it was.
    var keys: (any Any.Type)? { get }
    /// How the key was used so far, if the place was asked by a key.
    var use: KeyUse? { get }
    var usage: UsageNode { get }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value?
}

extension Place {
    var keys: (any Any.Type)? { nil }
    var use: KeyUse? { nil }

    /// A place that holds a value at all holds one that is present.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        try decode(type)
    }
}
