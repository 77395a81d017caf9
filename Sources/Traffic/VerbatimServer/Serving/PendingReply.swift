import Synchronization

/// The one reply a handler owes: the first counts, and letting go without one resets the connection.
final class PendingReply: Sendable {
    private let request: RequestID
    private let mailbox: ReplyQueue
    private let sent = Atomic(false)

    init(_ request: RequestID, _ mailbox: ReplyQueue) {
        self.request = request
        self.mailbox = mailbox
    }

    deinit {
        deliver(nil)
    }

    func send(_ reply: Reply) {
        deliver(reply)
    }

    private func deliver(_ reply: Reply?) {
        guard !sent.exchange(true, ordering: .relaxed) else { return }
        mailbox.put(ReplyQueue.Letter(request: request, reply: reply))
    }
}
