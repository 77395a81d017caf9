import Synchronization
import VerbatimHAR

extension Player {
    /// The recorded outcome, or a failure that explains why there is none.
    func replay(_ request: HTTPRequest) -> Outcome {
        if let outcome = recordedOutcome(of: request) { return outcome }
        let queue = index.queue(for: fingerprinter.fingerprint(request))
        return fail(request, queue.map { .usedUp(times: $0.count) } ?? .notRecorded)
    }

    /// The outcome of the next recorded interaction that answers a request, or nil when there is none.
    ///
    /// An entry that cannot be read is an outcome as well: the app gets a failure that says so.
    func recordedOutcome(of request: HTTPRequest) -> Outcome? {
        guard let queue = index.queue(for: fingerprinter.fingerprint(request)),
            let entry = take(from: queue)
        else { return nil }
        do {
            return try interactions.outcome(at: entry)
        } catch {
            state.withLock { $0.failure = $0.failure ?? .archive(error) }
            return .failure(TransportFailure(code: Player.missCode, reason: error.description))
        }
    }

    private func take(from queue: RecordingIndex.Queue) -> Int? {
        state.withLock { state in
            let given = state.given[queue.number]
            guard given < queue.count || options.exhausted == .repeatLast else { return nil }
            let entry = queue[min(given, queue.count - 1)]
            state.given[queue.number] = given + 1
            state.used.append(entry)
            return entry
        }
    }

    /// Notes a request without an answer and makes the failure the app gets.
    func fail(_ request: HTTPRequest, _ reason: Miss.Reason) -> Outcome {
        let masked = redactor.mask(request)
        let miss = Miss(
            reason: reason, request: masked.words, recording: url?.displayPath ?? name,
            count: interactions.count, mode: mode, nearest: reason == .notRecorded ? nearest(to: masked) : [],
            command: recording.command)
        state.withLock { $0.misses.append(miss) }
        return .failure(TransportFailure(code: Player.missCode, reason: miss.description))
    }

    /// `NSURLErrorCannotLoadFromNetwork`: the one code that says the network was not to be used.
    static let missCode = -2000

    /// The recorded requests that resemble a request most, the nearest first; of equal ones the first.
    private func nearest(to masked: HTTPRequest) -> [Miss.Neighbor] {
        let neighbors = (0..<interactions.count).compactMap { neighbor(of: masked, at: $0) }
            .sorted { ($0.differences.distance, $0.entry) < ($1.differences.distance, $1.entry) }
        var nearest: [Miss.Neighbor] = []
        for neighbor in neighbors where nearest.count < 3 {
            let isKnown = nearest.contains {
                ($0.request, $0.differences) == (neighbor.request, neighbor.differences)
            }
            if !isKnown { nearest.append(neighbor) }
        }
        for index in nearest.indices {
            nearest[index].line = try? interactions.interaction(at: nearest[index].entry).location?.line
        }
        return nearest
    }

    /// An entry as it compares with a request; nil when it could not be read, which its own answer will say.
    private func neighbor(of masked: HTTPRequest, at entry: Int) -> Miss.Neighbor? {
        guard let request = try? interactions.request(at: entry) else { return nil }
        let recorded = redactor.mask(request)
        let differences = RequestDifference.between(recorded, masked, options.matching)
        guard !differences.isEmpty else { return nil }
        return Miss.Neighbor(entry: entry, line: nil, request: recorded.words, differences: differences)
    }
}

extension [RequestDifference] {
    fileprivate var distance: Int { reduce(0) { $0 + $1.distance } }
}

extension HTTPRequest {
    /// Method and URL.
    var words: String { "\(method) \(url)" }
}
