/// The state of one traced decode of a document.
///
/// A pass lives on one thread, from before the decoder is called until it has returned. It is `Sendable` only
/// so that the probes, which the real decoder creates, can find it.
final class DecodingPass: @unchecked Sendable {
    /// The error of a probe that is decoded outside a pass.
    struct MissingPass: Error {}

    @TaskLocal static var current: DecodingPass?

    /// Whether failures are recovered from. Otherwise the first one ends the pass, as it ends a plain decode.
    let recovers: Bool
    private(set) var usage: UsageNode
    /// The values whose model stopped before it had requested everything.
    private(set) var unexplored: [[any CodingKey]] = []
    private(set) var hasFailed = false
    /// The failures that models caught; nil if the pass does not collect them.
    private(set) var caught: CaughtFailures?
    /// Whether a model is being explored a second time, to see which failures depend on placeholders.
    private(set) var isSpeculating = false
    /// The plans made so far, by type.
    var plans: [ObjectIdentifier: AnyDecodingPlan] = [:]
    /// The models being decoded, outermost first.
    private var models: [EnclosingModel] = []
    var modelDepth: Int { models.count }
    /// The number of values that have got a number.
    private var numberCount = 0
    /// The last model of each type that was decoded without a failure.
    private var samples: [ObjectIdentifier: Any] = [:]

    /// A model with the number of coding keys that lead to it.
    private struct EnclosingModel {
        let type: any Any.Type
        let depth: Int
    }

    /// - Parameter collectsCaughtFailures: Whether to collect the failures that models catch, for a document
    ///   that is decoded nevertheless.
    init(recovers: Bool, collectsCaughtFailures: Bool = false, usage: UsageNode) {
        self.recovers = recovers
        self.usage = usage
        caught = collectsCaughtFailures ? CaughtFailures() : nil
    }

    // MARK: Scopes

    /// Runs the decoding of a model, which becomes the owner of the failures inside it.
    func withModel<Model>(
        _ type: Model.Type, depth: Int, _ decode: () -> DecodeOutcome<Model>
    ) -> DecodeOutcome<Model> {
        models.append(EnclosingModel(type: type, depth: depth))
        defer { models.removeLast() }
        let outcome = decode()
        if recovers, case .decoded(let value) = outcome { samples[ObjectIdentifier(type)] = value }
        return outcome
    }

    /// Runs a call of the real decoder, during which probes count their keys in a node.
    func withUsage<Result>(_ node: UsageNode, _ body: () throws -> Result) rethrows -> Result {
        let outer = usage
        usage = node
        defer { usage = outer }
        return try body()
    }

    /// Runs a model without counting its keys, reporting it as unexplored, or exploring models in it twice.
    func speculatively<Result>(_ body: () -> Result) -> Result {
        isSpeculating = true
        defer { isSpeculating = false }
        return body()
    }

    /// Returns a number for a value, by which requests of its keys are known to be of the same object.
    func nextNumber() -> Int {
        numberCount += 1
        return numberCount
    }

    /// Notes that a request failed, whether or not the model catches the error.
    func noteFailure() { hasFailed = true }

    /// Notes that a model opened a container of a value.
    func noteOpening(at path: @autoclosure () -> [any CodingKey]) {
        if !isSpeculating { caught?.addOpening(at: path()) }
    }

    /// Keeps the failed requests of a model that was decoded nevertheless.
    func keep(_ requests: [CaughtFailures.Request]) {
        if !isSpeculating { caught?.add(requests) }
    }

    /// Decodes a value, and notes that it was read, unless its model requests nothing, as to skip an element.
    func noteReading<Value>(
        of source: any ValueSource, asModel isModel: Bool, _ decode: () -> DecodeOutcome<Value>
    ) -> DecodeOutcome<Value> {
        guard let before = caught?.readCount, !isSpeculating else { return decode() }
        let outcome = decode()
        if case .failed = outcome {
            caught?.removeReadings(after: before)
        } else if !isModel || caught?.readCount != before {
            caught?.addReading(at: source.codingPath)
        }
        return outcome
    }

    func reportUnexplored(_ path: [any CodingKey]) {
        if !isSpeculating { unexplored.append(path) }
    }

    // MARK: Outcomes

    /// Decodes a value with the real decoder, and turns an error into a failure.
    ///
    /// - Parameter placeholders: Makes placeholders for a failure that has none.
    func outcome<Value>(
        of source: any ValueSource, as type: any Any.Type, placeholders: () -> PlaceholderPair<Value>,
        _ decode: () throws -> DecodeOutcome<Value>
    ) -> DecodeOutcome<Value> {
        do {
            let outcome = try decode()
            guard recovers, case .failed(let failed) = outcome, failed.placeholders.first == nil else {
                return outcome
            }
            return .failed(
                FailedDecode(error: failed.error, failures: failed.failures, placeholders: placeholders()))
        } catch {
            guard recovers else {
                return .failed(FailedDecode(error: error, failures: [], placeholders: PlaceholderPair()))
            }
            let failure = failure(
                at: source.codingPath, expected: .value(type), keyType: source.keyType, error: error)
            return .failed(FailedDecode(error: error, failures: [failure], placeholders: placeholders()))
        }
    }

    /// Returns values with which a model can continue: decoded under the same key, for the same type, or new.
    func placeholders<Value: Decodable>(
        for type: Value.Type, from source: any ValueSource
    ) -> PlaceholderPair<Value> {
        var placeholders = PlaceholderPair<Value>()
        let decoded = source.key?.samples.compactMap { ($0 as? MemoizedValue<Value>)?.value } ?? []
        for value in decoded + [samples[ObjectIdentifier(type)] as? Value].compactMap(\.self) {
            placeholders.add(value)
        }
        for seed in PlaceholderSeed.allCases where placeholders.alternative == nil {
            if let value = PlaceholderValue.make(type, seed) { placeholders.add(value) }
        }
        return placeholders
    }

    /// Creates a failure and finds its owner, the innermost model that contains the value.
    ///
    /// A model that fails as a whole is a failure of the model that requested it. The owner of a dictionary's
    /// value is the model that has the dictionary.
    func failure(
        at path: [any CodingKey], expected: PendingFailure.Expected,
        origin: PendingFailure.Origin = .decoder, keyType: (any Any.Type)? = nil, error: any Error
    ) -> PendingFailure {
        let failing = models.reversed().prefix { $0.depth >= path.count }
        let enclosing = models.dropLast(failing.count)
        let owner = enclosing.last { !($0.type is any KeyedCollection.Type) } ?? enclosing.last
        return PendingFailure(
            path: path, expected: failing.last.map { .value($0.type) } ?? expected,
            form: failing.isEmpty || origin != .decoder ? nil : expected, origin: origin, error: error,
            owner: owner.map { ($0.type, $0.depth) }, keyType: failing.isEmpty ? keyType : nil)
    }
}
