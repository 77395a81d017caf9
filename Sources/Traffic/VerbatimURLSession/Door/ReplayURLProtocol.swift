import Foundation
import VerbatimHAR

/// The `URLProtocol` door; every open door has a subclass of its own.
///
/// The client is told things only from within `startLoading()`, which Foundation calls on the task's work queue. An
/// answer that comes later is parked in the exchange, and the task is woken to come here a second time.
class ReplayURLProtocol: URLProtocol {
    private let exchange = ProtocolLoad()

    /// Where the subclass is on loan from.
    class var slots: ProtocolSlots { .sessions }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { false }

    override func startLoading() {
        guard mayAnswer else { return }
        switch exchange.start() {
        case .tell(let news): for news in news { report(news) }
        case .ask: if let news = ask(), exchange.finish() { report(news) }
        }
    }

    private func ask() -> LoadingEvent? {
        guard let tenant = Self.slots.tenant(of: Self.self) else { return .closedDoor(request) }
        return exchange.ask(tenant.player, request, context(for: tenant), wayBack: wayBack)
    }

    override func stopLoading() {
        switch task?.state {
        case .suspended: exchange.pause()
        case .running: return  // suspended and resumed since: another start follows
        default: exchange.stop()
        }
    }

    /// What the door must know about the task.
    func context(for tenant: ProtocolSlots.Tenant) -> TaskContext {
        TaskContext(self, tenant)
    }
}

/// The class in the configuration of a door's own sessions.
///
/// It takes every http and https request, also when its door is closed: a request it declined would go to the network.
final class SlottedURLProtocol<Slot>: ReplayURLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { request.isHTTP }
}

extension ProtocolSlots {
    /// The classes of doors' own sessions.
    static let sessions = ProtocolSlots { sessionProtocol(NumberedType.of($0)) }

    private static func sessionProtocol<Slot>(_: Slot.Type) -> ReplayURLProtocol.Type {
        SlottedURLProtocol<Slot>.self
    }
}

extension URLRequest {
    /// Whether a door serves the scheme.
    var isHTTP: Bool {
        guard let scheme = url?.scheme else { return false }
        return scheme.equalsIgnoringASCIICase("https") || scheme.equalsIgnoringASCIICase("http")
    }
}
