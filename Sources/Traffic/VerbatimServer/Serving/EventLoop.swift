import Foundation
import VerbatimHAR

/// The thread that serves every connection of a server; it never blocks but in one location.
///
/// Everything here but the mailbox belongs to that thread, which is why it may be handed over unchecked.
final class EventLoop: @unchecked Sendable {
    private let listener: Socket
    private let authority: String
    private let limits: HTTPServer.Limits
    private let handler: HTTPServer.Handler
    private let mailbox: ReplyQueue

    private var queue = EventQueue()
    private var clients: [Int32: Client] = [:]
    private var deadlines: [Int32: ContinuousClock.Instant] = [:]
    private var requests: UInt64 = 0
    private var date = (second: 0, text: "")
    /// When the listener is looked at again after the process had no descriptor left.
    private var listensAgain: ContinuousClock.Instant?
    /// When what is still being sent is cut off; set while stopping.
    private var end: ContinuousClock.Instant?

    private struct Client {
        let connection: Connection
        /// The request it waits for a reply to.
        var request: UInt64?
        var interest: EventQueue.Interest
    }

    init(
        _ listener: Socket, authority: String, limits: HTTPServer.Limits, mailbox: ReplyQueue,
        handler: @escaping HTTPServer.Handler
    ) {
        self.listener = listener
        self.authority = authority
        self.limits = limits
        self.mailbox = mailbox
        self.handler = handler
    }

    func run() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer {
            buffer.deallocate()
            mailbox.close()
        }
        queue.add(mailbox.bell, for: .reading)
        queue.add(listener.descriptor, for: .reading)
        while end == nil || !clients.isEmpty {
            let mail = mailbox.collect()
            mail.letters.forEach(deliver)
            if mail.stopping, end == nil {
                beginStopping()
            } else if mail.letters.isEmpty {
                turn(buffer)
            }
        }
    }
}

// MARK: - A turn

extension EventLoop {
    private func turn(_ buffer: UnsafeMutableRawBufferPointer) {
        let events = queue.wait(milliseconds: patience)
        mailbox.wakeUp()
        for event in events {
            switch event.descriptor {
            case mailbox.bell: mailbox.answerBell()
            case listener.descriptor: acceptAll()
            default: serve(event, buffer)
            }
        }
        let now = ContinuousClock.now
        for (descriptor, deadline) in deadlines where deadline <= now { go(on: descriptor) }
        if let again = listensAgain, again <= now, end == nil {
            listensAgain = nil
            queue.add(listener.descriptor, for: .reading)
        }
        if let end, end <= now { clients.keys.forEach { close($0) } }
    }

    /// Milliseconds until the nearest deadline, rounded up, so that it has passed when the wait is over.
    private var patience: Int32 {
        let nearest = (Array(deadlines.values) + [listensAgain, end].compactMap(\.self)).min()
        guard let nearest else { return -1 }
        let left = ContinuousClock.now.duration(to: nearest) / .milliseconds(1)
        return Int32(max(0, min(left.rounded(.up), 60_000)))
    }

    private func acceptAll() {
        while true {
            switch listener.accept() {
            case .connection(let socket):
                clients[socket.descriptor] = Client(
                    connection: Connection(socket, limits: limits), interest: .reading)
                queue.add(socket.descriptor, for: .reading)
            case .none: return
            case .exhausted:
                queue.remove(listener.descriptor)
                listensAgain = .now + .milliseconds(50)
                return
            }
        }
    }

    private func serve(_ event: EventQueue.Event, _ buffer: UnsafeMutableRawBufferPointer) {
        guard let client = clients[event.descriptor] else { return }
        if event.readable { client.connection.receive(with: buffer) }
        go(on: event.descriptor)
    }

    private func deliver(_ letter: ReplyQueue.Letter) {
        let descriptor = letter.request.descriptor
        guard clients[descriptor]?.request == letter.request.number else { return }
        clients[descriptor]?.request = nil
        let reply = letter.reply ?? Reply(HTTPResponse(500), ending: .reset(afterBody: nil))
        clients[descriptor]?.connection.take(reply, date: dateText())
        go(on: descriptor)
    }

    private func beginStopping() {
        if listensAgain == nil { queue.remove(listener.descriptor) }
        listensAgain = nil
        listener.close()
        end = .now + .seconds(1)
        for (descriptor, client) in clients where !client.connection.isSending { close(descriptor) }
    }
}

// MARK: - A connection

extension EventLoop {
    private func go(on descriptor: Int32) {
        guard let connection = clients[descriptor]?.connection else { return }
        deadlines[descriptor] = nil
        switch connection.advance(now: .now, date: dateText()) {
        case .wait where end != nil && !connection.isSending: close(descriptor)
        case .wait(let interest, let deadline):
            watch(descriptor, for: interest)
            deadlines[descriptor] = deadline
        case .reply(let head, let body):
            ask(head, body, for: descriptor)
        case .close(let reset):
            close(descriptor, reset: reset)
        }
    }

    private func ask(_ head: RequestHead, _ body: Data?, for descriptor: Int32) {
        guard end == nil else { return close(descriptor) }
        requests += 1
        clients[descriptor]?.request = requests
        let pending = PendingReply(RequestID(descriptor: descriptor, number: requests), mailbox)
        let url = head.url(authority: authority)
        handler(HTTPRequest(head.method, url, headers: head.headers, body: body)) { pending.send($0) }
        watch(descriptor, for: [])
    }

    /// A descriptor that is watched for nothing is taken out: poll(2) would still report its peer's end, for ever.
    private func watch(_ descriptor: Int32, for interest: EventQueue.Interest) {
        guard let before = clients[descriptor]?.interest, before != interest else { return }
        clients[descriptor]?.interest = interest
        if before.isEmpty {
            queue.add(descriptor, for: interest)
        } else if interest.isEmpty {
            queue.remove(descriptor)
        } else {
            queue.change(descriptor, to: interest)
        }
    }

    private func close(_ descriptor: Int32, reset: Bool = false) {
        guard let client = clients.removeValue(forKey: descriptor) else { return }
        deadlines[descriptor] = nil
        queue.remove(descriptor)
        if reset { client.connection.socket.reset() } else { client.connection.socket.close() }
    }

    private func dateText() -> String {
        let second = time(nil)
        if second != date.second { date = (second, HTTPDate.text(second)) }
        return date.text
    }
}
