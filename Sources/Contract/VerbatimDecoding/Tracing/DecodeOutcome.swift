/// The outcome of decoding a value with the real decoder.
enum DecodeOutcome<Value> {
    case decoded(Value)
    case failed(FailedDecode<Value>)
}

/// A value that could not be decoded.
struct FailedDecode<Value> {
    /// The error that was thrown first, which is the error of a plain decode.
    let error: any Error
    /// Every failure found inside the value.
    let failures: [PendingFailure]
    /// Values with which to continue, if any can be made.
    let placeholders: PlaceholderPair<Value>
}

/// Values with which a model can continue after a failure, and show whether its path depends on them.
struct PlaceholderPair<Value> {
    private(set) var first: Value?
    /// A value as different from the first as possible.
    private(set) var alternative: Value?

    init(first: Value? = nil, alternative: Value? = nil) {
        self.first = first
        self.alternative = alternative
    }

    /// The chosen placeholder; the first one if there is no alternative.
    subscript(choice: PlaceholderChoice) -> Value? {
        switch choice {
        case .first: first
        case .alternative: alternative ?? first
        }
    }

    /// Adds a value as the first one, or as the alternative if it differs from the first.
    mutating func add(_ value: Value) {
        if first == nil {
            first = value
        } else if alternative == nil, !isFirst(value) {
            alternative = value
        }
    }

    private func isFirst(_ value: Value) -> Bool {
        guard let first = first as? AnyHashable, let value = value as? AnyHashable else { return false }
        return first == value
    }

    func map<Other>(_ transform: (Value) -> Other) -> PlaceholderPair<Other> {
        PlaceholderPair<Other>(first: first.map(transform), alternative: alternative.map(transform))
    }

    /// The first value, as the value is present; nil is the alternative.
    var optional: PlaceholderPair<Value?> {
        PlaceholderPair<Value?>(first: .some(first), alternative: .some(nil))
    }
}

enum PlaceholderChoice { case first, alternative }

// MARK: - Combining outcomes

extension DecodeOutcome {
    func get() throws -> Value {
        switch self {
        case .decoded(let value): return value
        case .failed(let failed): throw failed.error
        }
    }

    func map<Other>(_ transform: (Value) -> Other) -> DecodeOutcome<Other> {
        switch self {
        case .decoded(let value): .decoded(transform(value))
        case .failed(let failed):
            .failed(
                FailedDecode(
                    error: failed.error, failures: failed.failures,
                    placeholders: failed.placeholders.map(transform)))
        }
    }

    /// The outcome for a request that accepts nil as well.
    var optional: DecodeOutcome<Value?> {
        switch self {
        case .decoded(let value): return .decoded(value)
        case .failed(let failed):
            let placeholders =
                failed.placeholders.first == nil ? PlaceholderPair<Value?>() : failed.placeholders.optional
            return .failed(
                FailedDecode(error: failed.error, failures: failed.failures, placeholders: placeholders))
        }
    }

    /// Combines the outcomes of elements into that of their collection.
    ///
    /// The placeholder of a collection that fails omits the elements that have no placeholder.
    static func all<Element>(
        _ outcomes: [DecodeOutcome<Element>], _ collect: ([Element]) -> Value
    ) -> DecodeOutcome<Value> {
        var values: [Element] = []
        values.reserveCapacity(outcomes.count)
        var failures: [PendingFailure] = []
        var firstError: (any Error)?
        for outcome in outcomes {
            switch outcome {
            case .decoded(let value): values.append(value)
            case .failed(let failed):
                firstError = firstError ?? failed.error
                failures += failed.failures
                values += failed.placeholders.first.map { [$0] } ?? []
            }
        }
        guard let firstError else { return .decoded(collect(values)) }
        return .failed(
            FailedDecode(
                error: firstError, failures: failures, placeholders: PlaceholderPair(first: collect(values))))
    }
}
