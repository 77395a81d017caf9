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

    let events: EventQueue
    var clients: [Int32: Client] = [:]
    private let prepared = PreparedResponses()
    /// The clients whose interest may differ from that for which they are watched.
    private var changed: [Client] = []
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

    final class Client {
        let connection: Connection
        /// The number of the request that the handler has yet to complete.
        var pendingRequest: UInt64?
        /// The events that it waits for, and those for which it is watched.
        var (interest, watched) = (EventQueue.Interest.reading, EventQueue.Interest.reading)
        var deadline: ContinuousClock.Instant?
        /// The length of its body that is in the sum.
        var bodyLength = 0

        var descriptor: Int32 { connection.socket.descriptor }

        init(_ connection: Connection) { self.connection = connection }
    }

    init(
        _ listener: Socket, authority: String, limits: HTTPServer.Limits, responses: ResponseQueue,
        now: @escaping HTTPServer.Now, handler: @escaping HTTPServer.Handler
    ) throws(ServerError) {
        events = try EventQueue()
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
        events.watch(responses.wakeReadFD, for: .reading)
        events.watch(listener.descriptor, for: .reading)
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

    // MARK: Iteration

    private func iterate(_ buffer: UnsafeMutableRawBufferPointer) {
        watchChanged()
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
        if let stopDeadline, stopDeadline <= now { clients.values.forEach { close($0) } }
    }

    private func advanceOverdue(_ now: ContinuousClock.Instant) {
        nextDeadline = nil
        for client in clients.values where client.deadline.map({ $0 <= now }) ?? false {
            if clients[client.descriptor] === client { advance(client) }
        }
        nextDeadline = clients.values.lazy.compactMap(\.deadline).min()
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
        if event.isReadable { client.connection.receive(with: buffer, date: dateText()) }
        advance(client)
    }

    private func deliver(_ completion: ResponseQueue.Completion) {
        guard let client = clients[completion.request.descriptor],
            client.pendingRequest == completion.request.number
        else { return }
        client.pendingRequest = nil
        let response =
            completion.response ?? ServerResponse(HTTPResponse(500), ending: .reset(afterBody: nil))
        client.connection.respond(with: response, date: dateText())
        advance(client)
    }

    private func beginStopping() {
        if acceptRetry == nil { events.watch(listener.descriptor, for: [], insteadOf: .reading) }
        acceptRetry = nil
        listener.close()
        stopDeadline = now() + .seconds(1)
        for client in clients.values where !client.connection.isSending { close(client) }
    }

    // MARK: Connections

    func advance(_ client: Client) {
        let connection = client.connection
        client.deadline = nil
        let need = connection.advance(now: now(), date: dateText())
        bodyLength += connection.bodyLength - client.bodyLength
        client.bodyLength = connection.bodyLength
        switch need {
        case .wait where stopDeadline != nil && !connection.isSending: close(client)
        case .wait(let interest, let deadline):
            updateInterest(client, for: interest)
            client.deadline = deadline
            if let deadline { nextDeadline = nextDeadline.map { min($0, deadline) } ?? deadline }
        case .handle(let head, let body): handle(head, body, for: client)
        case .close(let reset): close(client, reset: reset)
        }
        if bodyLength > limits.bodies { refuseLongestBody() }
    }

    /// Refuses the longest body that is incomplete, so that short ones are not kept out.
    private func refuseLongestBody() {
        let receiving = clients.values.filter { $0.connection.isReceivingBody }
        guard let longest = receiving.max(by: { $0.bodyLength < $1.bodyLength }) else { return }
        longest.connection.refuse(.bodiesTooLong(limits.bodies), date: dateText())
        advance(longest)
    }

    private func handle(_ head: RequestHead, _ body: Data?, for client: Client) {
        guard stopDeadline == nil else { return close(client) }
        requestCount += 1
        client.pendingRequest = requestCount
        let pending = PendingResponse(.init(descriptor: client.descriptor, number: requestCount), responses)
        let url = head.url(authority: authority)
        handler(HTTPRequest(head.method, url, headers: head.headers, body: body)) {
            pending.complete(with: $0)
        }
        updateInterest(client, for: [])
    }

    /// Changes the events that a client waits for.
    ///
    /// It is watched for them before the next wait: most responses are sent by then, and nothing has changed.
    private func updateInterest(_ client: Client, for interest: EventQueue.Interest) {
        if client.interest == client.watched, client.interest != interest { changed.append(client) }
        client.interest = interest
    }

    /// Watches clients for the events that they wait for.
    ///
    /// One without any is not watched, because its end would be reported over and over.
    private func watchChanged() {
        for client in changed where clients[client.descriptor] === client && client.interest != client.watched
        {
            events.watch(client.descriptor, for: client.interest, insteadOf: client.watched)
            client.watched = client.interest
        }
        changed.removeAll(keepingCapacity: true)
    }

    func close(_ client: Client, reset: Bool = false) {
        guard clients.removeValue(forKey: client.descriptor) != nil else { return }
        bodyLength -= client.bodyLength
        client.deadline = nil
        if !client.watched.isEmpty { events.watch(client.descriptor, for: [], insteadOf: client.watched) }
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
                guard accept(with: { Connection($0, limits: limits, prepared) }) else { return }
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
            let client = Client(makeConnection(socket))
            clients[socket.descriptor] = client
            events.watch(socket.descriptor, for: .reading)
            advance(client)
            return true
        case .none: return false
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
        var oldest: (client: Client, since: ContinuousClock.Instant, isIdle: Bool)?
        for client in clients.values {
            guard let wait = client.connection.clientWait else { continue }
            let isIdle = wait.action == .sendNextRequest
            guard isIdle || wait.since <= limit else { continue }
            if let oldest, oldest.isIdle != isIdle ? oldest.isIdle : oldest.since <= wait.since { continue }
            oldest = (client, wait.since, isIdle)
        }
        guard let oldest else { return false }
        close(oldest.client)
        return true
    }

    private func pauseAccepting() {
        guard acceptRetry == nil else { return }
        events.watch(listener.descriptor, for: [], insteadOf: .reading)
        acceptRetry = now() + .milliseconds(50)
    }

    func resumeAccepting() {
        acceptRetry = nil
        events.watch(listener.descriptor, for: .reading)
    }
}
