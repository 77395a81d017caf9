import Foundation
import VerbatimHAR

/// The `URLProtocol` that loads intercepted requests; every interceptor leases a subclass.
///
/// The client is called only within `startLoading()`, which Foundation calls on the work queue of the task.
/// Events that occur later are queued, and `startLoading()` is called again to deliver them.
class ReplayURLProtocol: URLProtocol {
    private let events = LoadingEventQueue()

    /// The loader of the request.
    var loader: RequestLoader {
        ProtocolClassPool.sessions.binding(of: Self.self).map { .binding($0) } ?? .closed
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { false }

    override func startLoading() {
        guard canDeliver else { return }
        switch events.start() {
        case .load: if let event = load(), events.finish() { deliver(event) }
        case .deliver(let queued): for event in queued { deliver(event) }
        }
    }

    /// Begins the load; returns its event if it is available immediately.
    private func load() -> LoadingEvent? {
        switch loader {
        case .binding(let binding):
            let load = ProtocolLoad(
                responder: binding.responder, context: context(for: binding), events: events)
            return load.begin(request, makeWakeUp: makeWakeUp)
        case .closed: return .interceptorClosed(request)
        case .refusal(let reason):
            return .failure(.resourceUnavailable, request, reason.message(for: request))
        }
    }

    override func stopLoading() {
        switch task?.state {
        case .suspended: events.suspend()
        case .running: return  // The task was suspended and resumed since: startLoading() follows.
        default: events.stop()
        }
    }

    /// Returns the properties of the task and its session.
    func context(for binding: ProtocolClassPool.Binding) -> TaskContext {
        TaskContext(self, binding)
    }
}

/// The protocol in the configuration of an interceptor.
///
/// It accepts every request that is not local, whatever its scheme, and even if the interceptor is closed: a
/// declined one would reach the network.
final class SessionURLProtocol<Number>: ReplayURLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { !request.isLocal }
}

extension ProtocolClassPool {
    /// The pool of the classes in the configurations of interceptors.
    static let sessions = ProtocolClassPool { sessionClass(NumberedType.of($0)) }

    private static func sessionClass<Number>(_: Number.Type) -> ReplayURLProtocol.Type {
        SessionURLProtocol<Number>.self
    }
}

extension URLRequest {
    /// Whether Foundation loads the request without a connection: a `data:` URL contains its response, and a
    /// `file:` URL without a host names a file of this machine.
    ///
    /// With a host, Apple platforms connect to it: https://www.rfc-editor.org/rfc/rfc8089#section-2
    var isLocal: Bool {
        guard let url, let scheme = url.scheme else { return false }
        if scheme.equalsIgnoringASCIICase("data") { return true }
        guard scheme.equalsIgnoringASCIICase("file") else { return false }
        let host = url.host ?? ""
        return host.isEmpty || host.equalsIgnoringASCIICase("localhost")
    }

    /// Whether the scheme is `http` or `https`.
    var isHTTP: Bool {
        guard let scheme = url?.scheme else { return false }
        return scheme.equalsIgnoringASCIICase("https") || scheme.equalsIgnoringASCIICase("http")
    }
}
