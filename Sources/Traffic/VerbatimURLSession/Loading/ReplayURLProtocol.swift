import Foundation
import VerbatimHAR

/// The `URLProtocol` that loads intercepted requests; every interceptor leases a subclass.
///
/// The client is called only within `startLoading()`, which Foundation calls on the work queue of the task.
/// Events that occur later are queued, and `startLoading()` is called again to deliver them.
class ReplayURLProtocol: URLProtocol {
    private let events = LoadingEventQueue()

    /// The pool of the class.
    class var pool: ProtocolClassPool { .sessions }

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
        guard let binding = Self.pool.binding(of: Self.self) else { return .interceptorClosed(request) }
        let load = ProtocolLoad(
            responder: binding.responder, context: context(for: binding), events: events)
        return load.begin(request, makeWakeUp: makeWakeUp)
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
/// It accepts every HTTP request, even if the interceptor is closed: a declined one would reach the network.
final class SessionURLProtocol<Number>: ReplayURLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { request.isHTTP }
}

extension ProtocolClassPool {
    /// The pool of the classes in the configurations of interceptors.
    static let sessions = ProtocolClassPool { sessionClass(NumberedType.of($0)) }

    private static func sessionClass<Number>(_: Number.Type) -> ReplayURLProtocol.Type {
        SessionURLProtocol<Number>.self
    }
}

extension URLRequest {
    /// Whether the scheme is `http` or `https`.
    var isHTTP: Bool {
        guard let scheme = url?.scheme else { return false }
        return scheme.equalsIgnoringASCIICase("https") || scheme.equalsIgnoringASCIICase("http")
    }
}
