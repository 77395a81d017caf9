/// The decoding of one model, run again from the start after each failure that could be mended.
///
/// Everything the model asks for is answered in order, and noted. When its initializer throws what a container
/// threw, that failure was fatal: a stand-in takes its place and the initializer runs again, on the noted answers
/// up to there. A failure that the model catches (`try?`) is thrown again each time, so that the model goes the way
/// it goes in a plain decode.
final class Attempt {
    let model: any Any.Type
    let path: [any CodingKey]
    let pass: Pass

    /// The replies noted so far, and which is to be given next.
    var replies: [Reply] = []
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

    func outcome<Model>(_ initialize: () throws -> Model) -> Outcome<Model> {
        do {
            let value = try initialize()
            keepSamples()
            return .decoded(value)
        } catch {
            guard pass.collects else { return .failed(Failed(error: error, failures: [], mended: nil)) }
            return outcome(after: error, initialize)
        }
    }

    private func outcome<Model>(after first: any Error, _ initialize: () throws -> Model) -> Outcome<Model> {
        var failures: [Lapse] = []
        var error = first
        while mend(error, noting: &failures) {
            next = 0
            do {
                return .failed(Failed(error: first, failures: failures, mended: try initialize()))
            } catch let again {
                error = again
            }
        }
        return .failed(Failed(error: first, failures: failures, mended: nil))
    }

    /// What a model decoded well with serves as a stand-in where another of its kind does not.
    private func keepSamples() {
        for case .gave(let noted, to: let use?, isStandIn: false) in replies { use.sample = noted }
    }
}
