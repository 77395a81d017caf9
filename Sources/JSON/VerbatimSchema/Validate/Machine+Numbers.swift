@_spi(Tape) import VerbatimJSON

/// https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2
extension Machine {
    mutating func number<M: EvaluationMode>(_ mode: M, _ step: UnsafePointer<Step>, _ node: Int) -> Bool {
        let token = tape.token(node)
        let bound = bounds + Int(step.pointee.first)
        let holds =
            if let short = ShortDecimal(token), let other = bound.pointee.short {
                step.pointee.operation == .multipleOf
                    ? short.isMultiple(of: other)
                    : Machine.holds(step.pointee.operation, short.compare(other))
            } else {
                holdsLong(step, Machine.number(token), bound.pointee.long)
            }
        return holds || fail(mode, step.pointee.location, node)
    }

    private mutating func holdsLong(_ step: UnsafePointer<Step>, _ number: JSONNumber, _ long: Int32) -> Bool
    {
        let bound = program._withUnsafeGuaranteedRef { $0.longBounds[Int(long)] }
        if step.pointee.operation == .multipleOf { return number.isMultiple(of: bound) }
        return Machine.holds(step.pointee.operation, number < bound ? -1 : number == bound ? 0 : 1)
    }

    /// Whether an order of number and bound, negative, zero or positive, is what a keyword asks for.
    @inline(__always)
    private static func holds(_ operation: Step.Operation, _ order: Int) -> Bool {
        switch operation {
        case .minimum: order >= 0
        case .maximum: order <= 0
        case .exclusiveMinimum: order > 0
        default: order < 0
        }
    }

    /// 6.1.1: `1.0` is an integer.
    static func isInteger(_ token: UnsafeBufferPointer<UInt8>) -> Bool {
        return ShortDecimal(token)?.isInteger ?? Machine.number(token).isInteger
    }

    /// The nearest double: equal numbers have the same, however they are written.
    static func double(_ token: UnsafeBufferPointer<UInt8>) -> Double {
        // Up to 2^53 both are exact, and so is the rounding of their quotient.
        if let short = ShortDecimal(token), short.digits.magnitude < 1 << 53 {
            return Double(short.digits) / short.powerOfTen
        }
        return number(token).double
    }

    static func number(_ token: UnsafeBufferPointer<UInt8>) -> JSONNumber {
        JSONNumber(String(decoding: token, as: UTF8.self)) ?? 0
    }
}
