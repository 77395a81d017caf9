import Foundation

enum PlaceholderSeed: CaseIterable {
    /// Zero, false, the empty string, the first case.
    case zero
    /// One, true, another string, another case.
    case one

    var number: Int { self == .zero ? 0 : 1 }
    var text: String { self == .zero ? "" : "1" }
}

/// Values that let a model continue to decode, and that leave the module in no result.
enum PlaceholderValue {
    /// The depth to which placeholders contain placeholders: a bound for a type that contains itself.
    private static let maximumDepth = 32

    /// Makes a value of a type, if there is a way to make one.
    static func make<Value: Decodable>(
        _ type: Value.Type, _ seed: PlaceholderSeed, depth: Int = 0
    ) -> Value? {
        guard depth < maximumDepth else { return nil }
        return known(type, seed) ?? listedCase(of: type, seed) ?? decoded(type, seed, depth: depth)
            ?? trivial(type, seed)
    }

    /// Types whose initializer does not accept an empty string.
    private static func known<Value>(_ type: Value.Type, _ seed: PlaceholderSeed) -> Value? {
        switch type {
        case is URL.Type: URL(filePath: seed == .zero ? "/" : "/1") as? Value
        case is UUID.Type: UUID() as? Value
        case is Decimal.Type: Decimal(seed.number) as? Value
        default: nil
        }
    }

    private static func listedCase<Value>(of type: Value.Type, _ seed: PlaceholderSeed) -> Value? {
        guard let enumeration = type as? any CaseIterable.Type else { return nil }
        func listed<Cases: CaseIterable>(_ type: Cases.Type) -> Value? {
            (seed == .zero ? type.allCases.first : Array(type.allCases).last) as? Value
        }
        return listed(enumeration)
    }

    private static func decoded<Value: Decodable>(
        _ type: Value.Type, _ seed: PlaceholderSeed, depth: Int
    ) -> Value? { try? type.init(from: PlaceholderDecoder(seed: seed, depth: depth + 1)) }
}

/// A decoder whose document has every value, each of them zero or one, empty or nil.
struct PlaceholderDecoder: Decoder {
    var codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    let seed: PlaceholderSeed
    let depth: Int

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        .placeholder(at: codingPath, seed, depth: depth)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        PlaceholderUnkeyedContainer(codingPath: codingPath, seed: seed, depth: depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        PlaceholderValueContainer(codingPath: codingPath, seed: seed, depth: depth)
    }
}

// MARK: - Containers

/// A container of placeholders: in a ``PlaceholderDecoder``, or in the place of a container that is missing.
protocol PlaceholderContainer {
    var codingPath: [any CodingKey] { get }
    var seed: PlaceholderSeed { get }
    var depth: Int { get }
}

extension PlaceholderContainer {
    fileprivate func placeholder<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let value = PlaceholderValue.make(type, seed, depth: depth) { return value }
        throw DecodingError.dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "no placeholder for \(type)"))
    }

    fileprivate var decoder: PlaceholderDecoder {
        PlaceholderDecoder(codingPath: codingPath, seed: seed, depth: depth + 1)
    }
}

struct PlaceholderKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol, PlaceholderContainer {
    let codingPath: [any CodingKey]
    let seed: PlaceholderSeed
    let depth: Int

    /// One key, as an enumeration with associated values requires exactly one.
    var allKeys: [Key] { PlaceholderValue.trivial(Key.self, seed).map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try placeholder(type)
    }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? { nil }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedDecodingContainer<NestedKey> { .placeholder(at: codingPath, seed, depth: depth) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        PlaceholderUnkeyedContainer(codingPath: codingPath, seed: seed, depth: depth)
    }

    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
}

extension KeyedDecodingContainer {
    static func placeholder(
        at codingPath: [any CodingKey], _ seed: PlaceholderSeed = .zero, depth: Int = 0
    ) -> Self { Self(PlaceholderKeyedContainer<Key>(codingPath: codingPath, seed: seed, depth: depth)) }
}

struct PlaceholderUnkeyedContainer: UnkeyedDecodingContainer, PlaceholderContainer {
    let codingPath: [any CodingKey]
    var seed = PlaceholderSeed.zero
    var depth = 0

    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    func decodeNil() -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try placeholder(type) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type) -> Value? { nil }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        .placeholder(at: codingPath, seed, depth: depth)
    }

    func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }
    func superDecoder() -> any Decoder { decoder }
}

struct PlaceholderValueContainer: SingleValueDecodingContainer, PlaceholderContainer {
    let codingPath: [any CodingKey]
    let seed: PlaceholderSeed
    let depth: Int

    func decodeNil() -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try placeholder(type) }
    func decode(_ type: Bool.Type) -> Bool { seed == .one }
    func decode(_ type: String.Type) -> String { seed.text }
    func decode(_ type: Double.Type) -> Double { Double(seed.number) }
    func decode(_ type: Float.Type) -> Float { Float(seed.number) }
    func decode(_ type: Int.Type) -> Int { Int(seed.number) }
    func decode(_ type: Int8.Type) -> Int8 { Int8(seed.number) }
    func decode(_ type: Int16.Type) -> Int16 { Int16(seed.number) }
    func decode(_ type: Int32.Type) -> Int32 { Int32(seed.number) }
    func decode(_ type: Int64.Type) -> Int64 { Int64(seed.number) }
    func decode(_ type: Int128.Type) -> Int128 { Int128(seed.number) }
    func decode(_ type: UInt.Type) -> UInt { UInt(seed.number) }
    func decode(_ type: UInt8.Type) -> UInt8 { UInt8(seed.number) }
    func decode(_ type: UInt16.Type) -> UInt16 { UInt16(seed.number) }
    func decode(_ type: UInt32.Type) -> UInt32 { UInt32(seed.number) }
    func decode(_ type: UInt64.Type) -> UInt64 { UInt64(seed.number) }
    func decode(_ type: UInt128.Type) -> UInt128 { UInt128(seed.number) }
}
