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
struct InterceptionScopes {
    /// The scope to which a request belongs, or the reason why it is refused.
    enum Owner: Sendable {
        case scope(InterceptionScope)
        case refusal(RequestLoader.Reason)
    }

    /// The open scopes by their number, and the number of open scopes inside each of them.
    private var scopes: [Int: (scope: InterceptionScope, children: Int)] = [:]
    private var count = 0

    mutating func open(
        _ binding: ProtocolClassPool.Binding, in parent: InterceptionScope?
    ) -> InterceptionScope {
        count += 1
        let scope = InterceptionScope(count, binding, in: parent)
        scopes[scope.number] = (scope, 0)
        if let parent { scopes[parent.number]?.children += 1 }
        return scope
    }

    /// Whether no scope is open.
    var isEmpty: Bool { scopes.isEmpty }

    mutating func close(_ scope: InterceptionScope) {
        guard scopes.removeValue(forKey: scope.number) != nil else { return }
        if let parent = scope.parent { scopes[parent.number]?.children -= 1 }
    }

    /// Returns the owner of a request that an unknown scope sends; nil if no scope is open.
    var ownerOfUnknown: Owner? {
        // The innermost scopes; those that replay the same recording count once.
        var found: InterceptionScope?
        for (scope, children) in scopes.values where children == 0 {
            if let found, found.binding !== scope.binding { return .refusal(.scopeUnknown) }
            found = scope
        }
        return found.map { .scope($0) }
    }

    /// Returns the owner of a request that a scope sends, or to which one of its requests was redirected.
    func owner(inScope number: Int) -> Owner {
        scopes[number].map { .scope($0.scope) } ?? .refusal(.scopeEnded)
    }
}
