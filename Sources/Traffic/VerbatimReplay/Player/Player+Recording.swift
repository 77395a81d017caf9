import Foundation
import Synchronization
package import VerbatimHAR

extension Player {
    /// Returns the work of sending a request to the network once.
    func send(
        _ request: HTTPRequest, timeout: Double
    ) -> @Sendable (@escaping @Sendable (ResponsePart) -> Void) -> any CancellableTask {
        { [self] receive in
            guard request.isHTTP else {
                receive(.end(miss(request, .unsupportedScheme)))
                return CompletedTask()
            }
            guard let transport, let outgoing = outgoing(request) else {
                receive(.end(miss(request, .noFakeProvider(origin: URLParts(request.url).webOrigin))))
                return CompletedTask()
            }
            let pending = PendingRequest(
                turn: nextTurn(), url: request.url, request: redactor.redact(request, for: .recording))
            let receive: @Sendable (ResponsePart) -> Void = { [self] part in
                receive(note(part, of: pending))
            }
            guard let pacer = options.pacer else {
                let task = transport.send(outgoing, timeout: timeout, receive: receive)
                pending.task.set(task)
                return task
            }
            let task = pacer.send(
                outgoing,
                { receive in
                    pending.begin()
                    return transport.send(outgoing, timeout: timeout, receive: receive)
                }, receive: receive)
            pending.task.set(task)
            return task
        }
    }

    /// Records a response at its end, and returns the part that the app gets, with the origins of providers.
    private func note(_ part: ResponsePart, of pending: PendingRequest) -> ResponsePart {
        switch part {
        case .head(let head):
            state.withLock { $0.arriving[pending.turn] = pending }
            guard !options.originMap.isEmpty else { return part }
            return .head(options.originMap.restoringOrigins(in: head, of: pending.url))
        case .piece: return part
        case .end(let outcome):
            let outcome = restoringOrigins(in: outcome, of: pending.url)
            record(outcome, of: pending)
            state.withLock { _ = $0.arriving.removeValue(forKey: pending.turn) }
            pending.end()
            return .end(outcome)
        }
    }

    /// A redacted request that has been sent and has no outcome yet.
    final class PendingRequest: Sendable {
        let turn: Int
        let url: String
        let request: HTTPRequest
        let task = PendingTask()
        private let start = Mutex((date: Date(), instant: ContinuousClock.now))
        private let ended = DispatchSemaphore(value: 0)

        init(turn: Int, url: String, request: HTTPRequest) {
            self.turn = turn
            self.url = url
            self.request = request
        }

        /// Says that its outcome is recorded.
        func end() { ended.signal() }

        /// Cancels it, and waits until its outcome is recorded, as it may be ending on another thread.
        ///
        /// The limit is for a transport that does not end what is cancelled.
        func cancelAndWait() {
            task.cancel()
            _ = ended.wait(timeout: .now() + 10)
        }

        /// Starts the time. Of a request that is sent several times, the last time is recorded.
        func begin() { start.withLock { $0 = (Date(), .now) } }

        var started: Date { start.withLock { $0.date } }

        /// The whole milliseconds since it was sent.
        var duration: Double {
            let passed = start.withLock { ContinuousClock.now - $0.instant }
            return (passed / .milliseconds(1)).rounded(.up)
        }
    }

    private func nextTurn() -> Int {
        state.withLock { state in
            state.turns += 1
            return state.turns
        }
    }

    /// Returns the request to send, or nil if its origin has no fake provider but others have.
    private func outgoing(_ request: HTTPRequest) -> HTTPRequest? {
        guard !options.originMap.isEmpty else { return request }
        guard let url = options.originMap.fakeURL(for: request.url) else { return nil }
        var request = request
        request.url = url
        return request
    }

    private func restoringOrigins(in outcome: Outcome, of url: String) -> Outcome {
        options.originMap.isEmpty
            ? outcome : outcome.map { $0 = options.originMap.restoringOrigins(in: $0, of: url) }
    }

    /// Records an outcome, redacted, before the app gets it.
    private func record(_ outcome: Outcome, of pending: PendingRequest) {
        let duration = pending.duration
        record(
            pending.request, outcome, started: pending.started.isoMilliseconds, duration: duration,
            turn: pending.turn)
    }

    /// Records interactions that another tool recorded, as if they had just ended: redacted, in their order,
    /// and with their own times. ``finish(_:)`` publishes them.
    package func record(_ interactions: [Interaction]) {
        for interaction in interactions {
            record(
                redactor.redact(interaction.request, for: .recording), interaction.outcome,
                interaction.webSocketMessages, started: interaction.started, duration: interaction.duration,
                turn: nextTurn())
        }
    }

    /// Records a redacted request and its outcome.
    ///
    /// They are in memory only until they are published: no file has a secret that becomes known later.
    private func record(
        _ request: HTTPRequest, _ outcome: Outcome, _ messages: [WebSocketMessage] = [], started: String,
        duration: Double?, turn: Int
    ) {
        guard hasRoom(for: request, outcome, messages) else { return }
        var request = request
        request.headers = request.headers.sortedByName
        do {
            var interaction = Interaction(
                request, try redactor.redact(outcome).recorded, started: started, duration: duration)
            interaction.webSocketMessages = redactor.redact(messages)
            let (recorded, knownSecrets) = (interaction, redactor.knownSecrets.count)
            state.withLock { state in
                if !state.isFinished { state.recorded.append((turn, recorded, knownSecrets)) }
            }
        } catch {
            state.withLock { $0.failure = $0.failure ?? .archive(error) }
        }
    }

    /// Counts the bodies of an interaction. If all have too many bytes, none is kept, and the recording
    /// fails.
    private func hasRoom(
        for request: HTTPRequest, _ outcome: Outcome, _ messages: [WebSocketMessage]
    ) -> Bool {
        let size =
            (request.body?.count ?? 0) + (outcome.response?.body.storedSize ?? 0)
            + messages.reduce(0) { $0 + ($1.data?.count ?? 0) }
        return state.withLock { state in
            guard size <= options.bodyLimit - state.recordedSize else {
                (state.recorded, state.recordedSize) = ([], .max)
                state.failure = state.failure ?? .tooLarge(limit: options.bodyLimit)
                return false
            }
            state.recordedSize += size
            return true
        }
    }
}

/// A task that has completed already, or that nothing can cancel.
package struct CompletedTask: CancellableTask {
    package init() {}

    package func cancel() {}
}

extension HTTPRequest {
    /// Whether the scheme is `http` or `https`: no other is recorded or replayed.
    var isHTTP: Bool {
        let scheme = String(URLParts(url).scheme)
        return scheme.equalsIgnoringASCIICase("https") || scheme.equalsIgnoringASCIICase("http")
    }
}
