/// One decoding of a document by the real decoder, with every model in it watched.
///
/// A pass lives on one thread, from before the decoder is called until it has returned; it is `Sendable` only
/// so that the probes, which the real decoder makes, can find it.
final class Pass: @unchecked Sendable {
    /// A probe was decoded outside a pass.
    struct Missing: Error {}

    @TaskLocal static var current: Pass?

    /// Whether failures are mended and gone past; else the first one ends the pass, as it ends a plain decode.
    let collects: Bool
    /// What is known of the place being decoded.
    private(set) var usage: UsageNode
    /// Places whose model stopped before it had asked for everything.
    var unjudged: [[any CodingKey]] = []
    private var attempts: [Attempt] = []
    private var shapes: [ObjectIdentifier: AnyShape] = [:]
    private var samples: [ObjectIdentifier: Any] = [:]

    init(collects: Bool, usage: UsageNode) {
        self.collects = collects
        self.usage = usage
    }

    /// Decodes a model with its own initializer, which is called again after each failure that can be mended.
    func attempt<Model>(
        at path: @autoclosure () -> [any CodingKey], _ initialize: (Attempt) throws -> Model
    ) -> Outcome<Model> {
        let attempt = Attempt(model: Model.self, path: collects ? path() : [], pass: self)
        attempts.append(attempt)
        defer { attempts.removeLast() }
        let outcome = attempt.outcome { try initialize(attempt) }
        if collects, case .decoded(let value) = outcome { samples[ObjectIdentifier(Model.self)] = value }
        return outcome
    }

    /// Goes to a place for the time of a call into the real decoder, so that probes know where they are.
    func visiting<Result>(_ place: UsageNode, _ body: () throws -> Result) rethrows -> Result {
        let before = usage
        usage = place
        defer { usage = before }
        return try body()
    }

    /// Whether a type can be asked for as itself: when it is a leaf, and no failure is to be gone past.
    func isAskedPlainly<Value: Decodable>(_ type: Value.Type) -> Bool {
        !collects && anyShape(of: type).kind == .leaf
    }

    func shape<Value: Decodable>(of type: Value.Type) -> Shape<Value> {
        unsafeDowncast(anyShape(of: type), to: Shape<Value>.self)
    }

    private func anyShape<Value: Decodable>(of type: Value.Type) -> AnyShape {
        let id = ObjectIdentifier(type)
        if let known = shapes[id] { return known }
        let shape = Shape.make(for: type)
        shapes[id] = shape
        return shape
    }

    /// Asks the real decoder, and notes the failure when it throws.
    ///
    /// - Parameter standIn: Makes a value for the model to go on with; used wherever none came with the failure.
    func outcome<Value>(
        at place: any Place, wanted: any Any.Type, standIn: () -> Value?, _ ask: () throws -> Outcome<Value>
    ) -> Outcome<Value> {
        do {
            let outcome = try ask()
            guard collects, case .failed(let failed) = outcome, failed.mended == nil else { return outcome }
            return .failed(Failed(error: failed.error, failures: failed.failures, mended: standIn()))
        } catch {
            guard collects else { return .failed(Failed(error: error, failures: [], mended: nil)) }
            let lapse = lapse(at: place.codingPath, wanted: .value(wanted), keys: place.keys, error: error)
            return .failed(Failed(error: error, failures: [lapse], mended: standIn()))
        }
    }

    /// A value that lets a model go on after a failure: one that served at this place, or anywhere, or a blank one.
    func standIn<Value: Decodable>(for type: Value.Type, at place: any Place) -> Value? {
        if let sample = place.use?.sample as? Noted<Value> { return sample.value }
        return samples[ObjectIdentifier(type)] as? Value ?? StandIn.make(type)
    }

    /// Makes a failure of the innermost model that has the place inside it: a value that fails as a whole is
    /// the failure of whoever asked for it, and a dictionary's member that of the model with the dictionary.
    func lapse(
        at path: [any CodingKey], wanted: Lapse.Wanted, origin: Lapse.Origin = .decoder,
        keys: (any Any.Type)? = nil, error: any Error
    ) -> Lapse {
        let whole = attempts.reversed().prefix { $0.path.count >= path.count }
        let around = attempts.dropLast(whole.count)
        let owner = around.last { !($0.model is any KeyedCollection.Type) } ?? around.last
        return Lapse(
            path: path, wanted: whole.last.map { .value($0.model) } ?? wanted,
            form: whole.isEmpty || origin != .decoder ? nil : wanted, origin: origin, error: error,
            owner: owner.map { ($0.model, $0.path.count) }, keys: whole.isEmpty ? keys : nil)
    }
}
