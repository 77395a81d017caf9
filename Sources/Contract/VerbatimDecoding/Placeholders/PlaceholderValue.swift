import Foundation

/// The content of placeholders.
enum PlaceholderSeed: CaseIterable {
    /// Zero, false, the empty string, the first case.
    case zero
    /// One, true, another string, another case.
    case one

    var number: Int { self == .zero ? 0 : 1 }
    var text: String { self == .zero ? "" : "1" }
}

/// Values that let a model continue to decode, and that leave the module in no result.
enum PlaceholderValue {
    /// The depth to which placeholders contain placeholders: a bound for a type that contains itself.
    private static let maximumDepth = 32

    /// Makes a value of a type, if there is a way to make one.
    static func make<Value: Decodable>(
        _ type: Value.Type, _ seed: PlaceholderSeed, depth: Int = 0
    ) -> Value? {
        guard depth < maximumDepth else { return nil }
        return known(type, seed) ?? listedCase(of: type, seed) ?? decoded(type, seed, depth: depth)
            ?? trivial(type, seed)
    }

    /// Types whose initializer does not accept an empty string.
    private static func known<Value>(_ type: Value.Type, _ seed: PlaceholderSeed) -> Value? {
        switch type {
        case is URL.Type: URL(filePath: seed == .zero ? "/" : "/1") as? Value
        case is UUID.Type: UUID() as? Value
        case is Decimal.Type: Decimal(seed.number) as? Value
        default: nil
        }
    }

    private static func listedCase<Value>(of type: Value.Type, _ seed: PlaceholderSeed) -> Value? {
        guard let enumeration = type as? any CaseIterable.Type else { return nil }
        func listed<Cases: CaseIterable>(_ type: Cases.Type) -> Value? {
            (seed == .zero ? type.allCases.first : Array(type.allCases).last) as? Value
        }
        return listed(enumeration)
    }

    private static func decoded<Value: Decodable>(
        _ type: Value.Type, _ seed: PlaceholderSeed, depth: Int
    ) -> Value? {
        try? type.init(from: PlaceholderDecoder(seed: seed, depth: depth + 1))
    }
}
