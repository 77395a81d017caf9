/// What came of asking the real decoder for a value: the value, or why there is none.
enum Outcome<Value> {
    case decoded(Value)
    case failed(Failed<Value>)
}

/// A value that could not be decoded.
struct Failed<Value> {
    /// The error that was thrown first: the one a plain decode throws.
    let error: any Error
    /// Every failure found inside the value.
    let failures: [Lapse]
    /// Values to go on with, as far as any can be made.
    let standIns: StandIns<Value>
}

/// Values for a model to go on with after a failure, and to see whether its way depends on them.
struct StandIns<Value> {
    var first: Value?
    /// Another one, as different as can be.
    var other: Value?

    func map<Other>(_ transform: (Value) -> Other) -> StandIns<Other> {
        StandIns<Other>(first: first.map(transform), other: other.map(transform))
    }
}

extension Outcome {
    func get() throws -> Value {
        switch self {
        case .decoded(let value): return value
        case .failed(let failed): throw failed.error
        }
    }

    func map<Other>(_ transform: (Value) -> Other) -> Outcome<Other> {
        switch self {
        case .decoded(let value):
            .decoded(transform(value))
        case .failed(let failed):
            .failed(
                Failed(
                    error: failed.error, failures: failed.failures, standIns: failed.standIns.map(transform)))
        }
    }

    /// The outcome for someone to whom nil will do as well.
    var optional: Outcome<Value?> {
        switch self {
        case .decoded(let value):
            return .decoded(value)
        case .failed(let failed):
            let standIns = failed.standIns.first == nil ? StandIns<Value?>() : failed.standIns.optional
            return .failed(Failed(error: failed.error, failures: failed.failures, standIns: standIns))
        }
    }

    /// Puts a collection together from the outcomes of its elements; the mended one lacks what has no
    /// stand-in.
    static func all<Element>(_ outcomes: [Outcome<Element>], _ collect: ([Element]) -> Value) -> Outcome<
        Value
    > {
        var values: [Element] = []
        values.reserveCapacity(outcomes.count)
        var failures: [Lapse] = []
        var first: (any Error)?
        for outcome in outcomes {
            switch outcome {
            case .decoded(let value):
                values.append(value)
            case .failed(let failed):
                first = first ?? failed.error
                failures += failed.failures
                values += failed.standIns.first.map { [$0] } ?? []
            }
        }
        guard let first else { return .decoded(collect(values)) }
        return .failed(Failed(error: first, failures: failures, standIns: StandIns(first: collect(values))))
    }
}

extension StandIns {
    /// A value where there is one, for there is something at the place; then nil.
    var optional: StandIns<Value?> {
        StandIns<Value?>(first: .some(first), other: .some(nil))
    }
}
