import Foundation
import Synchronization

/// Where replies wait for the loop, and what wakes the loop up: any thread may put something in.
final class ReplyQueue: Sendable {
    /// A reply, or nil when the handler let go of a request without one.
    struct Letter: Sendable {
        var request: RequestID
        var reply: Reply?
    }

    private struct State {
        var letters: [Letter] = []
        var stopping = false
        var closed = false
        /// Whether the loop will look in before it sleeps, so that nobody needs to wake it.
        var loopIsAwake = true
    }

    /// Readable when the loop is to wake up.
    let bell: Int32
    private let rope: Int32
    private let state = Mutex(State())

    init() throws(ServerError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .last("pipe", "start a server") }
        (bell, rope) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close()
    }

    func put(_ letter: Letter) {
        change { $0.letters.append(letter) }
    }

    /// Asks the loop to end.
    func stop() {
        change { $0.stopping = true }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            guard !state.closed else { return }
            body(&state)
            guard !state.loopIsAwake else { return }
            state.loopIsAwake = true
            var byte: UInt8 = 1
            _ = write(rope, &byte, 1)
        }
    }

    /// Takes what is there; the loop may sleep when there was nothing.
    func collect() -> (letters: [Letter], stopping: Bool) {
        state.withLock { state in
            defer { state.letters = [] }
            state.loopIsAwake = !state.letters.isEmpty
            return (state.letters, state.stopping)
        }
    }

    /// Tells that the loop is awake, so that nobody needs to ring.
    func wakeUp() {
        state.withLock { $0.loopIsAwake = true }
    }

    /// Ends the ringing.
    func answerBell() {
        var bytes: (UInt64, UInt64) = (0, 0)
        _ = read(bell, &bytes, 16)
    }

    /// Refuses whatever comes from now on.
    func close() {
        state.withLock { state in
            guard !state.closed else { return }
            state.closed = true
            _ = Foundation.close(bell)
            _ = Foundation.close(rope)
        }
    }
}

/// Which request of which connection a reply is for.
struct RequestID: Sendable, Hashable {
    var descriptor: Int32
    var number: UInt64
}
