/// An unkeyed container of the real decoder, watched.
struct TracingUnkeyedContainer: UnkeyedDecodingContainer {
    private var real: any UnkeyedDecodingContainer
    private let attempt: Attempt
    private let usage: UsageNode
    /// How many elements behind the last one were answered with placeholders.
    private var beyond = 0

    init(real: any UnkeyedDecodingContainer, attempt: Attempt, usage: UsageNode) {
        self.real = real
        self.attempt = attempt
        self.usage = usage.element
    }

    var codingPath: [any CodingKey] { real.codingPath }
    var count: Int? { real.count }
    var isAtEnd: Bool { real.isAtEnd }
    var currentIndex: Int { real.currentIndex }

    mutating func decodeNil() throws -> Bool {
        try visitingElement { element, attempt in
            try attempt.answer(at: element, skip: element.skipNil) {
                attempt.pass.outcome(
                    at: element, wanted: Any?.self, placeholders: { Placeholders(first: false, other: true) }
                ) {
                    .decoded(try element.real.decodeNil())
                }
            }
        }
    }

    mutating func ask<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if attempt.pass.isAskedPlainly(type) { return try real.decode(type) }
        return try visitingElement { element, attempt in
            try attempt.answer(at: element, skip: element.skip) {
                attempt.pass.shape(of: type).ask(element, in: attempt.pass)
            }
        }
    }

    mutating func askIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        if attempt.pass.isAskedPlainly(type) { return try real.decodeIfPresent(type) }
        return try visitingElement { element, attempt in
            try attempt.answer(at: element, skip: element.skip) {
                attempt.pass.shape(of: type).askIfPresent(element, in: attempt.pass)
            }
        }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try visitingElement { element, attempt in
            try attempt.open(.object, at: element.codingPath, blank: .blank(at: element.skipped)) {
                let nested = try element.real.nestedContainer(keyedBy: type)
                return KeyedDecodingContainer(
                    TracingKeyedContainer<NestedKey>(real: nested, attempt: attempt, usage: element.usage))
            }
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try visitingElement { element, attempt -> any UnkeyedDecodingContainer in
            try attempt.open(
                .array, at: element.codingPath,
                blank: PlaceholderUnkeyedContainer(codingPath: element.skipped)
            ) {
                let nested = try element.real.nestedUnkeyedContainer()
                return TracingUnkeyedContainer(real: nested, attempt: attempt, usage: element.usage)
            }
        }
    }

    mutating func superDecoder() throws -> any Decoder {
        TracingDecoder(real: try real.superDecoder(), attempt: attempt, usage: usage)
    }

    /// Lends the real container to a location that can be passed about, and takes it back where it then stands.
    private mutating func visitingElement<Result>(
        _ body: (ElementLocation, Attempt) throws -> Result
    ) rethrows -> Result {
        let element = ElementLocation(real: real, beyond: beyond, usage: usage)
        defer { (real, beyond) = (element.real, element.beyond) }
        return try body(element, attempt)
    }
}

/// The next element of an array.
private final class ElementLocation: DecodingLocation {
    var real: any UnkeyedDecodingContainer
    private(set) var beyond: Int
    let usage: UsageNode

    init(real: any UnkeyedDecodingContainer, beyond: Int, usage: UsageNode) {
        self.real = real
        self.beyond = beyond
        self.usage = usage
    }

    var codingPath: [any CodingKey] { real.codingPath + [AnyCodingKey(real.currentIndex + beyond)] }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try real.decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        try real.decodeIfPresent(type)
    }

    /// Steps over the element unread, or, at the end, over one that should have followed.
    func skip() {
        do { _ = try real.decode(Unread.self) } catch { beyond += 1 }
    }

    func skipNil() {
        _ = try? real.decodeNil()
    }

    /// The coding path of the element, which is then stepped over.
    var skipped: [any CodingKey] {
        defer { skip() }
        return codingPath
    }

    private struct Unread: Decodable {
        init(from decoder: any Decoder) {}
    }
}
