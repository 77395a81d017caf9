import Foundation
import VerbatimHAR

/// The loop that serves all connections of a server on one thread, which blocks only in `EventQueue.wait`.
///
/// Unchecked: after `init`, everything except `responses` is used only by the thread that calls `run()`.
final class EventLoop: @unchecked Sendable {
    let listener: Socket
    private let authority: String
    let limits: HTTPServer.Limits
    private let handler: HTTPServer.Handler
    private let responses: ResponseQueue
    let now: HTTPServer.Now

    var events = EventQueue()
    var clients: [Int32: Client] = [:]
    private var deadlines: [Int32: ContinuousClock.Instant] = [:]
    /// A time before all deadlines, so that they are searched only once it has come.
    private var nextDeadline: ContinuousClock.Instant?
    private var requestCount: UInt64 = 0
    /// The sum of the lengths of the bodies of all clients.
    private var bodyLength = 0
    private var date = (second: 0, text: "")
    /// The time at which to accept connections again; set while there is no room for one.
    var acceptRetry: ContinuousClock.Instant?
    /// The time since which there has been no room for a client that waits.
    var fullSince: ContinuousClock.Instant?
    /// The time at which responses that are still being sent are cut off; set while stopping.
    private var stopDeadline: ContinuousClock.Instant?

    struct Client {
        let connection: Connection
        /// The number of the request that the handler has yet to complete.
        var pendingRequest: UInt64?
        var interest: EventQueue.Interest
        /// The length of its body that is in the sum.
        var bodyLength = 0
    }

    init(
        _ listener: Socket, authority: String, limits: HTTPServer.Limits, responses: ResponseQueue,
        now: @escaping HTTPServer.Now, handler: @escaping HTTPServer.Handler
    ) {
        self.listener = listener
        self.authority = authority
        self.limits = limits
        self.responses = responses
        self.now = now
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
            case listener.descriptor: acceptWaiting()
            default: serve(event, buffer)
            }
        }
        let now = now()
        if let nextDeadline, nextDeadline <= now { advanceOverdue(now) }
        if let retry = acceptRetry, retry <= now, stopDeadline == nil { resumeAccepting() }
        if let stopDeadline, stopDeadline <= now { clients.keys.forEach { close($0) } }
    }

    private func advanceOverdue(_ now: ContinuousClock.Instant) {
        nextDeadline = nil
        for (descriptor, deadline) in deadlines where deadline <= now { advance(descriptor) }
        nextDeadline = deadlines.values.min()
    }

    /// The milliseconds until the nearest deadline, rounded up so that it has then passed; -1 for no limit.
    private var pollTimeout: Int32 {
        guard let nearest = [nextDeadline, acceptRetry, stopDeadline].compactMap(\.self).min() else {
            return -1
        }
        let remaining = now().duration(to: nearest) / .milliseconds(1)
        return Int32(max(0, min(remaining.rounded(.up), 60_000)))
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
        stopDeadline = now() + .seconds(1)
        for (descriptor, client) in clients where !client.connection.isSending { close(descriptor) }
    }
}

// MARK: - Connections

extension EventLoop {
    func advance(_ descriptor: Int32) {
        guard let connection = clients[descriptor]?.connection else { return }
        deadlines[descriptor] = nil
        let need = connection.advance(now: now(), date: dateText())
        count(connection.bodyLength, of: descriptor)
        switch need {
        case .wait where stopDeadline != nil && !connection.isSending: close(descriptor)
        case .wait(let interest, let deadline):
            updateInterest(descriptor, for: interest)
            deadlines[descriptor] = deadline
            if let deadline { nextDeadline = nextDeadline.map { min($0, deadline) } ?? deadline }
        case .handle(let head, let body):
            handle(head, body, for: descriptor)
        case .close(let reset):
            close(descriptor, reset: reset)
        }
        if bodyLength > limits.bodies { refuseLongestBody() }
    }

    private func count(_ length: Int, of descriptor: Int32) {
        bodyLength += length - (clients[descriptor]?.bodyLength ?? 0)
        clients[descriptor]?.bodyLength = length
    }

