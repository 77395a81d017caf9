import Foundation

/// Values that only let a model go on decoding: no one gets to see them.
enum StandIn {
    /// How deep a blank value may hold blank values, so that a type that holds itself comes to an end.
    private static let maximumDepth = 32

    /// Makes a value of the type, if there is a way to make one.
    static func make<Value: Decodable>(_ type: Value.Type, depth: Int = 0) -> Value? {
        guard depth < maximumDepth else { return nil }
        return known(type) ?? firstCase(of: type) ?? blank(type, depth: depth) ?? zero(type)
    }

    /// Types whose initializer takes no blank string.
    private static func known<Value>(_ type: Value.Type) -> Value? {
        switch type {
        case is URL.Type: URL(filePath: "/") as? Value
        case is UUID.Type: UUID() as? Value
        case is Decimal.Type: Decimal.zero as? Value
        default: nil
        }
    }

    private static func firstCase<Value>(of type: Value.Type) -> Value? {
        guard let enumeration = type as? any CaseIterable.Type else { return nil }
        func first<Cases: CaseIterable>(of type: Cases.Type) -> Value? { type.allCases.first as? Value }
        return first(of: enumeration)
    }

    private static func blank<Value: Decodable>(_ type: Value.Type, depth: Int) -> Value? {
        try? type.init(from: BlankDecoder(depth: depth + 1))
    }

    /// The value whose bytes are all zero.
    ///
    /// A type with less room than a reference holds none, and zero bytes are a value of it: for an enumeration
    /// the first case, which cannot be had in another way where the raw values are not known. A type without any
    /// room has one value at most, and a type with raw values has one at least.
    static func zero<Value>(_ type: Value.Type) -> Value? {
        let size = MemoryLayout<Value>.size
        guard size < MemoryLayout<UnsafeRawPointer>.size else { return nil }
        guard size > 0 || type is any RawRepresentable.Type || type is any CodingKey.Type else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 1) { bytes in
            bytes.initialize(repeating: 0)
            return UnsafeRawBufferPointer(bytes).baseAddress?.load(as: Value.self)
        }
    }
}
