import VerbatimJSON

/// An integer type of Swift, by the numbers it holds.
struct IntegerType {
    let name: String
    private let least: JSONNumber
    private let greatest: JSONNumber
    /// The first numbers that need its last bit.
    private let low: JSONNumber
    private let high: JSONNumber

    private init<Integer: FixedWidthInteger>(_ type: Integer.Type) {
        name = "\(type)"
        least = JSONNumber(type.min)
        greatest = JSONNumber(type.max)
        low = JSONNumber(type.min / 2)
        high = JSONNumber(type.max / 2)
    }

    /// Whether it stands for `Int`, which is not of the same size on all systems.
    func isInt(_ wanted: String) -> Bool {
        wanted.split { "[]?: ".contains($0) }.last == "Int"
    }

    /// Finds a type in the name of what a model wants: `Int`, `[Int8]?`, `[String: UInt16]`.
    init?(wanted: String) {
        let words = wanted.split { "[]?: ".contains($0) }
        guard let last = words.last, words.count <= 2, let type = Self.all[String(last)] else { return nil }
        self = type
    }

    /// Whether a number is so large that one more doubling leaves the type.
    func isNearLimit(_ number: JSONNumber) -> Bool {
        number > high || (number < low && number < 0)
    }

    /// The numbers the type holds: `-128 to 127`.
    var range: String { "\(least) to \(greatest)" }

    /// What an `Int` is on systems with 32 bits.
    static let int32 = IntegerType(Int32.self)

    private static let all: [String: IntegerType] = [
        "Int": IntegerType(Int64.self), "Int8": IntegerType(Int8.self), "Int16": IntegerType(Int16.self),
        "Int32": int32, "Int64": IntegerType(Int64.self), "UInt": IntegerType(UInt64.self),
        "UInt8": IntegerType(UInt8.self), "UInt16": IntegerType(UInt16.self),
        "UInt32": IntegerType(UInt32.self), "UInt64": IntegerType(UInt64.self),
    ]
}
