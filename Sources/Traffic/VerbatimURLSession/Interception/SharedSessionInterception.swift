import Foundation
import Synchronization

/// The interception of `URLSession.shared` for the code that runs in a scope.
///
/// A task-local value names the scope of the code that resumes a task: on Linux, Foundation creates the
/// protocol object on the thread that resumes it. Where there is no such value, in detached tasks, dispatch
/// queues and on Apple platforms, a request belongs to the only scope that is open. If several are open, it
/// fails, as any choice could be wrong and none may reach the network.
enum SharedSessionInterception {
    /// The execution of code whose requests are intercepted.
    final class Scope: Sendable {
        let binding: ProtocolClassPool.Binding
        /// The scope in which this one was opened.
        let parent: Scope?

        fileprivate init(_ binding: ProtocolClassPool.Binding, in parent: Scope?) {
            self.binding = binding
            self.parent = parent
        }
    }

    /// The scope of the current task.
    @TaskLocal private static var current: Scope?

    /// The open scopes, and the number of open scopes inside each of them.
    private static let scopes = Mutex<[ObjectIdentifier: (scope: Scope, children: Int)]>([:])

    /// Adds the protocol class to `URLSession.shared`, once in a process.
    private static let isInstalled: Bool = {
        URLSession.shared.prependProtocolClasses([SharedSessionURLProtocol.self])
        return true
    }()

    /// Runs code whose requests are loaded with a binding.
    static func withScope<Result>(
        _ binding: ProtocolClassPool.Binding, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        _ = isInstalled
        let scope = Scope(binding, in: current)
        open(scope)
        defer { close(scope) }
        return try await $current.withValue(scope) { try await body() }
    }

    private static func open(_ scope: Scope) {
        scopes.withLock { scopes in
            scopes[ObjectIdentifier(scope)] = (scope, 0)
            if let parent = scope.parent { scopes[ObjectIdentifier(parent)]?.children += 1 }
        }
    }

    private static func close(_ scope: Scope) {
        scopes.withLock { scopes in
            scopes[ObjectIdentifier(scope)] = nil
            if let parent = scope.parent { scopes[ObjectIdentifier(parent)]?.children -= 1 }
        }
    }

    /// The loader of a request that the calling thread sends; nil if no scope is concerned.
    fileprivate static var loader: RequestLoader? {
        scopes.withLock { scopes in
            if let current {
                let isOpen = scopes[ObjectIdentifier(current)] != nil
                return isOpen ? .binding(current.binding) : .refusal(.scopeEnded)
            }
            // The innermost scopes; those that replay the same recording count once.
            var binding: ProtocolClassPool.Binding?
            for (scope, children) in scopes.values where children == 0 && scope.binding !== binding {
                if binding != nil { return .refusal(.scopeUnknown) }
                binding = scope.binding
            }
            return binding.map { .binding($0) }
        }
    }
}

/// The protocol of `URLSession.shared`.
private final class SharedSessionURLProtocol: ReplayURLProtocol {
    /// The loader at the time at which the task was resumed; a scope may end before the load begins.
    private let resumedLoader = SharedSessionInterception.loader

    override class func canInit(with request: URLRequest) -> Bool {
        !request.isLocal && SharedSessionInterception.loader != nil
    }

    override var loader: RequestLoader { resumedLoader ?? .refusal(.scopeEnded) }

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
