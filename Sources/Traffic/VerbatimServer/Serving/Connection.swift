import Foundation

/// The connection of one client: its requests, one after the other, and the response that is being sent.
///
/// Used only by the thread of its event loop.
final class Connection {
    /// The condition for a connection to advance.
    enum Need {
        /// Its socket is ready, or a time has come; neither while it waits for a response.
        case wait(EventQueue.Interest, until: ContinuousClock.Instant? = nil)
        /// The handler completes this request.
        case handle(RequestHead, body: Data?)
        /// None: the socket is to be closed.
        case close(reset: Bool)
    }

    /// A wait for an action of the client, and the time since which it lasts.
    struct ClientWait {
        enum Action {
            case sendFirstRequest, sendNextRequest, completeRequest
            case takeResponse, close
        }

        let action: Action
        let since: ContinuousClock.Instant
    }

    private enum Phase {
        case receiving
        case handling(RequestHead, bodyLength: Int)
        case sending
        /// All is sent. Input is read and dropped: no reset overtakes the response (RFC 9112, section 9.6).
        case lingering(atMost: Duration?)
    }

    let socket: Socket
    private let prepared: PreparedResponses?
    /// The bytes that arrived, if they begin a request and nothing follows it.
    private var arrived: [UInt8] = []
    private var parser: RequestParser
    private var phase = Phase.receiving
    private var inputEnded = false
    private var schedule = ResponseSchedule(ending: .keepAlive)
    private var nextStep = 0
    private var output: [UInt8] = []
    private var written = 0
    /// The part of `written` at which the client last proved to take the response.
    private var taken = 0
    private var pausedUntil: ContinuousClock.Instant?
    private let limits: HTTPServer.Limits
    private var hasRequest = false
    /// The current wait for the client, or nil while the connection waits for the server.
    private(set) var clientWait: ClientWait?

    init(_ socket: Socket, limits: HTTPServer.Limits, _ prepared: PreparedResponses) {
        self.socket = socket
        self.prepared = prepared
        self.limits = limits
        parser = RequestParser(limits: limits)
    }

    /// Creates a connection that sends a response without a request, and closes.
    init(_ socket: Socket, refusedWith response: ServerResponse, date: String) {
        self.socket = socket
        prepared = nil
        limits = HTTPServer.Limits()
        parser = RequestParser(limits: limits)
        start(.of(response, to: nil, date: date))
    }

    /// The number of bytes of the body that waits for its end or its response.
    var bodyLength: Int {
        switch phase {
        case .receiving: parser.bodyLength
        case .handling(_, let length): length
        case .sending, .lingering: 0
        }
    }

    var isReceivingBody: Bool {
        if case .receiving = phase { return parser.bodyLength > 0 }
        return false
    }

    var isSending: Bool {
        if case .sending = phase { return true }
        return false
    }

