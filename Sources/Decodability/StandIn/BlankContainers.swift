/// A container of blank values: the document of a ``BlankDecoder``, or of a model whose own part is missing.
protocol BlankContainer {
    var codingPath: [any CodingKey] { get }
    var depth: Int { get }
}

extension BlankContainer {
    fileprivate func blank<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let value = StandIn.make(type, depth: depth) { return value }
        throw DecodingError.dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "no stand-in for \(type) can be made"))
    }

    fileprivate var decoder: BlankDecoder { BlankDecoder(codingPath: codingPath, depth: depth + 1) }
}

struct BlankKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol, BlankContainer {
    let codingPath: [any CodingKey]
    let depth: Int

    /// The first key: an enumeration with payloads wants exactly one.
    var allKeys: [Key] { StandIn.zero(Key.self).map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try blank(type) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? { nil }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedDecodingContainer<NestedKey> {
        .blank(at: codingPath, depth: depth)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        BlankUnkeyedContainer(codingPath: codingPath, depth: depth)
    }

    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
}

extension KeyedDecodingContainer {
    static func blank(at codingPath: [any CodingKey], depth: Int = 0) -> Self {
        Self(BlankKeyedContainer<Key>(codingPath: codingPath, depth: depth))
    }
}

struct BlankUnkeyedContainer: UnkeyedDecodingContainer, BlankContainer {
    let codingPath: [any CodingKey]
    var depth = 0

    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    func decodeNil() -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try blank(type) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type) -> Value? { nil }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        .blank(at: codingPath, depth: depth)
    }

    func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }
    func superDecoder() -> any Decoder { decoder }
}

struct BlankValueContainer: SingleValueDecodingContainer, BlankContainer {
    let codingPath: [any CodingKey]
    let depth: Int

    func decodeNil() -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try blank(type) }
    func decode(_ type: Bool.Type) -> Bool { false }
    func decode(_ type: String.Type) -> String { "" }
    func decode(_ type: Double.Type) -> Double { 0 }
    func decode(_ type: Float.Type) -> Float { 0 }
    func decode(_ type: Int.Type) -> Int { 0 }
    func decode(_ type: Int8.Type) -> Int8 { 0 }
    func decode(_ type: Int16.Type) -> Int16 { 0 }
    func decode(_ type: Int32.Type) -> Int32 { 0 }
    func decode(_ type: Int64.Type) -> Int64 { 0 }
    func decode(_ type: Int128.Type) -> Int128 { 0 }
    func decode(_ type: UInt.Type) -> UInt { 0 }
    func decode(_ type: UInt8.Type) -> UInt8 { 0 }
    func decode(_ type: UInt16.Type) -> UInt16 { 0 }
    func decode(_ type: UInt32.Type) -> UInt32 { 0 }
    func decode(_ type: UInt64.Type) -> UInt64 { 0 }
    func decode(_ type: UInt128.Type) -> UInt128 { 0 }
}
