import Foundation

/// A value of the document, which the real decoder can decode as any type.
protocol ValueSource {
    var codingPath: [any CodingKey] { get }
    /// The type of the coding key by which the value was requested, if there is one.
    var keyType: (any Any.Type)? { get }
    /// The key by which the value was requested, if there is one.
    var key: RequestedKey? { get }
    var usage: UsageNode { get }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value?
}

extension ValueSource {
    var keyType: (any Any.Type)? { nil }
    var key: RequestedKey? { nil }

    /// A value without a key is always present.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? { try decode(type) }
}

struct DocumentSource<Decoder: TopLevelDecoder>: ValueSource {
    let decoder: Decoder
    let data: Data
    let usage: UsageNode

    var codingPath: [any CodingKey] { [] }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type, from: data) }
}

struct SingleValueSource: ValueSource {
    let real: any SingleValueDecodingContainer
    let usage: UsageNode

    var codingPath: [any CodingKey] { real.codingPath }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try real.decode(type) }
}

struct KeyedSource<Key: CodingKey>: ValueSource {
    let real: KeyedDecodingContainer<Key>
    let codingKey: Key
    let requestedKey: RequestedKey
    /// The number of the object; nil if requests are not counted.
    let countedNumber: Int?

    var codingPath: [any CodingKey] { real.codingPath + [codingKey] }
    var keyType: (any Any.Type)? { Key.self }
    var key: RequestedKey? { requestedKey }
    var usage: UsageNode { requestedKey.value }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try counting { try real.decode(type, forKey: codingKey) }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        try counting({ try real.decodeIfPresent(type, forKey: codingKey) }, isValue: { $0 != nil })
    }

    /// Counts the result of a request: a value, or else whether the key is present.
    func counting<Result>(
        _ request: () throws -> Result, isValue: (Result) -> Bool = { _ in true }
    ) rethrows -> Result {
        var hasValue = false
        defer { count { presence(hasValue) } }
        let result = try request()
        hasValue = isValue(result)
        return result
    }

    /// Counts the key, unless it was counted in this object before.
    func count(_ presence: () -> RequestedKey.Presence) {
        if let countedNumber { requestedKey.count(in: countedNumber, presence) }
    }

    private func presence(_ hasValue: Bool) -> RequestedKey.Presence {
        if hasValue { return .found }
        if !real.contains(codingKey) { return .absent }
        return (try? real.decodeNil(forKey: codingKey)) == true ? .null : .found
    }
}

final class ElementSource: ValueSource {
    var real: any UnkeyedDecodingContainer
    /// The number of elements after the last one that were answered with placeholders.
    private(set) var excess: Int
    let usage: UsageNode
    private let index: Int

    init(real: any UnkeyedDecodingContainer, excess: Int, usage: UsageNode) {
        self.real = real
        self.excess = excess
        self.usage = usage
        index = real.currentIndex + excess
    }

    var codingPath: [any CodingKey] { real.codingPath + [AnyCodingKey(index)] }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try real.decode(type) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        try real.decodeIfPresent(type)
    }

    /// Skips the element, or, at the end of the array, one that should follow.
    func skip() { do { _ = try real.decode(SkippedElement.self) } catch { excess += 1 } }

    func skipNil() { _ = try? real.decodeNil() }

    /// Skips the element and returns its coding path.
    func skippedCodingPath() -> [any CodingKey] {
        skip()
        return codingPath
    }

    private struct SkippedElement: Decodable {
        init(from decoder: any Decoder) {}
    }
}
