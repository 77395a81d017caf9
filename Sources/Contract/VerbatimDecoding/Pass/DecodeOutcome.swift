/// What came of asking the real decoder for a value: the value, or why there is none.
enum DecodeOutcome<Value> {
    case decoded(Value)
    case failed(Failed<Value>)
}

/// A value that could not be decoded.
struct Failed<Value> {
    /// The error that was thrown first: the one a plain decode throws.
    let error: any Error
    /// Every failure found inside the value.
    let failures: [PendingFailure]
    /// Values to go on with, as far as any can be made.
    let placeholders: Placeholders<Value>
}

/// Values for a model to go on with after a failure, and to see whether its way depends on them.
struct Placeholders<Value> {
    var first: Value?
    /// Another one, as different as can be.
    var other: Value?

    func map<Other>(_ transform: (Value) -> Other) -> Placeholders<Other> {
        Placeholders<Other>(first: first.map(transform), other: other.map(transform))
    }
}

extension DecodeOutcome {
    func get() throws -> Value {
        switch self {
        case .decoded(let value): return value
        case .failed(let failed): throw failed.error
        }
    }

    func map<Other>(_ transform: (Value) -> Other) -> DecodeOutcome<Other> {
        switch self {
        case .decoded(let value):
            .decoded(transform(value))
        case .failed(let failed):
            .failed(
                Failed(
                    error: failed.error, failures: failed.failures,
                    placeholders: failed.placeholders.map(transform)))
        }
    }

    /// The outcome for someone to whom nil will do as well.
    var optional: DecodeOutcome<Value?> {
        switch self {
        case .decoded(let value):
            return .decoded(value)
        case .failed(let failed):
            let placeholders =
                failed.placeholders.first == nil ? Placeholders<Value?>() : failed.placeholders.optional
            return .failed(Failed(error: failed.error, failures: failed.failures, placeholders: placeholders))
        }
    }

    /// Puts a collection together from the outcomes of its elements; the mended one lacks what has no
    /// placeholder.
    static func all<Element>(_ outcomes: [DecodeOutcome<Element>], _ collect: ([Element]) -> Value)
        -> DecodeOutcome<
            Value
        >
    {
        var values: [Element] = []
        values.reserveCapacity(outcomes.count)
        var failures: [PendingFailure] = []
        var first: (any Error)?
        for outcome in outcomes {
            switch outcome {
            case .decoded(let value):
                values.append(value)
            case .failed(let failed):
                first = first ?? failed.error
                failures += failed.failures
                values += failed.placeholders.first.map { [$0] } ?? []
            }
        }
        guard let first else { return .decoded(collect(values)) }
        return .failed(
            Failed(error: first, failures: failures, placeholders: Placeholders(first: collect(values))))
    }
}

extension Placeholders {
    /// A value where there is one, for there is something at the location; then nil.
    var optional: Placeholders<Value?> {
        Placeholders<Value?>(first: .some(first), other: .some(nil))
    }
}
