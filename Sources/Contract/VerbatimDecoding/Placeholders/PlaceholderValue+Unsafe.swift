extension PlaceholderValue {
    /// The value of a trivial type whose bytes are zero; for the seed `one` and a type of one byte, whose
    /// byte is one.
    ///
    /// For an enumeration the value is the first case, which cannot be made in another way unless the raw
    /// values are known.
    static func trivial<Value>(_ type: Value.Type, _ seed: PlaceholderSeed) -> Value? {
        let size = MemoryLayout<Value>.size
        // A type smaller than a pointer holds no references, so that zero bytes are a valid value of it. A
        // type of one byte has more than one value, so that one is valid as well. A type without any bytes
        // has at most one value, and types with raw values and coding keys have at least one.
        guard size < MemoryLayout<UnsafeRawPointer>.size else { return nil }
        guard size > 0 || type is any RawRepresentable.Type || type is any CodingKey.Type else { return nil }
        let byte: UInt64 = size == 1 && seed == .one ? 1 : 0
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 1) { bytes in
            bytes.initialize(repeating: byte.littleEndian)
            return UnsafeRawBufferPointer(bytes).baseAddress?.load(as: Value.self)
        }
    }
}
