import Foundation
import VerbatimHAR

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

    /// A time since which the connection has waited for its client.
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
        case handling(RequestHead)
        case sending
        /// Everything is sent. Input is read and dropped, so that no reset overtakes the response
        /// (RFC 9112, section 9.6).
        case lingering(until: ContinuousClock.Instant?)
    }

    let socket: Socket
    private var parser: RequestParser
    private var phase = Phase.receiving
    private var inputEnded = false
    private var schedule = ResponseSchedule(ending: .keepAlive)
    private var nextStep = 0
    private var output: [UInt8] = []
    private var written = 0
    private var pausedUntil: ContinuousClock.Instant?
    private let limits: HTTPServer.Limits
    private var hasRequest = false
    /// The current wait for the client, or nil while the connection waits for the server.
    private(set) var clientWait: ClientWait?

    init(_ socket: Socket, limits: HTTPServer.Limits) {
        self.socket = socket
        self.limits = limits
        parser = RequestParser(limits: limits)
    }

    /// Creates a connection that sends a response without a request, and closes.
    init(_ socket: Socket, refusedWith response: ServerResponse, date: String) {
        self.socket = socket
        limits = HTTPServer.Limits()
        parser = RequestParser(limits: limits)
        start(.of(response, to: nil, date: date))
    }

    /// Whether a response is being sent.
    var isSending: Bool {
        if case .sending = phase { return true }
        return false
    }

    /// Reads the available input.
    func receive(with buffer: UnsafeMutableRawBufferPointer) {
        switch socket.read(into: buffer) {
        case .bytes(let count):
            if case .lingering = phase { return }
            parser.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        case .wouldBlock: break
        case .ended: inputEnded = true
        }
    }

    /// Sends the response to the current request.
    func respond(with response: ServerResponse, date: String) {
        guard case .handling(let head) = phase else { return }
        start(.of(response, to: head, date: date))
    }

    /// Advances as far as possible without waiting.
    func advance(now: ContinuousClock.Instant, date: String) -> Need {
        while true {
            switch phase {
            case .receiving:
                if let need = receiveNext(now, date) { return need }
            case .handling:
                return .wait([])
            case .sending:
                if let need = send(now) { return need }
            case .lingering(let end):
                let isOver = inputEnded || end.map { now >= $0 } ?? false
                return isOver ? .close(reset: false) : wait(for: .close, .reading, now, until: end)
            }
        }
    }

    private func receiveNext(_ now: ContinuousClock.Instant, _ date: String) -> Need? {
        do throws(ProtocolError) {
            switch try parser.next() {
            case .incomplete where !inputEnded:
                if parser.isInsideRequest {
                    let end = start(of: .completeRequest, now) + limits.requestTimeout
                    guard now < end else { throw .timeout(limits.requestTimeout) }
                    return wait(for: .completeRequest, .reading, now, until: end)
                }
                let action = hasRequest ? ClientWait.Action.sendNextRequest : .sendFirstRequest
                let end = start(of: action, now) + limits.idleTimeout
                return now < end ? wait(for: action, .reading, now, until: end) : .close(reset: false)
            case .incomplete where !parser.isInsideRequest: return .close(reset: false)
            case .incomplete: throw ProtocolError(400, "the request is incomplete (RFC 9112, section 8)")
            case .expectsContinue:
                start(
                    ResponseSchedule(
                        steps: [.bytes(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))], ending: .keepAlive))
            case .request(let head, let body):
                phase = .handling(head)
                hasRequest = true
                clientWait = nil
                return .handle(head, body: body)
            }
        } catch {
            start(.of(error.response, to: nil, date: date))
        }
        return nil
    }

    /// Returns the time since which the connection waits for an action of its client: now, unless it already
    /// does.
    private func start(of action: ClientWait.Action, _ now: ContinuousClock.Instant)
        -> ContinuousClock.Instant
    {
        clientWait.flatMap { $0.action == action ? $0.since : nil } ?? now
    }

    private func wait(
        for action: ClientWait.Action, _ interest: EventQueue.Interest, _ now: ContinuousClock.Instant,
        until end: ContinuousClock.Instant?
    ) -> Need {
        clientWait = ClientWait(action: action, since: start(of: action, now))
        return .wait(interest, until: end)
    }
}

// MARK: - Sending

extension Connection {
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
                case .wouldBlock:
                    let end = start(of: .takeResponse, now) + limits.idleTimeout
                    return now < end
                        ? wait(for: .takeResponse, .writing, now, until: end) : .close(reset: true)
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

    /// Fills the output from the steps up to the next pause.
    ///
    /// - Returns: False if the file of the body was written to after the head was made.
    private func fillOutput(_ now: ContinuousClock.Instant) -> Bool {
        (output, written, pausedUntil, clientWait) = ([], 0, nil, nil)
        while nextStep < schedule.steps.count, output.count < 65_536 {
            switch schedule.steps[nextStep] {
            case .bytes(let bytes):
                if output.isEmpty { output = bytes } else { output += bytes }
                nextStep += 1
            case .file(let file, let range):
                let piece = range.prefix(65_536)
                guard file.append(piece, to: &output) else { return false }
                if piece.count == range.count {
                    nextStep += 1
                } else {
                    schedule.steps[nextStep] = .file(file, piece.upperBound..<range.upperBound)
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
        (output, written, pausedUntil, clientWait) = ([], 0, nil, nil)
        switch schedule.ending {
        case .keepAlive:
            phase = .receiving
        case .close:
            socket.finishWriting()
            phase = .lingering(until: now + .seconds(2))
        case .silence:
            phase = .lingering(until: nil)
        case .reset:
            return .close(reset: true)
        }
        return nil
    }
}
