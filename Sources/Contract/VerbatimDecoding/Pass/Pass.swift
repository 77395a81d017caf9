/// One decoding of a document by the real decoder, with every model in it watched.
///
/// A pass lives on one thread, from before the decoder is called until it has returned; it is `Sendable` only
/// so that the probes, which the real decoder makes, can find it.
final class Pass: @unchecked Sendable {
    /// A probe was decoded outside a pass.
    struct Missing: Error {}

    @TaskLocal static var current: Pass?

    /// Whether failures are mended and gone past; else the first one ends the pass, as it ends a plain
    /// decode.
    let collects: Bool
    /// What is known of the location being decoded.
    private(set) var usage: UsageNode
    /// Locations whose model stopped before it had asked for everything.
    private(set) var unjudged: [[any CodingKey]] = []
    /// Whether a model is run only to see where its way depends on placeholders.
    private(set) var isDoubting = false
    private var attempts: [Attempt] = []
    private var shapes: [ObjectIdentifier: AnyDecodingPlan] = [:]
    private var samples: [ObjectIdentifier: Any] = [:]

    init(collects: Bool, usage: UsageNode) {
        self.collects = collects
        self.usage = usage
    }

    /// Decodes a model with its own initializer, which is called again after each failure that can be mended.
    func attempt<Model>(
        at path: @autoclosure () -> [any CodingKey], _ initialize: (Attempt) throws -> Model
    ) -> DecodeOutcome<Model> {
        let attempt = Attempt(model: Model.self, path: collects ? path() : [], pass: self)
        attempts.append(attempt)
        defer { attempts.removeLast() }
        let outcome = attempt.outcome { try initialize(attempt) }
        if collects, case .decoded(let value) = outcome { samples[ObjectIdentifier(Model.self)] = value }
        return outcome
    }

    /// Goes to a location for the time of a call into the real decoder, so that probes know where they are.
    func visiting<Result>(_ location: UsageNode, _ body: () throws -> Result) rethrows -> Result {
        let before = usage
        usage = location
        defer { usage = before }
        return try body()
    }

    /// Runs a model again without noting what remains unjudged, and without doubting the models in it.
    func doubting<Result>(_ body: () -> Result) -> Result {
        isDoubting = true
        defer { isDoubting = false }
        return body()
    }

    func leaveUnjudged(_ path: [any CodingKey]) {
        if !isDoubting { unjudged.append(path) }
    }

    /// Whether a type can be asked for as itself: when it is a leaf, and no failure is to be gone past.
    func isAskedPlainly<Value: Decodable>(_ type: Value.Type) -> Bool {
        !collects && anyShape(of: type).kind == .leaf
    }

    func shape<Value: Decodable>(of type: Value.Type) -> DecodingPlan<Value> {
        unsafeDowncast(anyShape(of: type), to: DecodingPlan<Value>.self)
    }

    private func anyShape<Value: Decodable>(of type: Value.Type) -> AnyDecodingPlan {
        let id = ObjectIdentifier(type)
        if let known = shapes[id] { return known }
        let shape = DecodingPlan.make(for: type)
        shapes[id] = shape
        return shape
    }

    /// Asks the real decoder, and notes the failure when it throws.
    ///
    /// - Parameter placeholders: Makes values for the model to go on with; used where none came with the failure.
    func outcome<Value>(
        at location: any DecodingLocation, wanted: any Any.Type, placeholders: () -> Placeholders<Value>,
        _ ask: () throws -> DecodeOutcome<Value>
    ) -> DecodeOutcome<Value> {
        do {
            let outcome = try ask()
            guard collects, case .failed(let failed) = outcome, failed.placeholders.first == nil else {
                return outcome
            }
            return .failed(
                Failed(error: failed.error, failures: failed.failures, placeholders: placeholders()))
        } catch {
            guard collects else {
                return .failed(Failed(error: error, failures: [], placeholders: Placeholders()))
            }
            let lapse = lapse(
                at: location.codingPath, wanted: .value(wanted), keys: location.keys, error: error)
            return .failed(Failed(error: error, failures: [lapse], placeholders: placeholders()))
        }
    }

    /// Values that let a model go on: those that served at this location, or anywhere, or blank ones.
    func placeholders<Value: Decodable>(for type: Value.Type, at location: any DecodingLocation)
        -> Placeholders<Value>
    {
        var placeholders = Placeholders<Value>()
        let served = location.use?.samples.compactMap { ($0 as? MemoizedValue<Value>)?.value } ?? []
        for value in served + [samples[ObjectIdentifier(type)] as? Value].compactMap(\.self) {
            placeholders.add(value)
        }
        for filling in PlaceholderSeed.allCases where placeholders.other == nil {
            if let value = PlaceholderValue.make(type, filling) { placeholders.add(value) }
        }
        return placeholders
    }

    /// Makes a failure of the innermost model that has the location inside it: a value that fails as a whole is
    /// the failure of whoever asked for it, and a dictionary's member that of the model with the dictionary.
    func lapse(
        at path: [any CodingKey], wanted: PendingFailure.Wanted, origin: PendingFailure.Origin = .decoder,
        keys: (any Any.Type)? = nil, error: any Error
    ) -> PendingFailure {
        let whole = attempts.reversed().prefix { $0.path.count >= path.count }
        let around = attempts.dropLast(whole.count)
        let owner = around.last { !($0.model is any KeyedCollection.Type) } ?? around.last
        return PendingFailure(
            path: path, wanted: whole.last.map { .value($0.model) } ?? wanted,
            form: whole.isEmpty || origin != .decoder ? nil : wanted, origin: origin, error: error,
            owner: owner.map { ($0.model, $0.path.count) }, keys: whole.isEmpty ? keys : nil)
    }
}
