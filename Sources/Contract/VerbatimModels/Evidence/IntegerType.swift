import VerbatimJSON

/// An integer type of Swift with its limits.
struct IntegerType {
    private let minimum: JSONNumber
    private let maximum: JSONNumber
    /// Half of the limits.
    private let lowerHalf: JSONNumber
    private let upperHalf: JSONNumber

    private init<Integer: FixedWidthInteger>(_ type: Integer.Type) {
        minimum = JSONNumber(type.min)
        maximum = JSONNumber(type.max)
        lowerHalf = JSONNumber(type.min / 2)
        upperHalf = JSONNumber(type.max / 2)
    }

    /// Finds the integer type in the name of a property's type: `Int`, `[Int8]?`, `[String: UInt16]`.
    init?(_ type: String) {
        let names = type.typeNames
        guard let last = names.last, names.count <= 2, let type = Self.all[String(last)] else { return nil }
        self = type
    }

    /// Returns whether the integers in a property's type are `Int`, whose size depends on the platform.
    static func isInt(_ type: String) -> Bool {
        type.typeNames.last == "Int"
    }

    /// Returns whether twice the number exceeds the limits of the type.
    func isNearLimit(_ number: JSONNumber) -> Bool {
        number > upperHalf || (number < lowerHalf && number < 0)
    }

    /// The numbers that the type represents: `-128 to 127`.
    var range: String { "\(minimum) to \(maximum)" }

    /// The size of `Int` on platforms with 32 bits.
    static let int32 = IntegerType(Int32.self)

    private static let all: [String: IntegerType] = [
        "Int": IntegerType(Int64.self), "Int8": IntegerType(Int8.self), "Int16": IntegerType(Int16.self),
        "Int32": int32, "Int64": IntegerType(Int64.self), "UInt": IntegerType(UInt64.self),
        "UInt8": IntegerType(UInt8.self), "UInt16": IntegerType(UInt16.self),
        "UInt32": IntegerType(UInt32.self), "UInt64": IntegerType(UInt64.self),
    ]
}

extension String {
    /// The names in a Swift type: `String` and `Int8` in `[String: Int8]?`.
    var typeNames: [Substring] { split { "[]?: ".contains($0) } }
}
