/// A keyed container of the real decoder that records each requested key with its answer.
struct TracingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let real: KeyedDecodingContainer<Key>
    let trace: ModelTrace
    let requests: KeyRequests
    /// The number of the object.
    let number: Int

    init(real: KeyedDecodingContainer<Key>, trace: ModelTrace, usage: UsageNode, number: Int) {
        self.real = real
        self.trace = trace
        self.number = number
        self.requests = usage.requests(by: Key.self, model: trace.model)
    }

    var codingPath: [any CodingKey] { real.codingPath }

    var allKeys: [Key] {
        let keys = trace.stableValue { real.allKeys }
        return trace.hiddenKeys.isEmpty
            ? keys : keys.filter { !trace.hiddenKeys.contains($0.stringValue) }
    }

    func contains(_ key: Key) -> Bool {
        let contains = real.contains(key)
        let requested = requests.key(key)
        if !contains, trace.isRecording, !trace.pass.isSpeculating {
            requested.count(in: number) { .absent }
        }
        return contains
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        let source = source(for: key)
        return try trace.value(from: source) {
            trace.pass.outcome(
                of: source, as: Any?.self,
                placeholders: { PlaceholderPair(first: false, alternative: true) }
            ) {
                let isNil = try real.decodeNil(forKey: key)
                if isNil { source.count { .null } }
                return .decoded(isNil)
            }
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let source = source(for: key, as: [String: Any].self)
        return try trace.container(
            .object, at: source.codingPath, placeholder: .placeholder(at: source.codingPath)
        ) {
            let nested = try source.counting { try real.nestedContainer(keyedBy: type, forKey: key) }
            return KeyedDecodingContainer(
                TracingKeyedContainer<NestedKey>(
                    real: nested, trace: trace, usage: source.usage, number: trace.pass.nextNumber()))
        }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        let source = source(for: key, as: [Any].self)
        return try trace.container(
            .array, at: source.codingPath,
            placeholder: PlaceholderUnkeyedContainer(codingPath: source.codingPath)
        ) {
            let nested = try source.counting { try real.nestedUnkeyedContainer(forKey: key) }
            return TracingUnkeyedContainer(real: nested, trace: trace, usage: source.usage)
        }
    }

    func superDecoder() throws -> any Decoder {
        TracingDecoder(
            real: try real.superDecoder(), trace: trace,
            usage: requests.key(AnyCodingKey("super")).value, number: trace.pass.nextNumber())
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        TracingDecoder(
            real: try real.superDecoder(forKey: key), trace: trace, usage: source(for: key).usage,
            number: trace.pass.nextNumber())
    }

    func value<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        let source = source(for: key, as: type)
        if trace.pass.decodesDirectly(type) { return try trace.leaf { try source.decode(type) } }
        return try trace.value(from: source) {
            trace.pass.plan(of: type).decode(source, in: trace.pass)
        }
    }

    func valueIfPresent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        let source = source(for: key, as: type, isRequired: false)
        if trace.pass.decodesDirectly(type) { return try trace.leaf { try source.decodeIfPresent(type) } }
        return try trace.value(from: source) {
            trace.pass.plan(of: type).decodeIfPresent(source, in: trace.pass)
        }
    }

    private func source(for key: Key) -> KeyedSource<Key> {
        KeyedSource(
            real: real, codingKey: key, requestedKey: requests.key(key),
            countedNumber: trace.pass.isSpeculating ? nil : number)
    }

    private func source(
        for key: Key, as type: any Any.Type, isRequired: Bool = true
    ) -> KeyedSource<Key> {
        let source = source(for: key)
        source.requestedKey.record(type, isRequired: isRequired)
        return source
    }
}
