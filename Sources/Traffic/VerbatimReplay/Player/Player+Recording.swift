import Foundation
import Synchronization
import VerbatimHAR

extension Player {
    /// The work of asking the network once.
    func ask(
        _ request: HTTPRequest, timeout: Double
    ) -> @Sendable (@escaping @Sendable (Outcome) -> Void) -> any CancellableTask {
        { [self] completion in
            guard let transport, let outgoing = outgoing(request) else {
                completion(fail(request, .noFakeProvider(origin: WebOrigin(request.url).text)))
                return NoopCancellable()
            }
            let exchange = Exchange(turn: takeTurn(), request: redactor.mask(request))
            return transport.send(outgoing, timeout: timeout) { [self] outcome in
                let outcome = mapBack(outcome, to: request.url)
                keep(outcome, of: exchange)
                completion(outcome)
            }
        }
    }

    /// A request under way.
    private struct Exchange: Sendable {
        let turn: Int
        let request: HTTPRequest
        let started = Date()
        private let clock = ContinuousClock.now

        /// Whole milliseconds since it was sent.
        var duration: Double {
            let passed = ContinuousClock.now - clock
            return (passed / .milliseconds(1)).rounded(.up)
        }
    }

    private func takeTurn() -> Int {
        state.withLock { state in
            state.turns += 1
            return state.turns
        }
    }

    /// The request as it leaves, or nil when it may not.
    private func outgoing(_ request: HTTPRequest) -> HTTPRequest? {
        guard !options.originMap.isEmpty else { return request }
        guard let url = options.originMap.local(for: request.url) else { return nil }
        var request = request
        request.url = url
        return request
    }

    private func mapBack(_ outcome: Outcome, to url: String) -> Outcome {
        options.originMap.isEmpty ? outcome : outcome.map { $0 = options.originMap.mapBack($0, to: url) }
    }

    /// Keeps what the network answered, masked, before the app gets it.
    private func keep(_ outcome: Outcome, of exchange: Exchange) {
        let duration = exchange.duration
        do {
            var request = exchange.request
            request.headers = request.headers.sortedByName
            let masked = try journal(try redactor.mask(outcome), turn: exchange.turn)
            let interaction = Interaction(
                request, masked.asRecorded, started: exchange.started.formatted(.iso8601Milliseconds),
                duration: duration)
            let known = redactor.known.count
            let isLate = state.withLock { state in
                if !state.isFinished { state.recorded.append((exchange.turn, interaction, known)) }
                return state.isFinished
            }
            if isLate { try journal?.discard(turn: exchange.turn) }
        } catch {
            state.withLock { $0.failure = $0.failure ?? .archive(error) }
        }
    }

    /// Puts the body into a file of its own, so that a recording needs no memory for it.
    private func journal(_ outcome: Outcome, turn: Int) throws(ArchiveError) -> Outcome {
        guard let journal else { return outcome }
        return try outcome.map { response throws(ArchiveError) in
            let body = try response.body.bytes()
            if !body.isEmpty { response.body = try journal.append(body, turn: turn) }
        }
    }
}

/// The handle of work that has ended already.
private struct NoopCancellable: CancellableTask {
    func cancel() {}
}

extension FormatStyle where Self == Date.ISO8601FormatStyle {
    /// RFC 3339 in UTC with milliseconds, `2026-11-21T10:00:00.000Z`.
    fileprivate static var iso8601Milliseconds: Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    }
}
