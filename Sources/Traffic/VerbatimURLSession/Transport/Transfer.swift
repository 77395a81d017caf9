import Foundation
import Synchronization
import VerbatimHAR
import VerbatimReplay

/// One request on its way through the network, until its completion is called, once.
final class Transfer: CancellableTask {
    private struct State {
        var completion: (@Sendable (Outcome) -> Void)?
        var task: URLSessionTask?
        var head: HTTPURLResponse?
        var headTime = ContinuousClock.now
        var body = Data()
        var chunks: [HTTPResponse.Chunk] = []
        var lastSign = ContinuousClock.now
        var watch: (any DispatchSourceTimer)?
    }

    private let request: HTTPRequest
    private let timeout: Double
    private let state: Mutex<State>

    /// Room made for a body at once, at most; a response may claim any length.
    private static let reserveLimit: Int64 = 256 << 20

    init(of request: HTTPRequest, timeout: Double, completion: @escaping @Sendable (Outcome) -> Void) {
        self.request = request
        self.timeout = timeout
        state = Mutex(State(completion: completion))
    }

    /// Starts the task, unless the transfer was cancelled before there was one.
    func begin(_ task: URLSessionTask) {
        let isWanted = state.withLock { state in
            guard state.completion != nil else { return false }
            state.task = task
            state.lastSign = .now
            state.watch = watch()
            return true
        }
        guard isWanted else { return task.cancel() }
        task.resume()
    }

    func receive(_ head: HTTPURLResponse) {
        state.withLock { state in
            state.head = head
            state.headTime = .now
            state.lastSign = .now
            state.body.reserveCapacity(Int(max(0, min(head.expectedContentLength, Self.reserveLimit))))
        }
    }

    func receive(_ piece: Data) {
        state.withLock { state in
            guard state.completion != nil else { return }
            state.lastSign = .now
            state.body.append(piece)
            let time = (state.lastSign - state.headTime) / .milliseconds(1)
            state.chunks.append(HTTPResponse.Chunk(length: piece.count, time: time))
        }
    }

    /// Ends with what has arrived, and an error if it is not the whole.
    func end(with failure: TransportFailure?) {
        state.withLock { take(&$0, failure) }?()
    }

    /// Ends with the response that has arrived; false when none has.
    func endWithResponse() -> Bool {
        guard state.withLock({ $0.head != nil }) else { return false }
        end(with: nil)
        return true
    }

    /// Ends at once with code -1001 or -999, and the task later.
    private func abandon(_ failure: TransportFailure) {
        let (task, report) = state.withLock { ($0.task, take(&$0, failure)) }
        // never on the caller's thread: it may hold what the task's queue waits for
        if let task { DispatchQueue.global().async { task.cancel() } }
        report?()
    }

    func cancel() {
        abandon(TransportFailure(.cancelled, "cancelled"))
    }

    /// A timer that looks for silence; one that could not be cancelled would stay for the whole timeout, long after the
    /// end.
    private func watch() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler { [weak self] in self?.checkSilence() }
        timer.schedule(deadline: .now() + timeout)
        timer.activate()
        return timer
    }

    private func checkSilence() {
        let left = state.withLock { state -> Double? in
            guard state.completion != nil else { return nil }
            let left = timeout - (ContinuousClock.now - state.lastSign) / .seconds(1)
            if left > 0 { state.watch?.schedule(deadline: .now() + left) }
            return left
        }
        if let left, left <= 0 {
            abandon(TransportFailure(.timedOut, "nothing arrived for \(timeout) s"))
        }
    }

    /// Empties the state and returns what is to be reported, or nil when it was.
    private func take(_ state: inout State, _ failure: TransportFailure?) -> (@Sendable () -> Void)? {
        guard let completion = state.completion else { return nil }
        let outcome = Outcome(
            of: request, head: state.head, body: state.body, chunks: state.chunks, failure: failure)
        state.watch?.cancel()
        state = State(completion: nil)
        return { completion(outcome) }
    }
}
