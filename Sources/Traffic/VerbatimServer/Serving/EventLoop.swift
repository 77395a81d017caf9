import Foundation
import VerbatimHAR

/// The loop that serves all connections of a server on one thread, which blocks only in `EventQueue.wait`.
///
/// Unchecked: after `init`, everything except `responses` is used only by the thread that calls `run()`.
final class EventLoop: @unchecked Sendable {
    private let listener: Socket
    private let authority: String
    private let limits: HTTPServer.Limits
    private let handler: HTTPServer.Handler
    private let responses: ResponseQueue

    private var events = EventQueue()
    private var clients: [Int32: Client] = [:]
    private var deadlines: [Int32: ContinuousClock.Instant] = [:]
    private var requestCount: UInt64 = 0
    private var date = (second: 0, text: "")
    /// The time at which to accept connections again, after the process had no descriptor left.
    private var acceptRetry: ContinuousClock.Instant?
    /// The time at which responses that are still being sent are cut off; set while stopping.
    private var stopDeadline: ContinuousClock.Instant?

    private struct Client {
        let connection: Connection
        /// The number of the request that the handler has yet to complete.
        var pendingRequest: UInt64?
        var interest: EventQueue.Interest
    }

    init(
        _ listener: Socket, authority: String, limits: HTTPServer.Limits, responses: ResponseQueue,
        handler: @escaping HTTPServer.Handler
    ) {
        self.listener = listener
        self.authority = authority
        self.limits = limits
        self.responses = responses
        self.handler = handler
    }

    func run() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer {
            buffer.deallocate()
            responses.close()
        }
        events.add(responses.wakeReadFD, for: .reading)
        events.add(listener.descriptor, for: .reading)
        while stopDeadline == nil || !clients.isEmpty {
            let (completions, isStopping) = responses.drain()
            completions.forEach(deliver)
            if isStopping, stopDeadline == nil {
                beginStopping()
            } else if completions.isEmpty {
                iterate(buffer)
            }
        }
    }
}

// MARK: - Iteration

extension EventLoop {
    private func iterate(_ buffer: UnsafeMutableRawBufferPointer) {
        let ready = events.wait(milliseconds: pollTimeout)
        responses.markAwake()
        for event in ready {
            switch event.descriptor {
            case responses.wakeReadFD: responses.clearWakeUp()
            case listener.descriptor: acceptAll()
            default: serve(event, buffer)
            }
        }
        let now = ContinuousClock.now
        for (descriptor, deadline) in deadlines where deadline <= now { advance(descriptor) }
        if let retry = acceptRetry, retry <= now, stopDeadline == nil {
            acceptRetry = nil
            events.add(listener.descriptor, for: .reading)
        }
        if let stopDeadline, stopDeadline <= now { clients.keys.forEach { close($0) } }
    }

    /// The milliseconds until the nearest deadline, rounded up so that it has then passed; -1 for no limit.
    private var pollTimeout: Int32 {
        let nearest = (Array(deadlines.values) + [acceptRetry, stopDeadline].compactMap(\.self)).min()
        guard let nearest else { return -1 }
        let remaining = ContinuousClock.now.duration(to: nearest) / .milliseconds(1)
        return Int32(max(0, min(remaining.rounded(.up), 60_000)))
    }

    private func acceptAll() {
        while true {
            switch listener.accept() {
            case .connection(let socket):
                clients[socket.descriptor] = Client(
                    connection: Connection(socket, limits: limits), interest: .reading)
                events.add(socket.descriptor, for: .reading)
            case .none: return
            case .exhausted:
                events.remove(listener.descriptor)
                acceptRetry = .now + .milliseconds(50)
                return
            }
        }
    }

    private func serve(_ event: EventQueue.Event, _ buffer: UnsafeMutableRawBufferPointer) {
        guard let client = clients[event.descriptor] else { return }
        if event.readable { client.connection.receive(with: buffer) }
        advance(event.descriptor)
    }

    private func deliver(_ completion: ResponseQueue.Completion) {
        let descriptor = completion.request.descriptor
        guard clients[descriptor]?.pendingRequest == completion.request.number else { return }
        clients[descriptor]?.pendingRequest = nil
        let response =
            completion.response ?? ServerResponse(HTTPResponse(500), ending: .reset(afterBody: nil))
        clients[descriptor]?.connection.respond(with: response, date: dateText())
        advance(descriptor)
    }

    private func beginStopping() {
        if acceptRetry == nil { events.remove(listener.descriptor) }
        acceptRetry = nil
        listener.close()
        stopDeadline = .now + .seconds(1)
        for (descriptor, client) in clients where !client.connection.isSending { close(descriptor) }
    }
}

// MARK: - Connections

extension EventLoop {
    private func advance(_ descriptor: Int32) {
        guard let connection = clients[descriptor]?.connection else { return }
        deadlines[descriptor] = nil
        switch connection.advance(now: .now, date: dateText()) {
        case .wait where stopDeadline != nil && !connection.isSending: close(descriptor)
        case .wait(let interest, let deadline):
            updateInterest(descriptor, for: interest)
            deadlines[descriptor] = deadline
        case .handle(let head, let body):
            handle(head, body, for: descriptor)
        case .close(let reset):
            close(descriptor, reset: reset)
        }
    }

    private func handle(_ head: RequestHead, _ body: Data?, for descriptor: Int32) {
        guard stopDeadline == nil else { return close(descriptor) }
        requestCount += 1
        clients[descriptor]?.pendingRequest = requestCount
        let pending = PendingResponse(.init(descriptor: descriptor, number: requestCount), responses)
        let url = head.url(authority: authority)
        handler(HTTPRequest(head.method, url, headers: head.headers, body: body)) {
            pending.complete(with: $0)
        }
        updateInterest(descriptor, for: [])
    }

    /// Changes the events for which a descriptor is watched.
    ///
    /// A descriptor without any is removed, because poll(2) would report the end of its peer over and over.
    private func updateInterest(_ descriptor: Int32, for interest: EventQueue.Interest) {
        guard let old = clients[descriptor]?.interest, old != interest else { return }
        clients[descriptor]?.interest = interest
        if old.isEmpty {
            events.add(descriptor, for: interest)
        } else if interest.isEmpty {
            events.remove(descriptor)
        } else {
            events.change(descriptor, to: interest)
        }
    }

    private func close(_ descriptor: Int32, reset: Bool = false) {
        guard let client = clients.removeValue(forKey: descriptor) else { return }
        deadlines[descriptor] = nil
        events.remove(descriptor)
        if reset { client.connection.socket.reset() } else { client.connection.socket.close() }
    }

    private func dateText() -> String {
        let second = time(nil)
        if second != date.second { date = (second, HTTPDate.text(second)) }
        return date.text
    }
}
