import Foundation
import Synchronization

/// The responses that the event loop has yet to send; any thread may append one, which wakes the loop.
final class ResponseQueue: Sendable {
    /// The identity of a request: its connection, and its number among the requests of the server.
    struct RequestID: Sendable, Hashable {
        var descriptor: Int32
        var number: UInt64
    }

    struct Completion: Sendable {
        var request: RequestID
        /// The response; nil if the handler released the request without one.
        var response: ServerResponse?
    }

    private struct State {
        var completions: [Completion] = []
        var isStopping = false
        var isClosed = false
        /// Whether the loop reads the queue before it waits again, so that it need not be woken.
        var loopIsAwake = true
    }

    /// The end of a pipe that becomes readable to wake the loop.
    let wakeReadFD: Int32
    private let wakeWriteFD: Int32
    private let state = Mutex(State())

    init() throws(ServerError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .last("pipe", "start a server") }
        (wakeReadFD, wakeWriteFD) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit { close() }

    func append(_ completion: Completion) { update { $0.completions.append(completion) } }

    func stop() { update { $0.isStopping = true } }

    private func update(_ body: (inout State) -> Void) {
        state.withLock { state in
            guard !state.isClosed else { return }
            body(&state)
            guard !state.loopIsAwake else { return }
            state.loopIsAwake = true
            var byte: UInt8 = 1
            _ = write(wakeWriteFD, &byte, 1)
        }
    }

    /// Removes and returns all completions; without any, the loop may wait.
    func drain() -> (completions: [Completion], isStopping: Bool) {
        state.withLock { state in
            defer { state.completions = [] }
            state.loopIsAwake = !state.completions.isEmpty
            return (state.completions, state.isStopping)
        }
    }

    func markAwake() { state.withLock { $0.loopIsAwake = true } }

    func clearWakeUp() {
        var bytes: (UInt64, UInt64) = (0, 0)
        _ = read(wakeReadFD, &bytes, 16)
    }

    /// Closes the pipe; later completions are dropped.
    func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            _ = Foundation.close(wakeReadFD)
            _ = Foundation.close(wakeWriteFD)
        }
    }
}

/// The response that a handler owes: only the first counts, and a release without one resets the connection.
final class PendingResponse: Sendable {
    private let request: ResponseQueue.RequestID
    private let queue: ResponseQueue
    private let isComplete = Atomic(false)

    init(_ request: ResponseQueue.RequestID, _ queue: ResponseQueue) {
        self.request = request
        self.queue = queue
    }

    deinit { complete(with: nil) }

    func complete(with response: ServerResponse?) {
        guard !isComplete.exchange(true, ordering: .relaxed) else { return }
        queue.append(ResponseQueue.Completion(request: request, response: response))
    }
}
