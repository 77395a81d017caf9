import Foundation
import VerbatimHAR

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
