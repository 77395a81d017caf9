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
        return trace.hiddenKeys.isEmpty ? keys : keys.filter { !trace.hiddenKeys.contains($0.stringValue) }
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
                of: source, as: Any?.self, placeholders: { PlaceholderPair(first: false, alternative: true) }
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
        return try trace.value(from: source) { trace.pass.plan(of: type).decode(source, in: trace.pass) }
    }

    func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
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

    private func source(for key: Key, as type: any Any.Type, isRequired: Bool = true) -> KeyedSource<Key> {
        let source = source(for: key)
        source.requestedKey.record(type, isRequired: isRequired)
        return source
    }
}

/// An unkeyed container of the real decoder that records each requested element.
struct TracingUnkeyedContainer: UnkeyedDecodingContainer {
    private var real: any UnkeyedDecodingContainer
    private let trace: ModelTrace
    private let usage: UsageNode
    /// The number of elements after the last one that were answered with placeholders.
    private var excess = 0

    init(real: any UnkeyedDecodingContainer, trace: ModelTrace, usage: UsageNode) {
        self.real = real
        self.trace = trace
        self.usage = usage.element
    }

    var codingPath: [any CodingKey] { real.codingPath }
    var count: Int? { real.count }
    var isAtEnd: Bool { real.isAtEnd }
    var currentIndex: Int { real.currentIndex }

    mutating func decodeNil() throws -> Bool {
        try withElement { element, trace in
            try trace.value(from: element, skip: element.skipNil) {
                trace.pass.outcome(
                    of: element, as: Any?.self,
                    placeholders: { PlaceholderPair(first: false, alternative: true) }
                ) { .decoded(try element.real.decodeNil()) }
            }
        }
    }

    mutating func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if trace.pass.decodesDirectly(type) { return try trace.leaf { try real.decode(type) } }
        return try withElement { element, trace in
            try trace.value(from: element, skip: element.skip) {
                trace.pass.plan(of: type).decode(element, in: trace.pass)
            }
        }
    }

    mutating func optional<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        if trace.pass.decodesDirectly(type) { return try trace.leaf { try real.decodeIfPresent(type) } }
        return try withElement { element, trace in
            try trace.value(from: element, skip: element.skip) {
                trace.pass.plan(of: type).decodeIfPresent(element, in: trace.pass)
            }
        }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try withElement { element, trace in
            try trace.container(
                .object, at: element.codingPath, placeholder: .placeholder(at: element.skippedCodingPath())
            ) {
                let nested = try element.real.nestedContainer(keyedBy: type)
                return KeyedDecodingContainer(
                    TracingKeyedContainer<NestedKey>(
                        real: nested, trace: trace, usage: element.usage, number: trace.pass.nextNumber()))
            }
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try withElement { element, trace -> any UnkeyedDecodingContainer in
            try trace.container(
                .array, at: element.codingPath,
                placeholder: PlaceholderUnkeyedContainer(codingPath: element.skippedCodingPath())
            ) {
                let nested = try element.real.nestedUnkeyedContainer()
                return TracingUnkeyedContainer(real: nested, trace: trace, usage: element.usage)
            }
        }
    }

    mutating func superDecoder() throws -> any Decoder {
        TracingDecoder(
            real: try real.superDecoder(), trace: trace, usage: usage, number: trace.pass.nextNumber())
    }

    /// Moves the real container to a source for the time of a request, and back with its new index.
    ///
    /// As in a real decoder, a request that fails does not advance: a probe of the element did.
    private mutating func withElement<Result>(
        _ body: (ElementSource, ModelTrace) throws -> Result
    ) rethrows -> Result {
        let element = ElementSource(real: real, excess: excess, usage: usage)
        let result = try body(element, trace)
        (real, excess) = (element.real, element.excess)
        return result
    }
}

// The protocols implement a method for each type that they know; all of them do the same here.

extension TracingKeyedContainer {
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try value(type, key)
    }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, key) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try optional(type, key)
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try optional(type, key) }
}

extension TracingUnkeyedContainer {
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

    mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        try optional(type)
    }
    mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? { try optional(type) }
    mutating func decodeIfPresent(_ type: String.Type) throws -> String? { try optional(type) }
    mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? { try optional(type) }
    mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? { try optional(type) }
    mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try optional(type) }
    mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try optional(type) }
    mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try optional(type) }
    mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try optional(type) }
    mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try optional(type) }
    mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? { try optional(type) }
    mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try optional(type) }
    mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try optional(type) }
    mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try optional(type) }
    mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try optional(type) }
    mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try optional(type) }
    mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? { try optional(type) }
}

extension TracingValueContainer {
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }
}
