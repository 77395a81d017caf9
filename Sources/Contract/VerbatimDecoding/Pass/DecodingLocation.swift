/// A location the real decoder can be asked about, as any type: a key, an element, a single value or the
/// document.
protocol DecodingLocation {
    var codingPath: [any CodingKey] { get }
    /// The type of the keys the location was asked by, if it was.
    var keys: (any Any.Type)? { get }
    /// How the key was used so far, if the location was asked by a key.
    var use: KeyUse? { get }
    var usage: UsageNode { get }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value?
}

extension DecodingLocation {
    var keys: (any Any.Type)? { nil }
    var use: KeyUse? { nil }

    /// A location that holds a value at all holds one that is present.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        try decode(type)
    }
}
