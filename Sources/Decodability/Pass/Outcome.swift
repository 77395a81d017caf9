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
    /// The value with stand-ins in the failed places, when one could be made.
    let mended: Value?
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
                Failed(error: failed.error, failures: failed.failures, mended: failed.mended.map(transform)))
        }
    }

    /// The outcome for someone to whom nil will do: so it can always be mended.
    var optional: Outcome<Value?> {
        switch self {
        case .decoded(let value): .decoded(value)
        case .failed(let failed):
            .failed(Failed(error: failed.error, failures: failed.failures, mended: .some(failed.mended)))
        }
    }

    /// Puts a collection together from the outcomes of its elements; the mended one lacks what has no stand-in.
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
                values += failed.mended.map { [$0] } ?? []
            }
        }
        guard let first else { return .decoded(collect(values)) }
        return .failed(Failed(error: first, failures: failures, mended: collect(values)))
    }
}
