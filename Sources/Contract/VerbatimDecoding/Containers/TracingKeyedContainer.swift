/// A keyed container of the real decoder, watched: every key asked for is noted, and every answer.
struct TracingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let real: KeyedDecodingContainer<Key>
    let attempt: Attempt
    let ledger: KeyLedger

    init(real: KeyedDecodingContainer<Key>, attempt: Attempt, usage: UsageNode) {
        self.real = real
        self.attempt = attempt
        self.ledger = usage.ledger(of: Key.self, model: attempt.model)
    }

    var codingPath: [any CodingKey] { real.codingPath }

    var allKeys: [Key] {
        let keys = attempt.steadyAnswer { real.allKeys }
        return attempt.hidden.isEmpty ? keys : keys.filter { !attempt.hidden.contains($0.stringValue) }
    }

    func contains(_ key: Key) -> Bool {
        let contains = real.contains(key)
        let use = ledger.use(of: key)
        if !contains, attempt.isFresh, !attempt.pass.isDoubting { use.absent += 1 }
        return contains
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        let location = location(of: key)
        return try attempt.answer(at: location) {
            attempt.pass.outcome(
                at: location, wanted: Any?.self, placeholders: { Placeholders(first: false, other: true) }
            ) {
                let isNil = try real.decodeNil(forKey: key)
                if isNil, location.counts { location.key.null += 1 }
                return .decoded(isNil)
            }
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let location = location(of: key, wanted: [String: Any].self)
        return try attempt.open(.object, at: location.codingPath, blank: .blank(at: location.codingPath)) {
            let nested = try location.counting { try real.nestedContainer(keyedBy: type, forKey: key) }
            return KeyedDecodingContainer(
                TracingKeyedContainer<NestedKey>(real: nested, attempt: attempt, usage: location.usage))
        }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        let location = location(of: key, wanted: [Any].self)
        return try attempt.open(
            .array, at: location.codingPath,
            blank: PlaceholderUnkeyedContainer(codingPath: location.codingPath)
        ) {
            let nested = try location.counting { try real.nestedUnkeyedContainer(forKey: key) }
            return TracingUnkeyedContainer(real: nested, attempt: attempt, usage: location.usage)
        }
    }

    func superDecoder() throws -> any Decoder {
        TracingDecoder(
            real: try real.superDecoder(), attempt: attempt,
            usage: ledger.use(of: AnyCodingKey("super")).location)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        TracingDecoder(
            real: try real.superDecoder(forKey: key), attempt: attempt, usage: location(of: key).usage)
    }

    func ask<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        let location = location(of: key, wanted: type)
        if attempt.pass.isAskedPlainly(type) { return try location.decode(type) }
        return try attempt.answer(at: location) {
            attempt.pass.shape(of: type).ask(location, in: attempt.pass)
        }
    }

    func askIfPresent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        let location = location(of: key, wanted: type, isRequired: false)
        if attempt.pass.isAskedPlainly(type) { return try location.decodeIfPresent(type) }
        return try attempt.answer(at: location) {
            attempt.pass.shape(of: type).askIfPresent(location, in: attempt.pass)
        }
    }

    private func location(of key: Key) -> KeyLocation<Key> {
        KeyLocation(real: real, codingKey: key, key: ledger.use(of: key), counts: !attempt.pass.isDoubting)
    }

    private func location(of key: Key, wanted: any Any.Type, isRequired: Bool = true) -> KeyLocation<Key> {
        let location = location(of: key)
        location.key.note(wanted: wanted, required: isRequired)
        return location
    }
}

/// The value of one key.
struct KeyLocation<Key: CodingKey>: DecodingLocation {
    let real: KeyedDecodingContainer<Key>
    let codingKey: Key
    let key: KeyUse
    /// Whether what is asked counts as usage.
    let counts: Bool

    var codingPath: [any CodingKey] { real.codingPath + [codingKey] }
    var keys: (any Any.Type)? { Key.self }
    var use: KeyUse? { key }
    var usage: UsageNode { key.location }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try counting { try real.decode(type, forKey: codingKey) }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        try counting({ try real.decodeIfPresent(type, forKey: codingKey) }, isValue: { $0 != nil })
    }

    /// Counts a value that came of asking; when none came, whether the key was there.
    func counting<Result>(
        _ ask: () throws -> Result, isValue: (Result) -> Bool = { _ in true }
    ) rethrows -> Result {
        var hasValue = false
        defer { if counts { count(hasValue) } }
        let result = try ask()
        hasValue = isValue(result)
        return result
    }

    private func count(_ hasValue: Bool) {
        if hasValue {
            key.found += 1
        } else if !real.contains(codingKey) {
            key.absent += 1
        } else if (try? real.decodeNil(forKey: codingKey)) == true {
            key.null += 1
        } else {
            key.found += 1
        }
    }
}
