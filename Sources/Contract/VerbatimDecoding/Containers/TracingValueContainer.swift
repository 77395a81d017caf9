/// A single value container of the real decoder, watched.
struct TracingValueContainer: SingleValueDecodingContainer {
    let real: any SingleValueDecodingContainer
    let attempt: Attempt
    let usage: UsageNode

    var codingPath: [any CodingKey] { real.codingPath }

    func decodeNil() -> Bool { real.decodeNil() }

    func ask<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if attempt.pass.isAskedPlainly(type) { return try real.decode(type) }
        let location = ValueLocation(real: real, usage: usage)
        return try attempt.answer(at: location) {
            attempt.pass.shape(of: type).ask(location, in: attempt.pass)
        }
    }
}

/// The value a decoder was given.
struct ValueLocation: DecodingLocation {
    let real: any SingleValueDecodingContainer
    let usage: UsageNode

    var codingPath: [any CodingKey] { real.codingPath }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try real.decode(type)
    }
}