    func receive(with buffer: UnsafeMutableRawBufferPointer, date: String) {
        switch socket.read(into: buffer) {
        case .bytes(let count):
            if case .lingering = phase { return }
            receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]), date)
        case .wouldBlock: break
        case .ended: inputEnded = true
        }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer, _ date: String) {
        arrived = []
        if case .receiving = phase, !parser.isInsideRequest {
            if let response = prepared?.response(to: bytes, date: date) {
                hasRequest = true
                start(ResponseSchedule(ending: .keepAlive))
                output = response
                return
            }
            arrived = PreparedResponses.request(bytes)
        }
        parser.append(bytes)
    }

    func respond(with response: ServerResponse, date: String) {
        guard case .handling(let head, _) = phase else { return }
        var schedule = ResponseSchedule.of(response, to: head, date: date)
        if let repetition = response.repetition {
            prepared?.keep(&schedule, to: arrived, date: date, repetition)
        }
        arrived = []
        start(schedule)
    }

    /// Responds with an error to the request that is incomplete, whose bytes are dropped.
    func refuse(_ error: ProtocolError, date: String) {
        parser = RequestParser(limits: limits)
        start(.of(error.response, to: nil, date: date))
    }

    /// Advances as far as possible without waiting.
    func advance(now: ContinuousClock.Instant, date: String) -> Need {
        while true {
            switch phase {
            case .receiving: if let need = receiveNext(now, date) { return need }
            case .handling: return .wait([])
            case .sending: if let need = send(now) { return need }
            case .lingering where inputEnded: return .close(reset: false)
            case .lingering(let limit):
                return wait(for: .close, .reading, now, atMost: limit) ?? .close(reset: false)
            }
        }
    }

    private func receiveNext(_ now: ContinuousClock.Instant, _ date: String) -> Need? {
        do throws(ProtocolError) {
            switch try parser.next() {
            case .incomplete where !inputEnded: return try waitForRequest(now)
            case .incomplete where !parser.isInsideRequest: return .close(reset: false)
            case .incomplete: throw ProtocolError(400, "the request is incomplete (RFC 9112, section 8)")
            case .expectsContinue:
                start(
                    ResponseSchedule(
                        steps: [.bytes(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))], ending: .keepAlive))
            case .request(let head, let body):
                if parser.isInsideRequest { arrived = [] }
                phase = .handling(head, bodyLength: body?.count ?? 0)
                hasRequest = true
                clientWait = nil
                return .handle(head, body: body)
            }
        } catch { refuse(error, date: date) }
        return nil
    }

    private func waitForRequest(_ now: ContinuousClock.Instant) throws(ProtocolError) -> Need {
        guard parser.isInsideRequest else {
            let action = hasRequest ? ClientWait.Action.sendNextRequest : .sendFirstRequest
            return wait(for: action, .reading, now, atMost: limits.idleTimeout) ?? .close(reset: false)
        }
        guard let need = wait(for: .completeRequest, .reading, now, atMost: limits.requestTimeout) else {
            throw .timeout(limits.requestTimeout)
        }
        return need
    }

    /// Begins or continues a wait for the client; returns nil if it has lasted too long.
    private func wait(
        for action: ClientWait.Action, _ interest: EventQueue.Interest, _ now: ContinuousClock.Instant,
        atMost limit: Duration?
    ) -> Need? {
        let since = clientWait.flatMap { $0.action == action ? $0.since : nil } ?? now
        clientWait = ClientWait(action: action, since: since)
        guard let limit else { return .wait(interest) }
        return now < since + limit ? .wait(interest, until: since + limit) : nil
    }

    // MARK: Sending

    private func start(_ schedule: ResponseSchedule) {
        self.schedule = schedule
        nextStep = 0
        phase = .sending
    }

    private func send(_ now: ContinuousClock.Instant) -> Need? {
        while true {
            if written < output.count {
                switch output[written...].withUnsafeBytes({ socket.write($0) }) {
                case .bytes(let count): written += count
                case .wouldBlock: return waitForReader(now)
                case .ended: return .close(reset: false)
                }
            } else if let end = pausedUntil, now < end {
                clientWait = nil
                return .wait([], until: end)
            } else if nextStep < schedule.steps.count {
                guard fillOutput(now) else { return .close(reset: true) }
            } else {
                return finish(now)
            }
        }
    }

    private func waitForReader(_ now: ContinuousClock.Instant) -> Need {
        if written - taken >= 65_536 { (taken, clientWait) = (written, nil) }
        return wait(for: .takeResponse, .writing, now, atMost: limits.idleTimeout) ?? .close(reset: true)
    }

    /// Fills the output from the steps up to the next pause. Returns false if the file of the body was
    /// written to after the head was made.
    private func fillOutput(_ now: ContinuousClock.Instant) -> Bool {
        (output, written, taken, pausedUntil, clientWait) = ([], 0, 0, nil, nil)
        while nextStep < schedule.steps.count, output.count < ResponseSchedule.pieceLength {
            switch schedule.steps[nextStep] {
            case .bytes(let bytes):
                // The only owner, so that the body is appended without a copy.
                schedule.steps[nextStep] = .bytes([])
                if output.isEmpty { output = bytes } else { output += bytes }
                nextStep += 1
            case .body(let body, let range):
                let piece = range.prefix(ResponseSchedule.pieceLength)
                guard body.append(piece, to: &output) else { return false }
                if piece.count == range.count {
                    nextStep += 1
                } else {
                    schedule.steps[nextStep] = .body(body, piece.upperBound..<range.upperBound)
                }
            case .pause(let duration):
                guard output.isEmpty else { return true }
                pausedUntil = now + duration
                nextStep += 1
                return true
            }
        }
        return true
    }

    private func finish(_ now: ContinuousClock.Instant) -> Need? {
        (output, written, taken, pausedUntil, clientWait) = ([], 0, 0, nil, nil)
        switch schedule.ending {
        case .keepAlive: phase = .receiving
        case .close:
            socket.finishWriting()
            phase = .lingering(atMost: .seconds(2))
        case .silence: phase = .lingering(atMost: nil)
        case .reset: return .close(reset: true)
        }
        return nil
    }
}
