import Foundation
import HTTPArchive
import Synchronization

extension Player {
    /// The work of asking the network once.
    func ask(
        _ request: HTTPRequest, timeout: Double
    ) -> @Sendable (@escaping @Sendable (Outcome) -> Void) -> any Cancellable {
        { [self] completion in
            let masked = masker.mask(request)
            guard let transport, let outgoing = outgoing(request) else {
                completion(fail(request, .noStandIn(origin: WebOrigin(request.url).text)))
                return Nothing()
            }
            let exchange = Exchange(turn: takeTurn(), request: masked)
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
        guard !options.standIns.isEmpty else { return request }
        guard let url = options.standIns.local(for: request.url) else { return nil }
        var request = request
        request.url = url
        return request
    }

    private func mapBack(_ outcome: Outcome, to url: String) -> Outcome {
        guard !options.standIns.isEmpty else { return outcome }
        return switch outcome {
        case .response(let response): .response(options.standIns.mapBack(response, to: url))
        case .failure(let failure, let partial):
            .failure(failure, partial: partial.map { options.standIns.mapBack($0, to: url) })
        }
    }

    /// Keeps what the network answered, masked, before the app gets it.
    private func keep(_ outcome: Outcome, of exchange: Exchange) {
        let duration = exchange.duration
        do {
            var masked = try masker.mask(outcome)
            if mode != .live { masked = try journal(masked, turn: exchange.turn) }
            let known = masker.known.count
            let interaction = Interaction(
                exchange.request.sortingHeaders, masked.sortingHeaders,
                started: exchange.started.formatted(.iso8601Milliseconds), duration: duration)
            state.withLock { state in
                guard !state.isFinished else { return }
                state.recorded.append((exchange.turn, interaction, known))
            }
        } catch {
            state.withLock { $0.failure = $0.failure ?? .archive(error) }
        }
    }

    /// Puts the body into a file of its own, so that a recording needs no memory for it.
    private func journal(_ outcome: Outcome, turn: Int) throws(ArchiveError) -> Outcome {
        guard let url, var response = outcome.response else { return outcome }
        let body = try response.body.bytes()
        guard !body.isEmpty else { return outcome }
        let journal = state.withLock { state in
            let journal = state.journal ?? Journal(beside: url)
            state.journal = journal
            return journal
        }
        response.body = try journal.append(body, turn: turn)
        return switch outcome {
        case .response: .response(response)
        case .failure(let failure, _): .failure(failure, partial: response)
        }
    }
}

/// The handle of work that has ended already.
private struct Nothing: Cancellable {
    func cancel() {}
}

extension HTTPRequest {
    fileprivate var sortingHeaders: HTTPRequest {
        var request = self
        request.headers = headers.sortedByName
        return request
    }
}

extension Outcome {
    fileprivate var sortingHeaders: Outcome {
        guard var response else { return self }
        response.headers = response.headers.sortedByName
        return switch self {
        case .response: .response(response)
        case .failure(let failure, _): .failure(failure, partial: response)
        }
    }
}

extension HeaderFields {
    /// The fields by name without case, repeated ones in their order: Foundation gives no order a recording could keep.
    var sortedByName: HeaderFields {
        HeaderFields(
            fields.enumerated()
                .sorted {
                    ($0.element.name.lowercased(), $0.offset) < ($1.element.name.lowercased(), $1.offset)
                }
                .map(\.element))
    }
}

extension FormatStyle where Self == Date.ISO8601FormatStyle {
    /// RFC 3339 in UTC with milliseconds, `2026-11-21T10:00:00.000Z`.
    fileprivate static var iso8601Milliseconds: Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    }
}
