extension Attempt {
    /// Whether the question now put is put for the first time, so that it counts.
    var isFresh: Bool { next == replies.count }

    /// Answers a question from the notes, or else from the real decoder.
    ///
    /// - Parameter skip: Steps over the location in the real container when the answer comes from the notes.
    func answer<Value>(
        at location: some DecodingLocation, skip: () -> Void = {}, _ ask: () -> DecodeOutcome<Value>
    ) throws -> Value {
        if let noted = try notedAnswer(Value.self) {
            skip()
            return noted
        }
        let outcome = ask()
        if pass.collects { note(reply(for: outcome, to: location.use)) }
        return try outcome.get()
    }

    /// Answers a question that cannot fail, and that a decoder may answer otherwise another time: the order
    /// of keys.
    func steadyAnswer<Value>(_ ask: () -> Value) -> Value {
        guard pass.collects else { return ask() }
        if let noted = try? notedAnswer(Value.self) { return noted }
        let value = ask()
        note(.gave(MemoizedValue(value), to: nil, isFake: false))
        return value
    }

    /// Opens a container, or gives a blank one where opening failed and was mended.
    func open<Container>(
        _ wanted: PendingFailure.Wanted, at path: @autoclosure () -> [any CodingKey],
        blank: @autoclosure () -> Container,
        _ open: () throws -> Container
    ) throws -> Container {
        switch notedOpening() {
        case .opened: return try open()
        case .blank: return blank()
        case .threw(let error, _, _): throw error
        case .gave, nil: break
        }
        do {
            let container = try open()
            if pass.collects { note(.opened) }
            return container
        } catch {
            if pass.collects { note(reply(toOpening: pass.lapse(at: path(), wanted: wanted, error: error))) }
            throw error
        }
    }

    private func reply<Value>(for outcome: DecodeOutcome<Value>, to key: KeyUse?) -> ReplayStep {
        switch outcome {
        case .decoded(let value):
            .gave(MemoizedValue(value), to: key, isFake: false)
        case .failed(let failed):
            .threw(
                failed.error, failed.failures,
                placeholders: failed.placeholders.map { .gave(MemoizedValue($0), to: key, isFake: true) })
        }
    }

    /// A container inside the model can be blank; the model's own cannot, for nothing in it would be judged.
    private func reply(toOpening lapse: PendingFailure) -> ReplayStep {
        .threw(
            lapse.error, [lapse],
            placeholders: Placeholders(first: lapse.path.count > path.count ? .blank : nil))
    }

    private func note(_ reply: ReplayStep) {
        replies.append(reply)
        next = replies.count
    }

    private func notedAnswer<Value>(_ type: Value.Type) throws -> Value? {
        guard next < replies.count else { return nil }
        switch replies[next] {
        case .threw(let error, _, _):
            next += 1
            throw error
        case .gave(let noted as MemoizedValue<Value>, to: _, _):
            next += 1
            return noted.value
        default:
            forgetTheRest()
            return nil
        }
    }

    private func notedOpening() -> ReplayStep? {
        guard next < replies.count else { return nil }
        switch replies[next] {
        case .opened, .blank, .threw:
            defer { next += 1 }
            return replies[next]
        case .gave:
            forgetTheRest()
            return nil
        }
    }

    /// Drops notes that are of no use, because the model went another way than before.
    private func forgetTheRest() {
        replies.removeSubrange(next...)
    }
}
