/// A container of blank values: the document of a ``PlaceholderDecoder``, or of a model whose own part is missing.
protocol PlaceholderContainer {
    var codingPath: [any CodingKey] { get }
    var filling: PlaceholderSeed { get }
    var depth: Int { get }
}

extension PlaceholderContainer {
    fileprivate func blank<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let value = PlaceholderValue.make(type, filling, depth: depth) { return value }
        throw DecodingError.dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "no placeholder for \(type) can be made"))
    }

    fileprivate var decoder: PlaceholderDecoder {
        PlaceholderDecoder(codingPath: codingPath, filling: filling, depth: depth + 1)
    }
}

struct PlaceholderKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol, PlaceholderContainer {
    let codingPath: [any CodingKey]
    let filling: PlaceholderSeed
    let depth: Int

    /// One key: an enumeration with payloads wants exactly one.
    var allKeys: [Key] { PlaceholderValue.trivial(Key.self, filling).map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try blank(type) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? { nil }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedDecodingContainer<NestedKey> {
        .blank(at: codingPath, filling, depth: depth)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        PlaceholderUnkeyedContainer(codingPath: codingPath, filling: filling, depth: depth)
    }

    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
}

extension KeyedDecodingContainer {
    static func blank(at codingPath: [any CodingKey], _ filling: PlaceholderSeed = .zero, depth: Int = 0)
        -> Self
    {
        Self(PlaceholderKeyedContainer<Key>(codingPath: codingPath, filling: filling, depth: depth))
    }
}

struct PlaceholderUnkeyedContainer: UnkeyedDecodingContainer, PlaceholderContainer {
    let codingPath: [any CodingKey]
    var filling = PlaceholderSeed.zero
    var depth = 0

    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    func decodeNil() -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try blank(type) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type) -> Value? { nil }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        .blank(at: codingPath, filling, depth: depth)
    }

    func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }
    func superDecoder() -> any Decoder { decoder }
}

struct PlaceholderValueContainer: SingleValueDecodingContainer, PlaceholderContainer {
    let codingPath: [any CodingKey]
    let filling: PlaceholderSeed
    let depth: Int

    func decodeNil() -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try blank(type) }
    func decode(_ type: Bool.Type) -> Bool { filling == .one }
    func decode(_ type: String.Type) -> String { filling.text }
    func decode(_ type: Double.Type) -> Double { Double(filling.number) }
    func decode(_ type: Float.Type) -> Float { Float(filling.number) }
    func decode(_ type: Int.Type) -> Int { Int(filling.number) }
    func decode(_ type: Int8.Type) -> Int8 { Int8(filling.number) }
    func decode(_ type: Int16.Type) -> Int16 { Int16(filling.number) }
    func decode(_ type: Int32.Type) -> Int32 { Int32(filling.number) }
    func decode(_ type: Int64.Type) -> Int64 { Int64(filling.number) }
    func decode(_ type: Int128.Type) -> Int128 { Int128(filling.number) }
    func decode(_ type: UInt.Type) -> UInt { UInt(filling.number) }
    func decode(_ type: UInt8.Type) -> UInt8 { UInt8(filling.number) }
    func decode(_ type: UInt16.Type) -> UInt16 { UInt16(filling.number) }
    func decode(_ type: UInt32.Type) -> UInt32 { UInt32(filling.number) }
    func decode(_ type: UInt64.Type) -> UInt64 { UInt64(filling.number) }
    func decode(_ type: UInt128.Type) -> UInt128 { UInt128(filling.number) }
}
