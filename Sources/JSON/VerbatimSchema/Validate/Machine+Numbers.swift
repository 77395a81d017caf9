@_spi(Tape) import VerbatimJSON

/// https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2
extension Machine {
    mutating func number<M: EvaluationMode>(_ mode: M, _ step: UnsafePointer<Step>, _ node: Int) -> Bool {
        let token = tape.token(node)
        work &+= token.count >> 6
        let bound = bounds + Int(step.pointee.first)
        let isValid =
            if let short = ShortDecimal(token), let other = bound.pointee.short {
                step.pointee.operation == .multipleOf
                    ? short.isMultiple(of: other)
                    : Machine.isValid(step.pointee.operation, short.compare(other))
            } else {
                isLongValid(step, DecimalValue(token), bound.pointee.long)
            }
        return isValid || fail(mode, step.pointee.location, node)
    }

    private mutating func isLongValid(_ step: UnsafePointer<Step>, _ number: DecimalValue, _ long: Int32)
        -> Bool
    {
        let bound = program._withUnsafeGuaranteedRef { $0.longBounds[Int(long)] }
        if step.pointee.operation == .multipleOf { return number.isMultiple(of: bound) }
        return Machine.isValid(step.pointee.operation, number < bound ? -1 : number == bound ? 0 : 1)
    }

    /// Returns whether a keyword allows an order of number and bound: negative, zero or positive.
    @inline(__always)
    private static func isValid(_ operation: Step.Operation, _ order: Int) -> Bool {
        switch operation {
        case .minimum: order >= 0
        case .maximum: order <= 0
        case .exclusiveMinimum: order > 0
        default: order < 0
        }
    }

    /// Returns whether a number is an integer, as is `1.0`. Section 6.1.1
    static func isInteger(_ token: UnsafeBufferPointer<UInt8>) -> Bool {
        ShortDecimal(token)?.isInteger ?? DecimalValue(token).isInteger
    }
}
