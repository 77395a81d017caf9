import Foundation
import Synchronization
import VerbatimHAR
import VerbatimReplay

/// A live request, which reports the parts of its response and ends once.
final class Transfer: CancellableTask {
    /// A receiver of the parts of a response.
    typealias Report = @Sendable (ResponsePart) -> Void

    private struct State {
        var report: Report?
        var task: URLSessionTask?
        var head: HTTPURLResponse?
        var headTime = ContinuousClock.now
        var body = Data()
        var chunks: [HTTPResponse.Chunk] = []
        var start = ContinuousClock.now
        var lastActivity = ContinuousClock.now
        var timer: (any DispatchSourceTimer)?
    }

    /// The number of bytes of the bodies that the transfers of a transport are receiving.
    final class Received: Sendable {
        private let count = Mutex(0)

        /// Adds bytes, and returns true, unless there were more than a limit then.
        func add(_ more: Int, limit: Int) -> Bool {
            count.withLock { count in
                guard more <= limit - count else { return false }
                count += more
                return true
            }
        }

        func remove(_ bytes: Int) { count.withLock { $0 -= bytes } }
    }

    private let request: HTTPRequest
    private let timeout: Double
    private let limits: URLSessionTransport.Limits
    private let received: Received
    private let state: Mutex<State>

    /// The maximum capacity that is reserved for a body, as a response may announce any length.
    private static let reserveLimit: Int64 = 16 << 20

    init(
        of request: HTTPRequest, timeout: Double, limits: URLSessionTransport.Limits,
        received: Received, report: @escaping Report
    ) {
        self.request = request
        self.timeout = timeout
        self.limits = limits
        self.received = received
        state = Mutex(State(report: report))
    }

    /// Starts the task, unless the transfer is already cancelled.
    func start(_ task: URLSessionTask) {
        let isActive = state.withLock { state in
            guard state.report != nil else { return false }
            state.task = task
            state.start = .now
            state.lastActivity = state.start
            state.timer = makeTimer()
            return true
        }
        guard isActive else { return task.cancel() }
        ScopedInterception.withoutInterception { task.resume() }
    }

    func receive(_ head: HTTPURLResponse) {
        let announced = request.method == "HEAD" ? 0 : head.expectedContentLength
        if announced > limits.bodySize { return abandon(bodyTooLong) }
        let report = state.withLock { state in
            state.head = head
            state.headTime = .now
            state.lastActivity = .now
            state.body.reserveCapacity(Int(max(0, min(announced, Self.reserveLimit))))
            return state.report
        }
        report?(.head(HTTPResponse(of: head)))
    }

    func receive(_ piece: Data) {
        let result = state.withLock { state -> Result<Report?, TransportFailure> in
            guard let report = state.report else { return .success(nil) }
            state.lastActivity = .now
            let isTooLong = piece.count > limits.bodySize - state.body.count
            guard !isTooLong, received.add(piece.count, limit: limits.bodySizes) else {
                received.remove(state.body.count)
                (state.body, state.chunks) = (Data(), [])
                return .failure(isTooLong ? bodyTooLong : bodiesTooLong)
            }
            state.body.append(piece)
            let time = (state.lastActivity - state.headTime) / .milliseconds(1)
            state.chunks.append(HTTPResponse.Chunk(length: piece.count, time: time))
            return .success(report)
        }
        switch result {
        case .success(let report): report?(.piece(piece))
        case .failure(let failure): abandon(failure)
        }
    }

    private var bodyTooLong: TransportFailure {
        TransportFailure(
            .dataLengthExceedsMaximum,
            "the body has more than \(limits.bodySize) bytes, the limit of a live request")
    }

    private var bodiesTooLong: TransportFailure {
        TransportFailure(
            .dataLengthExceedsMaximum,
            "the bodies that are being received have more than \(limits.bodySizes) bytes together, the limit of "
                + "live requests")
    }

    /// Ends with the received data, and with a failure if they are incomplete.
    func end(with failure: TransportFailure?) { state.withLock { complete(&$0, failure) }?() }

    /// Ends with the received response; returns false without a response.
    func endWithResponse() -> Bool {
        guard state.withLock({ $0.head != nil }) else { return false }
        end(with: nil)
        return true
    }

    /// Ends immediately with a failure, and cancels the task.
    private func abandon(_ failure: TransportFailure) {
        let (task, report) = state.withLock { ($0.task, complete(&$0, failure)) }
        // Not on the caller's thread: it may hold a lock for which the queue of the task waits.
        if let task { DispatchQueue.global().async { task.cancel() } }
        report?()
    }

    func cancel() { abandon(.cancelled) }

    /// Returns a timer for the timeout, which is cancelled at the end of the transfer.
    private func makeTimer() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler { [weak self] in self?.checkTimeout() }
        timer.schedule(deadline: .now() + timeout)
        timer.activate()
        return timer
    }

    private func checkTimeout() {
        let failure = state.withLock { state -> TransportFailure? in
            guard state.report != nil else { return nil }
            let now = ContinuousClock.now
            let left = limits.duration - (now - state.start) / .seconds(1)
            guard left > 0 else {
                return TransportFailure(
                    .timedOut,
                    "the response was not complete after \(limits.duration) s, the limit of a live request")
            }
            let silence = timeout - (now - state.lastActivity) / .seconds(1)
            guard silence > 0 else { return TransportFailure(.timedOut, "nothing arrived for \(timeout) s") }
            state.timer?.schedule(deadline: .now() + min(left, silence))
            return nil
        }
        if let failure { abandon(failure) }
    }

    /// Clears the state and returns a call that reports the end; nil if it was reported before.
    private func complete(_ state: inout State, _ failure: TransportFailure?) -> (@Sendable () -> Void)? {
        guard let report = state.report else { return nil }
        let outcome = Outcome(
            of: request, head: state.head, body: state.body, chunks: state.chunks, failure: failure)
        state.timer?.cancel()
        received.remove(state.body.count)
        state = State(report: nil)
        return { report(.end(outcome)) }
    }
}
