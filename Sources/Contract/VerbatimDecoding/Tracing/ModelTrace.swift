/// The requests of one model's initializer with their answers, in order.
///
/// When the initializer runs again, its requests are answered from the trace as far as that goes; then from
/// the real decoder, and recorded.
final class ModelTrace {
    let model: any Any.Type
    let path: [any CodingKey]
    let pass: DecodingPass
    /// The number of the model's value, the same whenever the initializer runs.
    let number: Int

    private(set) var steps: [TraceStep] = []
    /// The index of the step that answers the next request.
    private var next = 0
    /// Keys that the model does not get to see, because it cannot convert their names.
    private(set) var hiddenKeys: Set<String> = []
    /// The requests that failed, in the order of the first run.
    private(set) var failedRequests: [CaughtFailures.Request] = []
    /// Whether the model requested more than a single value, so that a rejection can hide further failures.
    var requestsContainer = false

    init(of model: any Any.Type, at path: [any CodingKey], in pass: DecodingPass) {
        self.model = model
        self.path = path
        self.pass = pass
        number = pass.nextNumber()
    }

    /// Whether the next request is made for the first time, so that it counts.
    var isRecording: Bool { next == steps.count }

    // MARK: Answering

    /// Returns the answer to a request for a value.
    ///
    /// - Parameter skip: Advances the real container past a value that is answered from the trace.
    func value<Value>(
        from source: some ValueSource, skip: () -> Void = {}, _ decode: () -> DecodeOutcome<Value>
    ) throws -> Value {
        if let replayed = try replayValue(Value.self) {
            skip()
            return replayed
        }
        let outcome = decode()
        if case .failed(let failed) = outcome {
            noteFailure(at: source.codingPath, isKeyed: source.keyType != nil, failed.failures)
        }
        if pass.recovers { record(step(for: outcome, key: source.key)) }
        return try outcome.get()
    }

    /// Returns the answer to a request for a value whose type has no initializer to trace.
    func leaf<Value>(_ decode: () throws -> Value) throws -> Value {
        do {
            return try decode()
        } catch {
            pass.noteFailure()
            throw error
        }
    }

    /// Returns the answer to a request that cannot fail, but that a decoder may answer differently the next
    /// time, such as the order of keys.
    func stableValue<Value>(_ request: () -> Value) -> Value {
        guard pass.recovers else { return request() }
        if let replayed = try? replayValue(Value.self) { return replayed }
        let value = request()
        record(.value(MemoizedValue(value), key: nil, isPlaceholder: false))
        return value
    }

    /// Opens a container, or returns a placeholder for one that could not be opened.
    func container<Container>(
        _ expected: PendingFailure.Expected, at path: @autoclosure () -> [any CodingKey],
        placeholder: @autoclosure () -> Container, _ open: () throws -> Container
    ) throws -> Container {
        switch replayContainer() {
        case .container: return try open()
        case .placeholderContainer: return placeholder()
        case .error(let error, _, _): throw error
        case .value, nil: break
        }
        do {
            let container = try open()
            if pass.recovers { record(.container) }
            return container
        } catch {
            pass.noteFailure()
            if pass.recovers {
                let failure = pass.failure(at: path(), expected: expected, error: error)
                noteFailure(at: failure.path, isKeyed: failure.path.count > self.path.count, [failure])
                record(step(forContainer: failure))
            }
            throw error
        }
    }

    private func noteFailure(
        at path: @autoclosure () -> [any CodingKey], isKeyed: Bool, _ failures: [PendingFailure]
    ) {
        pass.noteFailure()
        guard let caught = pass.caught else { return }
        failedRequests.append(caught.request(at: path(), isKeyed: isKeyed, failures))
    }

    private func step<Value>(for outcome: DecodeOutcome<Value>, key: RequestedKey?) -> TraceStep {
        switch outcome {
        case .decoded(let value): .value(MemoizedValue(value), key: key, isPlaceholder: false)
        case .failed(let failed):
            .error(
                failed.error, failures: failed.failures,
                placeholders: failed.placeholders.map {
                    .value(MemoizedValue($0), key: key, isPlaceholder: true)
                })
        }
    }

    /// A container inside the model can be a placeholder. The model's own cannot: it would have no failures.
    private func step(forContainer failure: PendingFailure) -> TraceStep {
        .error(
            failure.error, failures: [failure],
            placeholders: PlaceholderPair(
                first: failure.path.count > path.count ? .placeholderContainer : nil))
    }

    private func record(_ step: TraceStep) {
        steps.append(step)
        next = steps.count
    }

    private func replayValue<Value>(_ type: Value.Type) throws -> Value? {
        guard next < steps.count else { return nil }
        switch steps[next] {
        case .error(let error, _, _):
            next += 1
            throw error
        case .value(let memoized as MemoizedValue<Value>, _, _):
            next += 1
            return memoized.value
        default:
            removeRemainingSteps()
            return nil
        }
    }

    private func replayContainer() -> TraceStep? {
        guard next < steps.count else { return nil }
        switch steps[next] {
        case .container, .placeholderContainer, .error:
            defer { next += 1 }
            return steps[next]
        case .value:
            removeRemainingSteps()
            return nil
        }
    }

    /// Removes the steps that no longer apply because the model took another path than before.
    private func removeRemainingSteps() { steps.removeSubrange(next...) }

    // MARK: Running again

    /// Answers the next request with the first step.
    func rewind() { next = 0 }

    /// Restores an earlier state of the trace, with no key hidden.
    func restore(_ steps: [TraceStep]) {
        self.steps = steps
        hiddenKeys = []
    }

    /// Replaces a step and removes those after it.
    func replaceStep(at index: Int, with step: TraceStep) {
        steps.removeSubrange(index...)
        steps.append(step)
    }

    /// Hides a key from the model; returns false if it is already hidden.
    func hide(_ key: String) -> Bool { hiddenKeys.insert(key).inserted }
}

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

    init(_ value: Value) { self.value = value }

    /// Whether both values have the same type and are equal; false if the type is not hashable.
    func isEqual(to other: any AnyMemoizedValue) -> Bool {
        guard let other = other as? MemoizedValue<Value>, let value = value as? AnyHashable else {
            return false
        }
        return value == other.value as? AnyHashable
    }
}
