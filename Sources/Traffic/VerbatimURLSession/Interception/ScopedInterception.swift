import Foundation
import Synchronization
import VerbatimHAR

/// The interception of `URLSession.shared`, and of sessions with any configuration, for the code of a scope.
///
/// A task-local value names the scope of the code that resumes a task: on Linux, Foundation asks the protocol
/// classes on the thread that resumes it; on Apple platforms, where CFNetwork asks them on its own queue, the
/// task keeps the scope. In detached tasks and on dispatch queues there is no such value.
enum ScopedInterception {
    /// The relation of the current task to the scopes.
    private enum Membership: Sendable {
        case scope(InterceptionScope)
        /// The task sends its requests to the network.
        case exempt
    }

    @TaskLocal private static var current: Membership?

    private static let scopes = Mutex(InterceptionScopes())
    private static let isForeign = Mutex<(@Sendable () -> Bool)?>(nil)

    /// Whether the current task is that of a test.
    private static var isInTest: Bool { isForeign.withLock { $0 }?() == true }

    /// Adds the protocol classes to the loading system, once in a process.
    private static let isInstalled: Bool = {
        URLSession.intercept(with: ScopedURLProtocol.self, others: OtherSessionURLProtocol.self)
        return true
    }()

    /// Runs code whose requests are loaded with a binding.
    static func withScope<Result>(
        _ binding: ProtocolClassPool.Binding, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        let scope = open(binding)
        defer { close(scope) }
        return try await $current.withValue(.scope(scope)) { try await body() }
    }

    /// Runs synchronous code whose requests are loaded with a binding.
    static func withScope<Result>(
        _ binding: ProtocolClassPool.Binding, _ body: () throws -> Result
    ) rethrows -> Result {
        let scope = open(binding)
        defer { close(scope) }
        return try $current.withValue(.scope(scope)) { try body() }
    }

    /// Runs code whose requests are sent to the network.
    static func withoutInterception(_ body: () -> Void) { $current.withValue(.exempt) { body() } }

    /// Opens a scope inside that of the current task, until it is closed.
    static func open(_ binding: ProtocolClassPool.Binding) -> InterceptionScope {
        _ = isInstalled
        var parent: InterceptionScope?
        if case .scope(let scope) = current { parent = scope }
        let isOfTest = knowsTask && isInTest
        return scopes.withLock { [parent] in $0.open(binding, in: parent, isOfTest: isOfTest) }
    }

    static func close(_ scope: InterceptionScope) { scopes.withLock { $0.close(scope) } }

    /// Sets the function that returns whether the current task belongs to no scope, although it names none.
    static func setForeign(_ predicate: @escaping @Sendable () -> Bool) {
        isForeign.withLock { $0 = predicate }
    }

    /// Whether there is a request whose owner is asked for: then no configuration may have a cache.
    static var isActive: Bool { scopes.withLock { $0.ownerOfUnknown != nil } }

    /// The owner of a request that the calling thread sends; nil if no scope is concerned.
    static var owner: InterceptionScopes.Owner? {
        switch current {
        case .scope(let scope): return owner(inScope: scope.number)
        case .exempt: return nil
        case nil:
            guard let owner = scopes.withLock({ $0.ownerOfUnknown }), !isInTest else { return nil }
            return owner
        }
    }

    /// Returns the owner of a request to which one of a scope was redirected.
    fileprivate static func owner(inScope number: Int) -> InterceptionScopes.Owner {
        scopes.withLock { $0.owner(inScope: number) }
    }
}

/// The protocol of `URLSession.shared`, and on Apple platforms of every configuration.
class ScopedURLProtocol: PlatformURLProtocol {
    /// The owner at the time at which the task was resumed; a scope may end before the load begins.
    private let resumedOwner = ScopedInterception.owner

    /// Returns true also for a request to which one of a scope was redirected, even if the scope has ended.
    override class func canInit(with request: URLRequest) -> Bool {
        guard !request.isLocal else { return false }
        return ScopedInterception.owner != nil || RedirectState(request).scope != nil
    }

    override var answerer: RequestAnswerer {
        let owner = super.state.scope.map { ScopedInterception.owner(inScope: $0) } ?? resumedOwner
        return switch owner {
        case .scope(let scope): .interceptor(scope.binding)
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
        guard context.cookies === HTTPCookieStorage.shared, let cookies = binding.cookies,
            let url = request.url
        else { return context }
        context.cookies = cookies
        context.sessionHeaders["Cookie"] = cookies.field(for: url)
        return context
    }
}

/// The protocol that Foundation on Linux asks after those of a session have declined a request.
///
/// It accepts every request that is not local: if a scope ends between two questions, the request fails.
final class OtherSessionURLProtocol: ScopedURLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { !request.isLocal }
}

