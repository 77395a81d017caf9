public import Foundation
public import VerbatimReplay

/// The `URLProtocol` door: sessions whose requests a player answers.
///
/// Every door has a protocol class of its own, so any number of doors serve equal requests at the same time, each from
/// its own recording, and nothing is added to the app's requests. Data, upload and download tasks are served, in their async,
/// completion handler and delegate forms. A door serves sessions made from its ``configuration()``; it does not reach
/// `Data(contentsOf:)`, web sockets, or sessions made from other configurations.
public final class URLSessionInterceptor: Sendable {
    let tenant: ProtocolSlots.Tenant
    private let lease: ProtocolSlots.Lease

    /// Opens a door to a player.
    ///
    /// - Parameters:
    ///   - player: What answers; it is kept until the door is closed.
    ///   - pace: When the pieces of a recorded body reach the app.
    public init(_ player: any Responder, pace: Pace = .atOnce) {
        tenant = ProtocolSlots.Tenant(
            player: player, pace: pace, cookies: URLSessionConfiguration.ephemeral.httpCookieStorage)
        lease = ProtocolSlots.sessions.lease(to: tenant)
    }

    /// Makes a configuration for sessions that go through the door.
    ///
    /// It is ephemeral, without a cache, and with cookies that only the sessions of this door share. Change it as the app does, but keep
    /// `protocolClasses`: they are the door.
    public func configuration() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = tenant.cookies
        configuration.protocolClasses = [lease.protocolClass]
        return configuration
    }

    /// Makes a session that goes through the door.
    ///
    /// - Parameters:
    ///   - delegate: The session's delegate, retained by the session until it is invalidated.
    ///   - queue: Where the delegate is called; nil makes a serial queue.
    public func session(
        delegate: (any URLSessionDelegate)? = nil, queue: OperationQueue? = nil
    ) -> URLSession {
        URLSession(configuration: configuration(), delegate: delegate, delegateQueue: queue)
    }

    /// Closes the door; without effect the second time.
    ///
    /// A later request of its sessions fails with `URLError.resourceUnavailable` and never reaches the network.
    public func close() {
        ProtocolSlots.sessions.release(lease)
    }
}
