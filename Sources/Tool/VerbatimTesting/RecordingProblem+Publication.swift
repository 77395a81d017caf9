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
                  next: send the requests through `URLSession.recorded` or `URLSession.shared`
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
}
