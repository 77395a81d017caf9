import HTTPArchive
import Synchronization

extension Player {
    /// The recorded outcome, or a failure that explains why there is none.
    func replay(_ request: HTTPRequest) -> Outcome {
        let masked = masker.mask(request)
        if let interaction = recorded(masked) { return interaction.outcome }
        let times = index.queue(for: Fingerprint(masked, options.matching)).map { index.queues[$0].count }
        return fail(masked, times.map { .usedUp(times: $0) } ?? .unknown)
    }

    /// The next recorded interaction that answers a masked request, or nil.
    func recorded(_ masked: HTTPRequest) -> Interaction? {
        guard let number = index.queue(for: Fingerprint(masked, options.matching)) else { return nil }
        let queue = index.queues[number]
        let entry: Int? = state.withLock { state in
            let given = state.given[number]
            guard given < queue.count || options.exhausted == .repeatLast else { return nil }
            let entry = queue[min(given, queue.count - 1)]
            state.given[number] = given + 1
            state.used.append(entry)
            return entry
        }
        return entry.map { archive.interactions[$0] }
    }

    /// Notes a request without an answer and makes the failure the app gets.
    func fail(_ masked: HTTPRequest, _ reason: Miss.Reason) -> Outcome {
        let miss = Miss(
            reason: reason, request: masked.words, recording: recording.displayName,
            count: archive.interactions.count, mode: mode,
            nearest: reason == .unknown ? nearest(to: masked) : [], command: recording.name.command)
        state.withLock { $0.problems.append(miss) }
        return .failure(TransportFailure(code: Player.missCode, reason: miss.description))
    }

    /// `NSURLErrorCannotLoadFromNetwork`: the one code that says the network was not to be used.
    static let missCode = -2000

    /// The recorded requests that resemble a request most, the nearest first; of equal ones the first.
    private func nearest(to masked: HTTPRequest) -> [Miss.Neighbor] {
        let neighbors = recording.requests.enumerated()
            .map { entry, request in
                Miss.Neighbor(
                    entry: entry, line: archive.interactions[entry].place?.line, request: request.words,
                    differences: Difference.between(request, masked, options.matching))
            }
            .filter { !$0.differences.isEmpty }
            .sorted { ($0.differences.distance, $0.entry) < ($1.differences.distance, $1.entry) }
        var nearest: [Miss.Neighbor] = []
        for neighbor in neighbors where nearest.count < 3 {
            let isKnown = nearest.contains {
                ($0.request, $0.differences) == (neighbor.request, neighbor.differences)
            }
            if !isKnown { nearest.append(neighbor) }
        }
        return nearest
    }
}

extension [Difference] {
    fileprivate var distance: Int { reduce(0) { $0 + $1.distance } }
}

extension HTTPRequest {
    /// Method and URL.
    var words: String { "\(method) \(url)" }
}
