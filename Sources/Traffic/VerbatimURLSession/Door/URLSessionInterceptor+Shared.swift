import Foundation

extension URLSessionInterceptor {
    /// Runs code whose requests over `URLSession.shared` go through the door.
    ///
    /// For code that insists on `URLSession.shared`; code that takes a session is better served with ``session(delegate:queue:)``.
    /// It reaches what the code does in tasks of its own, not what it starts from `Task.detached` or a dispatch queue: such
    /// requests go to the network. Cookies are the door's, not those of the process. At most 1024 scopes can be open at once.
    ///
    /// - Throws: What the code throws, or `URLError.resourceUnavailable` when too many scopes are open.
    public func interceptingShared<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
        _ = SharedScope.isInstalled
        guard let lease = ProtocolSlots.shared.lease(among: ProtocolSlots.sharedProtocols.count, to: tenant)
        else {
            let reason = "more than 1024 scopes intercept 'URLSession.shared' at once"
            throw URLError(.resourceUnavailable, userInfo: [NSLocalizedDescriptionKey: reason])
        }
        defer { ProtocolSlots.shared.release(lease) }
        return try await SharedScope.$lease.withValue(lease) { try await body() }
    }
}
