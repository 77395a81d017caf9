/// Runs a model's initializer, and after a failure again with placeholders to find the failures that follow.
struct ModelExplorer {
    private let trace: ModelTrace
    private var pass: DecodingPass { trace.pass }

    /// The most requests of one model to recover from: a bound for a model that makes requests without end.
    private static let maximumSteps = 1 << 16

    /// Decodes a model with its own initializer.
    ///
    /// - Parameter path: The coding path of the model; evaluated only if the pass recovers from failures.
    static func decode<Model>(
        at path: @autoclosure () -> [any CodingKey], in pass: DecodingPass,
        _ initialize: (ModelTrace) throws -> Model
    ) -> DecodeOutcome<Model> {
        let trace = ModelTrace(of: Model.self, at: pass.recovers ? path() : [], in: pass)
        return pass.withModel(Model.self, depth: trace.path.count) {
            ModelExplorer(trace: trace).outcome { try initialize(trace) }
        }
    }

    private func outcome<Model>(_ initialize: () throws -> Model) -> DecodeOutcome<Model> {
        do {
            let value = try initialize()
            keepSamples()
            pass.keep(trace.failedRequests)
            return .decoded(value)
        } catch {
            guard pass.recovers else {
                return .failed(FailedDecode(error: error, failures: [], placeholders: PlaceholderPair()))
            }
            let exploration = explorePair(after: error, initialize)
            if exploration.isIncomplete, trace.requestsContainer { pass.reportUnexplored(trace.path) }
            return .failed(
                FailedDecode(
                    error: error, failures: exploration.failures,
                    placeholders: PlaceholderPair(first: exploration.model)))
        }
    }

    /// Keeps the values with which a model was decoded, as placeholders for other models of its type.
    private func keepSamples() {
        for case .value(let value, let key?, isPlaceholder: false) in trace.steps { key.keep(value) }
    }
}

// MARK: - Exploring

/// The failures found by running one model until it returns, or until no placeholder helps.
private struct Exploration<Model> {
    private(set) var failures: [PendingFailure] = []
    /// The number of failures found before the first placeholder was used.
    private(set) var certainCount = 0
    /// Whether the model stopped, or took a path that depends on placeholders, before it requested all.
    var isIncomplete = false
    /// Whether any placeholder had an alternative.
    var hasAlternatives = false
    /// The model made with placeholders, if its initializer returned.
    var model: Model?

    mutating func add(_ found: [PendingFailure]) {
        if failures.isEmpty { certainCount = found.count }
        failures += found
    }

    /// Keeps the failures that do not depend on placeholders.
    mutating func keepCertainFailures() {
        isIncomplete = isIncomplete || failures.count > certainCount
        failures.removeLast(failures.count - certainCount)
    }

    /// Keeps the failures that another exploration found as well.
    mutating func keepFailures(sharedWith other: Exploration) {
        let found = Set(other.failures.map(\.identity))
        let shared = failures.filter { found.contains($0.identity) }
        isIncomplete = isIncomplete || shared.count < failures.count || shared.count < other.failures.count
        failures = shared
    }
}

extension ModelExplorer {
    /// The number of models around each other that are explored twice, as each doubles the work below it.
    private static let maximumPairDepth = 16

    /// Explores a model, and once more with other placeholders if its failures may depend on them; far inside
    /// other models, such failures are omitted.
    private func explorePair<Model>(
        after error: any Error, _ initialize: () throws -> Model
    ) -> Exploration<Model> {
        let start = trace.steps
        var first = explore(after: error, with: .first, initialize)
        guard first.hasAlternatives, !pass.isSpeculating,
            first.failures.count > first.certainCount || first.isIncomplete
        else { return first }
        guard pass.modelDepth <= Self.maximumPairDepth else {
            first.keepCertainFailures()
            return first
        }
        trace.restore(start)
        let second = pass.speculatively { explore(after: error, with: .alternative, initialize) }
        // An exploration that a placeholder ended early says nothing about the rest.
        if second.isIncomplete, !first.isIncomplete { return first }
        if first.isIncomplete, !second.isIncomplete { return second }
        first.keepFailures(sharedWith: second)
        return first
    }

