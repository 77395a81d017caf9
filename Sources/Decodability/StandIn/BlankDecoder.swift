/// A decoder in whose document everything is there, and blank: zero, empty, false, nil.
struct BlankDecoder: Decoder {
    var codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    let depth: Int

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        .blank(at: codingPath, depth: depth)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        BlankUnkeyedContainer(codingPath: codingPath, depth: depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        BlankValueContainer(codingPath: codingPath, depth: depth)
    }
}
