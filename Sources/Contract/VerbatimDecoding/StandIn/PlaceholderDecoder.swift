/// A decoder in whose document everything is there, and blank: zero or one, empty, nil.
struct PlaceholderDecoder: Decoder {
    var codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    let filling: PlaceholderSeed
    let depth: Int

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        .blank(at: codingPath, filling, depth: depth)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        PlaceholderUnkeyedContainer(codingPath: codingPath, filling: filling, depth: depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        PlaceholderValueContainer(codingPath: codingPath, filling: filling, depth: depth)
    }
}
