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

    init(_ socket: Socket, limits: HTTPServer.Limits) {
        self.socket = socket
        parser = RequestParser(limits: limits)
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
                if let need = receiveNext(date) { return need }
            case .handling:
                return .wait([])
            case .sending:
                if let need = send(now) { return need }
            case .lingering(let end):
                let isOver = inputEnded || end.map { now >= $0 } ?? false
                return isOver ? .close(reset: false) : .wait(.reading, until: end)
            }
        }
    }

    private func receiveNext(_ date: String) -> Need? {
        do throws(ProtocolError) {
            switch try parser.next() {
            case .incomplete where !inputEnded: return .wait(.reading)
            case .incomplete where !parser.isInsideRequest: return .close(reset: false)
            case .incomplete: throw ProtocolError(400, "the request is incomplete (RFC 9112, section 8)")
            case .expectsContinue:
                start(
                    ResponseSchedule(
                        steps: [.bytes(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))], ending: .keepAlive))
            case .request(let head, let body):
                phase = .handling(head)
                return .handle(head, body: body)
            }
        } catch {
            start(.of(error.response, to: nil, date: date))
        }
        return nil
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
                case .wouldBlock: return .wait(.writing)
                case .ended: return .close(reset: false)
                }
            } else if let end = pausedUntil, now < end {
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
    /// - Returns: False if the file of the body is shorter than announced.
    private func fillOutput(_ now: ContinuousClock.Instant) -> Bool {
        (output, written, pausedUntil) = ([], 0, nil)
        while nextStep < schedule.steps.count, output.count < 65_536 {
            switch schedule.steps[nextStep] {
            case .bytes(let bytes):
                if output.isEmpty { output = bytes } else { output += bytes }
                nextStep += 1
            case .file(let file, let count):
                let read = file.read(min(count, 65_536), onto: &output)
                guard read > 0 else { return false }
                if read == count {
                    nextStep += 1
                } else {
                    schedule.steps[nextStep] = .file(file, count - read)
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
        (output, written, pausedUntil) = ([], 0, nil)
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