/// The execution of code whose requests are intercepted.
final class InterceptionScope: Sendable {
    /// The number of scopes that were opened before in this process, plus one.
    let number: Int
    let binding: ProtocolClassPool.Binding
    /// The scope in which this one was opened.
    let parent: InterceptionScope?

    fileprivate init(_ number: Int, _ binding: ProtocolClassPool.Binding, in parent: InterceptionScope?) {
        self.number = number
        self.binding = binding
        self.parent = parent
    }
}

/// The open scopes of a process.
///
/// A request belongs to the scope of the code that sends it. If that is unknown, it belongs to the only scope
/// that is open; if several are open, it is refused: any choice could be wrong, and it must not reach the
/// network. So opening a scope neither waits nor fails, and tests that send all requests through sessions of
/// their interceptor run at the same time.
///
/// Once a test has opened a scope, such a request is also refused when no scope is open: a test that has none
/// is known by its task, so the request is that of a test that has ended.
struct InterceptionScopes {
    /// The scope to which a request belongs, or the reason why it is refused.
    enum Owner: Sendable {
        case scope(InterceptionScope)
        case refusal(RequestRefusal)
    }

    /// The open scopes by their number, and the number of open scopes inside each of them.
    private var scopes: [Int: (scope: InterceptionScope, children: Int)] = [:]
    private var count = 0
    private var hasTests = false

    /// - Parameter isOfTest: Whether the task that opens it is that of a test.
    mutating func open(
        _ binding: ProtocolClassPool.Binding, in parent: InterceptionScope?, isOfTest: Bool = false
    ) -> InterceptionScope {
        count += 1
        if isOfTest { hasTests = true }
        let scope = InterceptionScope(count, binding, in: parent)
        scopes[scope.number] = (scope, 0)
        if let parent { scopes[parent.number]?.children += 1 }
        return scope
    }

    mutating func close(_ scope: InterceptionScope) {
        guard scopes.removeValue(forKey: scope.number) != nil else { return }
        if let parent = scope.parent { scopes[parent.number]?.children -= 1 }
    }

    /// Returns the owner of a request that an unknown scope sends; nil if it is sent to the network.
    var ownerOfUnknown: Owner? {
        // The innermost scopes; those that replay the same recording count once.
        var found: InterceptionScope?
        for (scope, children) in scopes.values where children == 0 {
            if let found, found.binding !== scope.binding { return .refusal(.scopeUnknown) }
            found = scope
        }
        return found.map { .scope($0) } ?? (hasTests ? .refusal(.testUnknown) : nil)
    }

    /// Returns the owner of a request that a scope sends, or to which one of its requests was redirected.
    func owner(inScope number: Int) -> Owner {
        scopes[number].map { .scope($0.scope) } ?? .refusal(.scopeEnded)
    }
}

/// The reason why a request that is intercepted has no answer.
enum RequestRefusal {
    /// The interceptor of its session is closed.
    case interceptorClosed
    /// The code that sent it belongs to a scope that has ended.
    case scopeEnded
    /// Several scopes could have sent it.
    case scopeUnknown
    /// No scope is open, and it belongs to no test.
    case testUnknown

    /// Returns the message of the failure, in which the URL has no query, as it may contain a key.
    func message(for request: URLRequest) -> String {
        let url = URLParts(request.url?.absoluteString ?? "").withoutCredentials
        let line = "\(request.httpMethod ?? "GET") \(url)"
        return switch self {
        case .interceptorClosed:
            """
            the interceptor of this session is closed, so '\(line)' was not sent
              next: close the interceptor after the last request has ended
            """
        case .scopeEnded:
            """
            recording-ended: '\(line)' was not sent, as its recording has ended
              next: wait for the request before the test ends
            """
        case .scopeUnknown:
            """
            recording-unknown: '\(line)' was not sent, as several recordings are open and it may belong to each
              next: send it through 'URLSession.recorded', or run the tests one by one: with `swift test --no-parallel`, or \
            in a suite with the trait `.serialized`
            """
        case .testUnknown:
            """
            recording-ended: '\(line)' was not sent, as it belongs to no running test, and recordings have ended
              next: wait for the request before the test ends; in a test without a recording, send it from its task
            """
        }
    }
}
