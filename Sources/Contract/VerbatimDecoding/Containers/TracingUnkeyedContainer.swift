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
                ) {
                    .decoded(try element.real.decodeNil())
                }
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

    mutating func valueIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
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
                .object, at: element.codingPath,
                placeholder: .placeholder(at: element.skippedCodingPath())
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
