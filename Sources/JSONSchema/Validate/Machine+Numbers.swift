@_spi(Tape) import JSONDocument

/// https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2
extension Machine {
    mutating func number<M: Mode>(_ mode: M, _ step: UnsafePointer<Step>, _ node: Int) -> Bool {
        let holds = program._withUnsafeGuaranteedRef { program in
            holdsNumber(step.pointee.operation, program.bounds[Int(step.pointee.first)], tape.token(node))
        }
        return holds || fail(mode, step.pointee.place, node)
    }

    @inline(__always)
    private func holdsNumber(
        _ operation: Step.Operation, _ bound: Bound, _ token: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let short = ShortDecimal(token)
        guard operation != .multipleOf else {
            if let short, let divisor = bound.short, short.scale == 0, divisor.scale == 0 {
                return short.digits % divisor.digits == 0
            }
            return Machine.number(token).isMultiple(of: bound.number)
        }
        let order: Int
        if let short, let limit = bound.short {
            order = short.compare(limit)
        } else {
            let number = Machine.number(token)
            order = number < bound.number ? -1 : number == bound.number ? 0 : 1
        }
        switch operation {
        case .minimum: return order >= 0
        case .maximum: return order <= 0
        case .exclusiveMinimum: return order > 0
        default: return order < 0
        }
    }

    /// 6.1.1: `1.0` is an integer.
    func isInteger(_ node: Int) -> Bool {
        let token = tape.token(node)
        return ShortDecimal(token)?.isInteger ?? Machine.number(token).isInteger
    }

    static func number(_ token: UnsafeBufferPointer<UInt8>) -> JSONNumber {
        JSONNumber(String(decoding: token, as: UTF8.self)) ?? 0
    }
}