    /// Refuses the longest body that is incomplete, so that short ones are not kept out.
    private func refuseLongestBody() {
        let receiving = clients.filter { $0.value.connection.isReceivingBody }
        guard let longest = receiving.max(by: { $0.value.bodyLength < $1.value.bodyLength }) else { return }
        longest.value.connection.refuse(.bodiesTooLong(limits.bodies), date: dateText())
        advance(longest.key)
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

    func close(_ descriptor: Int32, reset: Bool = false) {
        guard let client = clients.removeValue(forKey: descriptor) else { return }
        bodyLength -= client.bodyLength
        deadlines[descriptor] = nil
        events.remove(descriptor)
        if reset { client.connection.socket.reset() } else { client.connection.socket.close() }
        if clients.count < limits.connections { fullSince = nil }
        if acceptRetry != nil, stopDeadline == nil { resumeAccepting() }
    }

    func dateText() -> String {
        let second = time(nil)
        if second != date.second { date = (second, HTTPDate.text(second)) }
        return date.text
    }
}

/// The admission of clients: as many as there is room for, in the order in which they connected.
///
/// A client that finds no room waits in the queue of the system until a connection ends, or until one is
/// closed because its client does nothing. So clients that do nothing keep others out for a second at most.
extension EventLoop {
    /// The time that a client has to continue, and that the others may wait, while there is no room.
    private static let patience = Duration.seconds(1)
    /// The number of clients beyond the limit that can receive a 503 at the same time.
    private static let refusals = 32
    /// The number of clients that are accepted before the others are served again.
    private static let batch = 64

    func acceptWaiting() {
        for _ in 0..<Self.batch {
            // Nothing makes room for a client that is not there.
            guard hasRoom || listener.hasWaitingClient else { return }
            if hasRoom || evict() && hasRoom {
                guard accept(with: { Connection($0, limits: limits) }) else { return }
                fullSince = nil
            } else if isOverloaded {
                let response = ProtocolError.overloaded(limits.connections).response
                let date = dateText()
                guard accept(with: { Connection($0, refusedWith: response, date: date) }) else { return }
            } else {
                return pauseAccepting()
            }
        }
    }

    private var hasRoom: Bool { clients.count < limits.connections }

    /// Whether clients have waited for room long enough to be refused, and there is room for that.
    private var isOverloaded: Bool {
        let since = fullSince ?? now()
        fullSince = since
        return since + Self.patience <= now() && clients.count < limits.connections + Self.refusals
    }

    /// Accepts a client, and returns whether there may be another one.
    private func accept(with makeConnection: (Socket) -> Connection) -> Bool {
        switch listener.accept() {
        case .connection(let socket):
            clients[socket.descriptor] = Client(connection: makeConnection(socket), interest: .reading)
            events.add(socket.descriptor, for: .reading)
            advance(socket.descriptor)
            return true
        case .none:
            return false
        case .exhausted:
            if !evict() { pauseAccepting() }
            return false
        }
    }

    /// Closes the connection that has waited for its client the longest, and returns whether there was one.
    ///
    /// Between two requests it may be closed at any time (RFC 9112, section 9.5), otherwise after a second.
    private func evict() -> Bool {
        let limit = now() - Self.patience
        var oldest: (descriptor: Int32, since: ContinuousClock.Instant, isIdle: Bool)?
        for (descriptor, client) in clients {
            guard let wait = client.connection.clientWait else { continue }
            let isIdle = wait.action == .sendNextRequest
            guard isIdle || wait.since <= limit else { continue }
            if let oldest, oldest.isIdle != isIdle ? oldest.isIdle : oldest.since <= wait.since { continue }
            oldest = (descriptor, wait.since, isIdle)
        }
        guard let oldest else { return false }
        close(oldest.descriptor)
        return true
    }

    private func pauseAccepting() {
        guard acceptRetry == nil else { return }
        events.remove(listener.descriptor)
        acceptRetry = now() + .milliseconds(50)
    }

    func resumeAccepting() {
        acceptRetry = nil
        events.add(listener.descriptor, for: .reading)
    }
}
