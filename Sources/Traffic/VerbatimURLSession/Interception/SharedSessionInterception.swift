import Foundation
import Synchronization

/// The interception of `URLSession.shared` for the code that runs in a scope.
///
/// A task-local value names the scope of the code that resumes a task: on Linux, Foundation creates the
/// protocol object on the thread that resumes it. In detached tasks and on dispatch queues there is no such
/// value, nor on the queue on which CFNetwork creates the protocol object of any request on Apple platforms.
enum SharedSessionInterception {
    /// The scope of the current task.
    @TaskLocal private static var current: SharedSessionScope?

    private static let scopes = Mutex(SharedSessionScopes())

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
        let parent = current
        let scope = scopes.withLock { $0.open(binding, in: parent) }
        defer { scopes.withLock { $0.close(scope) } }
        return try await $current.withValue(scope) { try await body() }
    }

    /// The owner of a request that the calling thread sends; nil if no scope is concerned.
    fileprivate static var owner: SharedSessionScopes.Owner? {
        let current = current
        return scopes.withLock { scopes in
            current.map { scopes.owner(inScope: $0.number) } ?? scopes.ownerOfUnknown
        }
    }

    /// Returns the owner of a request to which one of a scope was redirected.
    fileprivate static func owner(inScope number: Int) -> SharedSessionScopes.Owner {
        scopes.withLock { $0.owner(inScope: number) }
    }
}

/// The protocol of `URLSession.shared`.
private final class SharedSessionURLProtocol: PlatformURLProtocol {
    /// The owner at the time at which the task was resumed; a scope may end before the load begins.
    private let resumedOwner = SharedSessionInterception.owner

    /// Returns true also for a request to which one of a scope was redirected, even if the scope has ended.
    override class func canInit(with request: URLRequest) -> Bool {
        guard !request.isLocal else { return false }
        return SharedSessionInterception.owner != nil || RedirectState(request).scope != nil
    }

    override var loader: RequestLoader {
        let owner = super.state.scope.map { SharedSessionInterception.owner(inScope: $0) } ?? resumedOwner
        return switch owner {
        case .scope(let scope): .binding(scope.binding)
        case .refusal(let reason): .refusal(reason)
        case nil: .refusal(.scopeEnded)
        }
    }

    /// Adds the scope, so that redirects stay in it.
    override var state: RedirectState {
        var state = super.state
        if state.scope == nil, case .scope(let scope) = resumedOwner { state.scope = scope.number }
        return state
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
