/// A real decoder whose containers record what the model requests.
struct TracingDecoder: Decoder {
    let real: any Decoder
    let trace: ModelTrace
    let usage: UsageNode
    /// The number of the value.
    let number: Int

    var codingPath: [any CodingKey] { real.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { real.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        trace.requestsContainer = true
        trace.pass.noteOpening(at: real.codingPath)
        return try trace.container(
            .object, at: real.codingPath, placeholder: .placeholder(at: real.codingPath)
        ) {
            KeyedDecodingContainer(
                TracingKeyedContainer(
                    real: try real.container(keyedBy: type), trace: trace, usage: usage, number: number))
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        trace.requestsContainer = true
        trace.pass.noteOpening(at: real.codingPath)
        return try trace.container(
            .array, at: real.codingPath, placeholder: PlaceholderUnkeyedContainer(codingPath: real.codingPath)
        ) { TracingUnkeyedContainer(real: try real.unkeyedContainer(), trace: trace, usage: usage) }
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        TracingValueContainer(real: try real.singleValueContainer(), trace: trace, usage: usage)
    }
}

/// A single value container of the real decoder that records what the model requests.
struct TracingValueContainer: SingleValueDecodingContainer {
    let real: any SingleValueDecodingContainer
    let trace: ModelTrace
    let usage: UsageNode

    var codingPath: [any CodingKey] { real.codingPath }

    func decodeNil() -> Bool { real.decodeNil() }

    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if trace.pass.decodesDirectly(type) { return try trace.leaf { try real.decode(type) } }
        let source = SingleValueSource(real: real, usage: usage)
        return try trace.value(from: source) { trace.pass.plan(of: type).decode(source, in: trace.pass) }
    }
}

struct AnyCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    init(_ index: Int) {
        stringValue = String(index)
        intValue = index
    }

    init(stringValue: String) { self.init(stringValue) }

    init(intValue: Int) { self.init(intValue) }
}
