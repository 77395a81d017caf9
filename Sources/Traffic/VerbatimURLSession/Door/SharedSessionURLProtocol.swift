import Foundation

/// The classes that stand before the network in `URLSession.shared`, one an open scope.
///
/// A task-local value says which scope the code that resumes a task runs in; Foundation asks the classes on that very
/// thread.
final class SharedSessionURLProtocol<Slot>: ReplayURLProtocol {
    override class var slots: ProtocolSlots { .shared }

    override class func canInit(with request: URLRequest) -> Bool {
        guard let lease = SharedScope.lease, request.isHTTP else { return false }
        return lease.protocolClass == self && slots.holds(lease)
    }

    /// The cookies of the process are not the scope's: those of the door take their location.
    override func context(for tenant: ProtocolSlots.Tenant) -> TaskContext {
        var context = super.context(for: tenant)
        guard request.httpShouldHandleCookies, let cookies = tenant.cookies, let url = request.url else {
            return context
        }
        context.cookies = cookies
        context.sessionHeaders["Cookie"] = cookies.field(for: url)
        return context
    }
}

/// The last of them: it takes what code of a scope asks after the scope has ended, and nobody stands behind it.
final class ClosedScopeURLProtocol: ReplayURLProtocol {
    override class var slots: ProtocolSlots { .shared }

    override class func canInit(with request: URLRequest) -> Bool {
        SharedScope.lease != nil && request.isHTTP
    }
}

/// The scope whose code may use `URLSession.shared`.
enum SharedScope {
    @TaskLocal static var lease: ProtocolSlots.Lease?

    /// Puts the classes before the network, once a process.
    static let isInstalled: Bool = {
        URLSession.shared.putBeforeNetwork(ProtocolSlots.sharedProtocols + [ClosedScopeURLProtocol.self])
        return true
    }()
}

extension ProtocolSlots {
    /// The classes of `URLSession.shared`: all are made and put there before the first is lent.
    static let shared = ProtocolSlots { sharedProtocols[$0] }

    /// Scopes that can be open at once.
    static let sharedProtocols = (0..<1024).map { sharedProtocol(NumberedType.of($0)) }

    private static func sharedProtocol<Slot>(_: Slot.Type) -> ReplayURLProtocol.Type {
        SharedSessionURLProtocol<Slot>.self
    }
}
