import Synchronization
package import VerbatimHAR

extension Player {
    /// `NSURLErrorCannotLoadFromNetwork`, the code which says that the network was not to be used.
    static let missCode = -2000

    /// Returns the recorded outcome of a request, or a failure that explains the miss.
    func replay(_ request: HTTPRequest) -> Outcome {
        if let recorded = recordedOutcome(of: request) { return recorded.outcome }
        guard request.isHTTP else { return miss(request, .unsupportedScheme) }
        let isRecording = url != nil || matcher.recording.count > 0
        let group = matcher.match(request)
        let reason = isRecording ? Miss.Reason.notRecorded : .notStubbed
        return miss(request, group.map { .usedUp(times: $0.count) } ?? reason)
    }

    /// Returns the outcome of the next entry that matches a request, and whether all later requests that
    /// match get the same; nil if no entry is left.
    ///
    /// If the entry cannot be read, the outcome is a failure that says so.
    package func recordedOutcome(of request: HTTPRequest) -> (outcome: Outcome, isLast: Bool)? {
        guard let group = matcher.match(request), let next = nextEntry(in: group) else { return nil }
        do {
            return (try matcher.recording.outcome(at: next.entry), next.isLast)
        } catch {
            state.withLock { $0.failure = $0.failure ?? .archive(error) }
            return (.failure(TransportFailure(code: Player.missCode, reason: error.description)), false)
        }
    }

    private func nextEntry(in group: RequestIndex.Group) -> (entry: Int, isLast: Bool)? {
        let repeats = options.exhausted == .repeatLast
        return state.withLock { state in
            let used = state.used[group.number]
            guard used < group.count else { return repeats ? (group[used - 1], true) : nil }
            state.used[group.number] = used + 1
            state.usedEntries.append(group[used])
            return (group[used], repeats && used + 1 == group.count)
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
        state.withLock { $0.add(miss) }
        return .failure(TransportFailure(code: Player.missCode, reason: miss.description))
    }

    /// The entries that the test case should request: those that it recorded. If it recorded none, they are
    /// all, unless the recording is meant for several test cases.
    var ownEntries: [Int] {
        let entries = 0..<matcher.recording.count
        guard let testCase = options.testCase else { return Array(entries) }
        let own = entries.filter { matcher.recording.testCaseName(at: $0) == testCase.name }
        return own.isEmpty && !testCase.isOneOfSeveral ? Array(entries) : own
    }

    struct State: Sendable {
        /// The number of responses used so far, for each group of matching entries.
        var used: [Int]
        /// The entries that were replayed, each once, in that order.
        var usedEntries: [Int] = []
        private(set) var misses: [Miss] = []
        private(set) var missCount = 0
        /// The interactions with the network, in the order in which they ended.
        var recorded: [Recorded] = []
        /// The number of bytes of their bodies before redaction.
        var recordedSize = 0
        var turns = 0
        /// The requests of which the app has parts of the response, by turn.
        var arriving: [Int: PendingRequest] = [:]
        /// The first error that prevented an interaction from being recorded.
        var failure: RecordingError?
        var isFinished = false
        /// The files of the recording that were searched for secrets in part, with the reason.
        var partialSearches: [String] = []

        /// An interaction with the network, the turn of its request, and the number of secrets known at that
        /// time.
        typealias Recorded = (turn: Int, interaction: Interaction, knownSecrets: Int)

        init(groups: Int) { used = Array(repeating: 0, count: groups) }

        /// Counts a miss, and keeps it in place of the last one if there are as many as are kept.
        mutating func add(_ miss: Miss) {
            missCount += 1
            if misses.count == Miss.limit { misses.removeLast() }
            misses.append(miss)
        }

        /// The interactions with the network, in the order in which their requests were sent.
        var recordedInOrder: [Recorded] { recorded.sorted { $0.turn < $1.turn } }
    }
}
