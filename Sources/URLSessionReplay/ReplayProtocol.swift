import Foundation

/// The `URLProtocol` door, one class per open ``SessionDoor``.
///
/// It takes every http and https request, also when its door is closed: a request it declined would go to the network.
/// The client is told things only from within `startLoading()`, which Foundation calls on the task's work queue. An
/// answer that comes later is parked in the exchange, and the task is woken to come here a second time.
final class ReplayProtocol<Slot>: URLProtocol {
    private let exchange = Exchange()

    override class func canInit(with request: URLRequest) -> Bool { request.isHTTP }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { false }

    override func startLoading() {
        guard mayAnswer else { return }
        switch exchange.start() {
        case .ask:
            guard let tenant = SlotRegistry.shared.tenant(of: Self.self) else {
                return finish(.closedDoor(request))
            }
            let context = TaskContext(self, cookies: tenant.cookies)
            if let reply = exchange.ask(tenant.player, request, context) { finish(reply) }
        case .deliver(let reply): finish(reply)
        case .wait: return
        }
    }

    override func stopLoading() {
        exchange.stop(forGood: task?.state != .suspended)
    }

    private func finish(_ reply: Reply) {
        if exchange.finish() { report(reply) }
    }
}

extension URLRequest {
    /// Whether the door serves the scheme.
    var isHTTP: Bool {
        guard let scheme = url?.scheme?.lowercased() else { return false }
        return scheme == "http" || scheme == "https"
    }
}
