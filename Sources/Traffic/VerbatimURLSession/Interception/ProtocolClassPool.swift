import Foundation
import Synchronization
import VerbatimReplay

/// A pool of protocol classes, each leased to one interceptor at a time.
///
/// `URLSessionConfiguration.protocolClasses` takes classes, not objects, so every interceptor needs a
/// separate class. The classes are specializations of generic ones, created at run time. The runtime never
/// frees them, so closed interceptors return theirs. A returned class is reused only after many others, so
/// that a session that outlives its interceptor fails instead of reaching that of another test.
final class ProtocolClassPool: Sendable {
    /// The properties of an interceptor that its protocol class needs.
    final class Binding: Sendable {
        let responder: any Responder
        let timing: ReplayTiming
        let cookies: HTTPCookieStorage?
        /// The timeout of requests to which the app gives none, in seconds; nil for that of the session.
        let attemptTimeout: Double?

        init(
            responder: any Responder, timing: ReplayTiming, cookies: HTTPCookieStorage?,
            attemptTimeout: Double? = nil
        ) {
            self.responder = responder
            self.timing = timing
            self.cookies = cookies
            self.attemptTimeout = attemptTimeout
        }
    }

    /// The exclusive use of a protocol class, identified by a serial number.
    struct Lease: Sendable, Equatable {
        let index: Int
        let serial: Int
        let protocolClass: ReplayURLProtocol.Type

        static func == (a: Lease, b: Lease) -> Bool { a.serial == b.serial }
    }

    private struct State {
        var bindings: [ObjectIdentifier: (lease: Lease, binding: Binding)] = [:]
        var returned: [Int] = []
        var created = 0
        var leases = 0
    }

    private let protocolClass: @Sendable (Int) -> ReplayURLProtocol.Type
    private let state = Mutex(State())

    /// The number of returned classes that must precede one before it is leased again.
    private static let quarantine = 1024

    /// - Parameter protocolClass: Returns the class of an index, from 0; always the same one for the same
    ///   index.
    init(protocolClass: @escaping @Sendable (Int) -> ReplayURLProtocol.Type) {
        self.protocolClass = protocolClass
    }

    func lease(for binding: Binding) -> Lease {
        state.withLock { state in
            let isReusable = state.returned.count > Self.quarantine
            let index = isReusable ? state.returned.removeFirst() : state.created
            state.created = max(state.created, index + 1)
            state.leases += 1
            let lease = Lease(index: index, serial: state.leases, protocolClass: protocolClass(index))
            state.bindings[ObjectIdentifier(lease.protocolClass)] = (lease, binding)
            return lease
        }
    }

    /// Returns a class to the pool; a second call has no effect.
    func release(_ lease: Lease) {
        state.withLock { state in
            let key = ObjectIdentifier(lease.protocolClass)
            guard state.bindings[key]?.lease == lease else { return }
            state.bindings[key] = nil
            state.returned.append(lease.index)
        }
    }

    /// Returns the binding of a class; nil if the interceptor is closed.
    func binding(of protocolClass: ReplayURLProtocol.Type) -> Binding? {
        state.withLock { $0.bindings[ObjectIdentifier(protocolClass)]?.binding }
    }
}

/// The protocol in the configuration of an interceptor.
///
/// It accepts every request that is not local, whatever its scheme, and even if the interceptor is closed: a
/// declined one would reach the network.
final class SessionURLProtocol<Number>: PlatformURLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { !request.isLocal }
}

extension ProtocolClassPool {
    static let sessions = ProtocolClassPool { sessionClass(NumberedType.of($0)) }

    private static func sessionClass<Number>(_: Number.Type) -> ReplayURLProtocol.Type {
        SessionURLProtocol<Number>.self
    }
}

/// A distinct type for every natural number, built from its binary digits.
enum NumberedType {
    private enum End {}
    private enum Zero<Rest> {}
    private enum One<Rest> {}

    /// Returns the type of a number; always the same one for the same number.
    static func of(_ number: Int) -> any Any.Type { digits(number, End.self) }

    private static func digits<Rest>(_ number: Int, _: Rest.Type) -> any Any.Type {
        if number == 0 { return Rest.self }
        if number & 1 == 0 { return digits(number >> 1, Zero<Rest>.self) }
        return digits(number >> 1, One<Rest>.self)
    }
}
