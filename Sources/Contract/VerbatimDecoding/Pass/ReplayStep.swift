/// What a model was told in answer to one question.
indirect enum ReplayStep {
    case gave(any AnyMemoizedValue, to: KeyUse?, isFake: Bool)
    case threw(any Error, [PendingFailure], placeholders: Placeholders<ReplayStep>)
    /// A container was opened, and is to be opened again.
    case opened
    /// A container could not be opened, and one with blank values stands in for it.
    case blank

    var key: KeyUse? {
        if case .gave(_, to: let key, _) = self { key } else { nil }
    }

    var isFake: Bool {
        switch self {
        case .gave(_, _, let isFake): isFake
        case .blank: true
        case .threw, .opened: false
        }
    }

    /// Whether the reply was to throw the error: for all one can tell of two errors, the same one.
    func threw(_ error: any Error) -> Bool {
        guard case .threw(let thrown, _, _) = self else { return false }
        return type(of: thrown) == type(of: error) && String(describing: thrown) == String(describing: error)
    }
}

/// A value given to a model, boxed so that it comes back as exactly the type it had.
protocol AnyMemoizedValue: AnyObject {
    func isSame(as other: any AnyMemoizedValue) -> Bool
}

final class MemoizedValue<Value>: AnyMemoizedValue {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    func isSame(as other: any AnyMemoizedValue) -> Bool {
        guard let other = other as? MemoizedValue<Value>, let ours = value as? AnyHashable else {
            return false
        }
        return ours == other.value as? AnyHashable
    }
}
