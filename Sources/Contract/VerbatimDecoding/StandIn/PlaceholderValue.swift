import Foundation

/// What blank values are filled with.
enum PlaceholderSeed: CaseIterable {
    /// Zero, false, the empty string, the first case.
    case zero
    /// One, true, another string, another case.
    case one
}

/// Values that only let a model go on decoding: no one gets to see them.
enum PlaceholderValue {
    /// How deep a blank value may hold blank values, so that a type that holds itself comes to an end.
    private static let maximumDepth = 32

    /// Makes a value of the type, if there is a way to make one.
    static func make<Value: Decodable>(_ type: Value.Type, _ filling: PlaceholderSeed, depth: Int = 0)
        -> Value?
    {
        guard depth < maximumDepth else { return nil }
        return known(type, filling) ?? listedCase(of: type, filling)
            ?? blank(type, filling, depth: depth) ?? trivial(type, filling)
    }

    /// Types whose initializer takes no blank string.
    private static func known<Value>(_ type: Value.Type, _ filling: PlaceholderSeed) -> Value? {
        switch type {
        case is URL.Type: URL(filePath: filling == .zero ? "/" : "/1") as? Value
        case is UUID.Type: UUID() as? Value
        case is Decimal.Type: Decimal(filling.number) as? Value
        default: nil
        }
    }

    private static func listedCase<Value>(of type: Value.Type, _ filling: PlaceholderSeed) -> Value? {
        guard let enumeration = type as? any CaseIterable.Type else { return nil }
        func listed<Cases: CaseIterable>(_ type: Cases.Type) -> Value? {
            (filling == .zero ? type.allCases.first : Array(type.allCases).last) as? Value
        }
        return listed(enumeration)
    }

    private static func blank<Value: Decodable>(_ type: Value.Type, _ filling: PlaceholderSeed, depth: Int)
        -> Value?
    {
        try? type.init(from: PlaceholderDecoder(filling: filling, depth: depth + 1))
    }

    /// The value whose bytes are zero, or for a type of one byte also one.
    ///
    /// A type with less room than a reference holds none, and zero bytes are a value of it: for an
    /// enumeration the first case, which cannot be had in another way where the raw values are not known. A
    /// type of one byte has more than one value, so one is a value too. A type without any room has one
    /// value at most, and a type with raw values, or a type of keys, has one at least.
    static func trivial<Value>(_ type: Value.Type, _ filling: PlaceholderSeed) -> Value? {
        let size = MemoryLayout<Value>.size
        guard size < MemoryLayout<UnsafeRawPointer>.size else { return nil }
        guard size > 0 || type is any RawRepresentable.Type || type is any CodingKey.Type else { return nil }
        let byte: UInt64 = size == 1 && filling == .one ? 1 : 0
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 1) { bytes in
            bytes.initialize(repeating: byte.littleEndian)
            return UnsafeRawBufferPointer(bytes).baseAddress?.load(as: Value.self)
        }
    }
}

extension PlaceholderSeed {
    var number: Int { self == .zero ? 0 : 1 }
    var text: String { self == .zero ? "" : "1" }
}

extension Placeholders {
    /// Adds a value, as the other one if it is not the first again.
    mutating func add(_ value: Value) {
        if first == nil {
            first = value
        } else if other == nil, !isFirst(value) {
            other = value
        }
    }

    private func isFirst(_ value: Value) -> Bool {
        guard let first = first as? AnyHashable, let value = value as? AnyHashable else { return false }
        return first == value
    }
}
