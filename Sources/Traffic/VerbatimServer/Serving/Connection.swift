import Foundation
import VerbatimHAR

/// One client: its requests one after the other, and the reply that is being sent.
///
/// Belongs to the thread of its loop.
final class Connection {
    /// What a connection needs to go on.
    enum Need {
        /// Its socket to be ready, or a time to come; neither while it waits for the reply it asked for.
        case wait(EventQueue.Interest, until: ContinuousClock.Instant? = nil)
        /// A reply to this request.
        case reply(RequestHead, body: Data?)
        /// Nothing any more: the socket is to be closed.
        case close(reset: Bool)
    }

    private enum Phase {
        case receiving
        case answering(RequestHead)
        case sending
        /// Nothing more will be sent; what still comes is read and dropped, so that no reset overtakes the
        /// reply (RFC 9112, section 9.6).
        case lingering(until: ContinuousClock.Instant?)
    }

    let socket: Socket
    private var parser: RequestParser
    private var phase = Phase.receiving
    private var inputEnded = false
    private var script = ReplySchedule(ending: .keepAlive)
    private var nextStep = 0
    private var output: [UInt8] = []
    private var written = 0
    private var pausedUntil: ContinuousClock.Instant?

    init(_ socket: Socket, limits: HTTPServer.Limits) {
        self.socket = socket
        parser = RequestParser(limits: limits)
    }

    /// Whether a reply is under way.
    var isSending: Bool {
        if case .sending = phase { return true }
        return false
    }

    /// Reads what has come.
    func receive(with buffer: UnsafeMutableRawBufferPointer) {
        switch socket.read(into: buffer) {
        case .bytes(let count):
            if case .lingering = phase { return }
            parser.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        case .wouldBlock: break
        case .ended: inputEnded = true
        }
    }

    /// Takes the reply to the request it asked about.
    func take(_ reply: Reply, date: String) {
        guard case .answering(let head) = phase else { return }
        play(.of(reply, to: head, date: date))
    }

    /// Goes as far as it can without waiting.
    func advance(now: ContinuousClock.Instant, date: String) -> Need {
        while true {
            switch phase {
            case .receiving:
                if let need = receiveNext(date) { return need }
            case .answering:
                return .wait([])
            case .sending:
                if let need = send(now) { return need }
            case .lingering(let end):
                let over = inputEnded || end.map { now >= $0 } ?? false
                return over ? .close(reset: false) : .wait(.reading, until: end)
            }
        }
    }

    private func receiveNext(_ date: String) -> Need? {
        do throws(ProtocolError) {
            switch try parser.next() {
            case .incomplete where !inputEnded: return .wait(.reading)
            case .incomplete where !parser.isInsideRequest: return .close(reset: false)
            case .incomplete: throw ProtocolError(400, "the request ends too early (RFC 9112, section 8)")
            case .expectsContinue:
                play(
                    ReplySchedule(
                        steps: [.bytes(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))], ending: .keepAlive))
            case .request(let head, let body):
                phase = .answering(head)
                return .reply(head, body: body)
            }
        } catch {
            play(.of(error.reply, to: nil, date: date))
        }
        return nil
    }
}

// MARK: - Sending

extension Connection {
    private func play(_ script: ReplySchedule) {
        self.script = script
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
            } else if nextStep < script.steps.count {
                guard load(now) else { return .close(reset: true) }
            } else {
                return finish(now)
            }
        }
    }

    /// Fills the output from the steps up to the next pause; false when the body's file is shorter than announced.
    private func load(_ now: ContinuousClock.Instant) -> Bool {
        (output, written, pausedUntil) = ([], 0, nil)
        while nextStep < script.steps.count, output.count < 65_536 {
            switch script.steps[nextStep] {
            case .bytes(let bytes):
                if output.isEmpty { output = bytes } else { output += bytes }
                nextStep += 1
            case .file(let file, let count):
                let read = file.read(min(count, 65_536), onto: &output)
                guard read > 0 else { return false }
                if read == count { nextStep += 1 } else { script.steps[nextStep] = .file(file, count - read) }
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
        switch script.ending {
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
