import Synchronization
import VerbatimHAR

extension Player {
    /// `NSURLErrorCannotLoadFromNetwork`, the code which says that the network was not to be used.
    static let missCode = -2000

    /// Returns the recorded outcome of a request, or a failure that explains the miss.
    func replay(_ request: HTTPRequest) -> Outcome {
        if let outcome = recordedOutcome(of: request) { return outcome }
        guard request.isHTTP else { return miss(request, .unsupportedScheme) }
        let isRecording = url != nil || matcher.recording.count > 0
        let group = matcher.match(request)
        let reason = isRecording ? Miss.Reason.notRecorded : .notStubbed
        return miss(request, group.map { .usedUp(times: $0.count) } ?? reason)
    }

    /// Returns the outcome of the next entry that matches a request, or nil if no entry is left.
    ///
    /// If the entry cannot be read, the outcome is a failure that says so.
    func recordedOutcome(of request: HTTPRequest) -> Outcome? {
        guard let group = matcher.match(request), let entry = nextEntry(in: group) else { return nil }
        do {
            return try matcher.recording.outcome(at: entry)
        } catch {
            state.withLock { $0.failure = $0.failure ?? .archive(error) }
            return .failure(TransportFailure(code: Player.missCode, reason: error.description))
        }
    }

    private func nextEntry(in group: RecordingIndex.Group) -> Int? {
        state.withLock { state in
            let used = state.used[group.number]
            guard used < group.count || options.exhausted == .repeatLast else { return nil }
            let entry = group[min(used, group.count - 1)]
            state.used[group.number] = used + 1
            state.usedEntries.append(entry)
            return entry
        }
    }

    /// Records a miss and returns the failure that the app gets.
    func miss(_ request: HTTPRequest, _ reason: Miss.Reason) -> Outcome {
        let redacted = redactor.redact(request)
        let nearest = reason == .notRecorded ? matcher.nearest(to: redacted) : []
        let miss = Miss(
            reason: reason, request: redacted.methodAndURL, recording: url?.displayPath ?? name,
            count: matcher.recording.count, mode: mode, nearest: nearest,
            option: nearest.first.flatMap { options.matching.ignoring($0.differences)?.notation },
            command: command)
        state.withLock { $0.misses.append(miss) }
        return .failure(TransportFailure(code: Player.missCode, reason: miss.description))
    }
}
