import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

extension RecordingProblem {
    /// Creates the problem of a recording that was to be made and was not published; nil if there is none.
    ///
    /// - Parameters:
    ///   - summary: The summary of the player.
    ///   - passed: Whether the test passed.
    init?(unpublished summary: ReplaySummary, passed: Bool) {
        let count = summary.recorded.count
        switch summary.mode {
        case .record where passed && count == 0:
            let message = """
                recording-empty: the test sent no request, so '\(summary.name)' was not recorded
                  next: send the requests in the task of the test, or through `URLSession.recorded`
                """
            self.init(message: message, isFailure: true)
        case .record where !passed, .extend where !passed && count > 0:
            let message = """
                recording-not-published: the test failed, so '\(summary.name)' is as it was before
                  next: make the test pass, then record again
                """
            self.init(message: message, isFailure: false)
        case .record, .extend, .replay, .live: return nil
        }
    }

    /// Creates the note that a recording is published although its interactions have findings.
    init(published summary: ReplaySummary) {
        let message = """
            recording-published: '\(summary.name)' has been recorded, and the findings are about the new recording
              next: keep it if the API has changed for good, and correct the contract or the models
            """
        self.init(message: message, isFailure: false)
    }

    /// Returns the problems of recorded interactions and stubs that no request asked for.
    ///
    /// An interaction that a stub replaces need not be requested.
    static func unused(in summary: ReplaySummary, stubs: StubbedResponder?) -> [RecordingProblem] {
        do {
            let interactions = try stubs.map { stubs in
                try summary.unused.load().filter { !stubs.matches($0) }
            }
            let count = interactions?.count ?? summary.unused.count
            let listed = try interactions.map { Array($0.prefix(5)) } ?? summary.unused.load(first: 5)
            return (count == 0 ? [] : [RecordingProblem(unused: listed, count: count, in: summary)])
                + (stubs?.unused ?? []).map(RecordingProblem.init(unused:))
        } catch {
            return [RecordingProblem(error)]
        }
    }

    private init(unused listed: [Interaction], count: Int, in summary: ReplaySummary) {
        let more = count > listed.count ? ["unused: and \(count - listed.count) more"] : []
        let message = MessageText(
            """
            recording-unused: the test did not request \(count) of \(count + summary.used.count) interactions of \
            '\(summary.name)'
            """,
            details: listed.map { "unused: \($0.line)" } + more,
            next: "request them in the test, or record again with `VERBATIM_MODE=record swift test`")
        self.init(message: message.text, isFailure: false)
    }

    private init(unused stub: Stub) {
        let message = MessageText(
            "stub-unused: the test sent no request that matches the stub '\(stub.name)'",
            next: "correct its method and path, or remove it")
        self.init(message: message.text, isFailure: false)
    }
}

extension StubbedResponder {
    fileprivate func matches(_ interaction: Interaction) -> Bool {
        stubs.contains { $0.matches(interaction.request) }
    }
}

extension Interaction {
    fileprivate var line: String {
        let location = location.map { " (\($0.archive):\($0.line))" } ?? ""
        return "'\(request.method) \(request.url)'\(location)"
    }
}
