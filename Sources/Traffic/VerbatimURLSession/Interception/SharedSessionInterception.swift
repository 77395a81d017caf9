import Foundation

/// The interception of `URLSession.shared` for the code that runs in a scope.
///
/// A task-local value identifies the scope of the code that resumes a task, because Foundation calls
/// `canInit` on the thread that resumes it.
enum SharedSessionInterception {
    /// The protocol class of the current scope.
    @TaskLocal static var lease: ProtocolClassPool.Lease?

    /// Registers the protocol classes with `URLSession.shared`, once in a process.
    static let isInstalled: Bool = {
        URLSession.shared.prependProtocolClasses(
            ProtocolClassPool.sharedSessionClasses + [ClosedScopeURLProtocol.self])
        return true
    }()
}

extension ProtocolClassPool {
    /// The pool of the classes of `URLSession.shared`, which are all registered before the first is leased.
    static let shared = ProtocolClassPool(limit: sharedSessionClasses.count) { sharedSessionClasses[$0] }

    /// The classes of `URLSession.shared`, one for each scope that can run at the same time.
    fileprivate static let sharedSessionClasses = (0..<1024).map { sharedSessionClass(NumberedType.of($0)) }

    private static func sharedSessionClass<Number>(_: Number.Type) -> ReplayURLProtocol.Type {
        SharedSessionURLProtocol<Number>.self
    }
}

/// The protocol of a scope in `URLSession.shared`.
private final class SharedSessionURLProtocol<Number>: ReplayURLProtocol {
    override class var pool: ProtocolClassPool { .shared }

    override class func canInit(with request: URLRequest) -> Bool {
        guard let lease = SharedSessionInterception.lease, request.isHTTP else { return false }
        return lease.protocolClass == self && pool.isActive(lease)
    }

    /// Replaces the cookies of the process by those of the interceptor.
    override func context(for binding: ProtocolClassPool.Binding) -> TaskContext {
        var context = super.context(for: binding)
        guard request.httpShouldHandleCookies, let cookies = binding.cookies, let url = request.url else {
            return context
        }
        context.cookies = cookies
        context.sessionHeaders["Cookie"] = cookies.field(for: url)
        return context
    }
}

/// The protocol of requests that the code of a scope sends after the scope has ended; it fails them.
private final class ClosedScopeURLProtocol: ReplayURLProtocol {
    override class var pool: ProtocolClassPool { .shared }

    override class func canInit(with request: URLRequest) -> Bool {
        SharedSessionInterception.lease != nil && request.isHTTP
    }
}
