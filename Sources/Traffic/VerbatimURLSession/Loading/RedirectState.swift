import Foundation

/// The state that a load passes from request to request where each redirect has a new protocol object.
///
/// It is stored in properties of the request, which Apple's Foundation keeps in its copies and so passes to
/// `canInit(with:)` and to the next protocol object. On Linux, copies of a request have no properties.
struct RedirectState: Sendable, Equatable {
    /// The number of redirects that led to the request.
    var count = 0
    /// The number of the scope of `URLSession.shared` to which the first request belongs.
    var scope: Int?

    /// The state of the next request.
    var afterRedirect: RedirectState { RedirectState(count: count + 1, scope: scope) }
}

extension RedirectState {
    private static let countKey = "verbatim.redirect-count"
    private static let scopeKey = "verbatim.scope"

    /// Reads the state of a request; that of one that no redirect led to is empty.
    init(_ request: URLRequest) {
        count = URLProtocol.property(forKey: Self.countKey, in: request) as? Int ?? 0
        scope = URLProtocol.property(forKey: Self.scopeKey, in: request) as? Int
    }

    /// Returns a request with this state.
    func added(to request: URLRequest) -> URLRequest {
        guard let copy = (request as NSURLRequest).mutableCopy() as? NSMutableURLRequest else {
            return request
        }
        URLProtocol.setProperty(count, forKey: Self.countKey, in: copy)
        if let scope { URLProtocol.setProperty(scope, forKey: Self.scopeKey, in: copy) }
        return copy as URLRequest
    }
}