    private func explore<Model>(
        after error: any Error, with choice: PlaceholderChoice, _ initialize: () throws -> Model
    ) -> Exploration<Model> {
        var exploration = Exploration<Model>()
        var error = error
        while recover(from: error, with: choice, in: &exploration) {
            trace.rewind()
            do {
                exploration.model = try initialize()
                return exploration
            } catch let next { error = next }
        }
        return exploration
    }

    // MARK: Recovering

    /// Adds the failures that made the initializer throw, and replaces their step by a placeholder. Returns
    /// whether the initializer can run again.
    private func recover<Model>(
        from error: any Error, with choice: PlaceholderChoice, in exploration: inout Exploration<Model>
    ) -> Bool {
        guard let fatal = trace.steps.lastIndex(where: { $0.threw(error) }),
            case .error(_, let failures, let placeholders) = trace.steps[fatal]
        else { return recoverFromRejection(error, with: choice, in: &exploration) }
        exploration.add(failures)
        guard let placeholder = placeholders[choice], fatal < Self.maximumSteps else {
            exploration.isIncomplete = failures.contains { $0.path.count > trace.path.count }
            return false
        }
        exploration.hasAlternatives = exploration.hasAlternatives || placeholders.alternative != nil
        trace.replaceStep(at: fatal, with: placeholder)
        return true
    }

    /// Adds an error that the model itself created.
    ///
    /// The model can run again only if the error names a key of its object: a name that it cannot convert is
    /// hidden, and a value that it rejects is replaced by one that was decoded elsewhere, if there are two to
    /// compare.
    private func recoverFromRejection<Model>(
        _ error: any Error, with choice: PlaceholderChoice, in exploration: inout Exploration<Model>
    ) -> Bool {
        let path = (error as? DecodingError)?.context.codingPath ?? []
        guard path.count > trace.path.count, let key = path[trace.path.count...].first?.stringValue else {
            return stop(at: trace.path, expected: trace.model, because: error, in: &exploration)
        }
        let rejected = path.last?.stringValue
        guard let index = trace.steps.lastIndex(where: { $0.key?.name == rejected }),
            let requested = trace.steps[index].key
        else { return hide(key, at: path, because: error, in: &exploration) }
        let type = requested.type ?? trace.model
        let placeholders = requested.placeholders
        guard !trace.steps.contains(where: \.isPlaceholder), placeholders.alternative != nil,
            let placeholder = placeholders[choice]
        else { return stop(at: path, expected: type, because: error, in: &exploration) }
        exploration.add([rejection(at: path, expected: type, because: error)])
        exploration.hasAlternatives = true
        trace.replaceStep(at: index, with: placeholder)
        return true
    }

    /// Ends the exploration with a rejection, which is a failure unless a placeholder may have caused it.
    private func stop<Model>(
        at path: [any CodingKey], expected: any Any.Type, because error: any Error,
        in exploration: inout Exploration<Model>
    ) -> Bool {
        if !trace.steps.contains(where: \.isPlaceholder) {
            exploration.add([rejection(at: path, expected: expected, because: error)])
        }
        exploration.isIncomplete = true
        return false
    }

    /// Hides a key that a dictionary cannot convert.
    private func hide<Model>(
        _ key: String, at path: [any CodingKey], because error: any Error,
        in exploration: inout Exploration<Model>
    ) -> Bool {
        guard let keyType = (trace.model as? any KeyedCollection.Type)?.keyType, trace.hide(key) else {
            return stop(at: path, expected: trace.model, because: error, in: &exploration)
        }
        exploration.add([rejection(at: path, expected: keyType, origin: .name, because: error)])
        return true
    }

    private func rejection(
        at path: [any CodingKey], expected: any Any.Type, origin: PendingFailure.Origin = .model,
        because error: any Error
    ) -> PendingFailure { pass.failure(at: path, expected: .value(expected), origin: origin, error: error) }
}

extension RequestedKey {
    /// The values decoded under the key before, as placeholders for one that the model rejects.
    fileprivate var placeholders: PlaceholderPair<TraceStep> {
        let steps = samples.map { TraceStep.value($0, key: self, isPlaceholder: true) }
        return PlaceholderPair(first: steps.first, alternative: steps.count > 1 ? steps.last : nil)
    }
}
