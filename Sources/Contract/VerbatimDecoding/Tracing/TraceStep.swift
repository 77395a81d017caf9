/// The answer to one request of a model's initializer.
indirect enum TraceStep {
    case value(any AnyMemoizedValue, key: RequestedKey?, isPlaceholder: Bool)
    case error(any Error, failures: [PendingFailure], placeholders: PlaceholderPair<TraceStep>)
    /// A container that was opened, and is opened again in each run.
    case container
    /// A container of placeholders, for one that could not be opened.
    case placeholderContainer

    var key: RequestedKey? {
        if case .value(_, let key, _) = self { key } else { nil }
    }

    var isPlaceholder: Bool {
        switch self {
        case .value(_, _, let isPlaceholder): isPlaceholder
        case .placeholderContainer: true
        case .error, .container: false
        }
    }

    /// Whether the answer was to throw this error. Errors of the same type and description count as the same.
    func threw(_ error: any Error) -> Bool {
        guard case .error(let thrown, _, _) = self else { return false }
        return type(of: thrown) == type(of: error) && String(describing: thrown) == String(describing: error)
    }
}

/// A value that was passed to a model, boxed so that it keeps its exact type.
protocol AnyMemoizedValue: AnyObject {
    func isEqual(to other: any AnyMemoizedValue) -> Bool
}

final class MemoizedValue<Value>: AnyMemoizedValue {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// Whether both values have the same type and are equal; false if the type is not hashable.
    func isEqual(to other: any AnyMemoizedValue) -> Bool {
        guard let other = other as? MemoizedValue<Value>, let value = value as? AnyHashable else {
            return false
        }
        return value == other.value as? AnyHashable
    }
}
