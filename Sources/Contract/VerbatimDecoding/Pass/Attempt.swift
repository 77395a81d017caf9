/// The decoding of one model, run again from the start after each failure that can be mended.
///
/// Everything the model asks for is answered in order, and noted. When its initializer throws what a
/// container threw, that failure was fatal: a placeholder takes its location and the initializer runs again, on
/// the noted answers up to there. A failure that the model catches (`try?`) is thrown again each time, so
/// that the model goes the way it goes in a plain decode.
///
/// The way a model goes may depend on a value that only stands in: what kind of thing it decodes. So when
/// more failures follow a mended one, the model is looked at a second time, with other placeholders, and what
/// is not found both times does not count.
final class Attempt {
    let model: any Any.Type
    let path: [any CodingKey]
    let pass: Pass

    /// The replies noted so far, and which is to be given next.
    var replies: [ReplayStep] = []
    var next = 0
    /// Members the model does not get to see, because it cannot make a key of their names.
    var hidden: Set<String> = []
    /// Whether the model asked for more than a single value, so that a refusal may hide further failures.
    var readsMembers = false

    init(model: any Any.Type, path: [any CodingKey], pass: Pass) {
        self.model = model
        self.path = path
        self.pass = pass
    }

    func outcome<Model>(_ initialize: () throws -> Model) -> DecodeOutcome<Model> {
        do {
            let value = try initialize()
            keepSamples()
            return .decoded(value)
        } catch {
            guard pass.collects else {
                return .failed(Failed(error: error, failures: [], placeholders: Placeholders()))
            }
            let look = twoLooks(after: error, initialize)
            if look.isCutShort, readsMembers { pass.leaveUnjudged(path) }
            return .failed(
                Failed(error: error, failures: look.failures, placeholders: Placeholders(first: look.mended)))
        }
    }

    /// What a model decoded well with serves as a placeholder where another of its kind does not.
    private func keepSamples() {
        for case .gave(let noted, to: let use?, isFake: false) in replies { use.keep(noted) }
    }
}

// MARK: - Looks

extension Attempt {
    /// What is seen of a model by mending it until it decodes, or until nothing more can be mended.
    struct Look<Model> {
        var failures: [PendingFailure] = []
        /// How many of the failures were found before any placeholder was given.
        var certain = 0
        /// Whether the model stopped, or went a way that is not certain, before it had asked for everything.
        var isCutShort = false
        /// Whether any placeholder could have been another.
        var hasAlternatives = false
        var mended: Model?
    }

    private func twoLooks<Model>(after error: any Error, _ initialize: () throws -> Model) -> Look<Model> {
        let start = replies
        var first = look(after: error, with: \.first, initialize)
        guard first.hasAlternatives, !pass.isDoubting,
            first.failures.count > first.certain || first.isCutShort
        else { return first }
        replies = start
        hidden = []
        let second = pass.doubting { look(after: error, with: \.otherOrFirst, initialize) }
        // A look that a placeholder brought to an end tells nothing of the rest.
        if second.isCutShort, !first.isCutShort { return first }
        if first.isCutShort, !second.isCutShort { return second }
        let shared = first.failures.filter { failure in second.failures.contains { $0.isSame(as: failure) } }
        first.isCutShort =
            first.isCutShort || shared.count < first.failures.count || shared.count < second.failures.count
        first.failures = shared
        return first
    }

    private func look<Model>(
        after first: any Error, with choice: KeyPath<Placeholders<ReplayStep>, ReplayStep?>,
        _ initialize: () throws -> Model
    ) -> Look<Model> {
        var look = Look<Model>()
        var error = first
        while mend(error, with: choice, in: &look) {
            next = 0
            do {
                look.mended = try initialize()
                return look
            } catch let again {
                error = again
            }
        }
        return look
    }
}

extension Placeholders {
    fileprivate var otherOrFirst: Value? { other ?? first }
}
