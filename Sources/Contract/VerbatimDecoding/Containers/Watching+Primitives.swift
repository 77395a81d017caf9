// The witnesses for each primitive type: the protocol asks for them one by one, and they all do the same.

extension TracingKeyedContainer {
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try ask(type, key) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try ask(type, key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try ask(type, key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try ask(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try ask(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try ask(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try ask(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try ask(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try ask(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try ask(type, key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try ask(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try ask(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try ask(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try ask(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try ask(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try ask(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try ask(type, key) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try askIfPresent(type, key)
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try askIfPresent(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try askIfPresent(type, key)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try askIfPresent(type, key)
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try askIfPresent(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try askIfPresent(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try askIfPresent(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try askIfPresent(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try askIfPresent(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try askIfPresent(type, key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        try askIfPresent(type, key)
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try askIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try askIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try askIfPresent(type, key)
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try askIfPresent(type, key)
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try askIfPresent(type, key)
    }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        try askIfPresent(type, key)
    }
}

extension TracingUnkeyedContainer {
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try ask(type) }
    mutating func decode(_ type: Bool.Type) throws -> Bool { try ask(type) }
    mutating func decode(_ type: String.Type) throws -> String { try ask(type) }
    mutating func decode(_ type: Double.Type) throws -> Double { try ask(type) }
    mutating func decode(_ type: Float.Type) throws -> Float { try ask(type) }
    mutating func decode(_ type: Int.Type) throws -> Int { try ask(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try ask(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try ask(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try ask(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try ask(type) }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try ask(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try ask(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try ask(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try ask(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try ask(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try ask(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try ask(type) }

    mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        try askIfPresent(type)
    }
    mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: String.Type) throws -> String? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try askIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? { try askIfPresent(type) }
}

extension TracingValueContainer {
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try ask(type) }
    func decode(_ type: Bool.Type) throws -> Bool { try ask(type) }
    func decode(_ type: String.Type) throws -> String { try ask(type) }
    func decode(_ type: Double.Type) throws -> Double { try ask(type) }
    func decode(_ type: Float.Type) throws -> Float { try ask(type) }
    func decode(_ type: Int.Type) throws -> Int { try ask(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try ask(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try ask(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try ask(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try ask(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try ask(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try ask(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try ask(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try ask(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try ask(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try ask(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try ask(type) }
}
