import Foundation

/// The properties of a task and its session that a load needs, as far as the platform reveals them.
struct TaskContext: Sendable {
    /// Passes a redirect and the proposed request to the delegate, which completes with the request to
    /// follow, or with nil to make the redirect the response.
    typealias RedirectHandler =
        @Sendable (HTTPURLResponse, URLRequest, @escaping @Sendable (URLRequest?) -> Void) -> Void

    enum RedirectTreatment: Sendable {
        /// The load follows them.
        case follow
        /// The load follows them as the delegate decides.
        case ask(RedirectHandler)
        /// The loading system follows them, from a request to which a number of redirects has led.
        case report(of: URLRequest, count: Int)
    }

    /// The source of the body of a request.
    enum Body: Sendable {
        /// Memory.
        case data(Data?)
        /// A function that is called off the work queue, as streams and delegates may block.
        case reader(@Sendable (@escaping @Sendable (Result<Data?, any Error>) -> Void) -> Void)

        /// Creates the body of a request, in which Apple's Foundation has turned data into a stream.
        init(_ request: URLRequest) {
            self = request.httpBodyStream.map(Self.reader) ?? .data(request.httpBody)
        }

        /// Returns a body that is read from a stream, which must have no other reader.
        static func reader(_ stream: InputStream) -> Body {
            let stream = UncheckedSendable(value: stream)
            return .reader { $0(Result { try stream.value.readToEnd() }) }
        }
    }

    var body: Body
    /// The header fields of the session that are not in the request.
    var sessionHeaders: [String: String]
    /// The cookie storage; nil if the load does not handle cookies.
    var cookies: HTTPCookieStorage?
    /// The maximum time without data, in seconds.
    var timeout: Double
    /// The maximum duration of the whole task, in seconds; nil if Foundation enforces it.
    var timeLimit: Double?
    var timing: ReplayTiming
    /// Whether the client accepts a body in pieces.
    var deliversPieces: Bool
    var redirects: RedirectTreatment
    /// The number of seconds after a reported redirect at which it becomes the response.
    ///
    /// The loading system stops the load if it follows the redirect, and waits for the response if the
    /// delegate declines it. A response before that decision ends the task, at random:
    /// https://github.com/AliSoftware/OHHTTPStubs/issues/230
    var redirectPatience = 0.5
}

extension TaskContext {
    /// Returns the timeout of a request: its own, unless it is Foundation's default of 60 s, then that of
    /// the interceptor or of the session, which is not in the request.
    static func timeout(
        of request: URLRequest, _ binding: ProtocolClassPool.Binding,
        _ configuration: URLSessionConfiguration?
    ) -> Double {
        guard request.timeoutInterval == 60 else { return request.timeoutInterval }
        return binding.attemptTimeout ?? configuration?.timeoutIntervalForRequest ?? 60
    }

    /// The number of redirects that led to the request.
    var redirectCount: Int {
        if case .report(_, let count) = redirects { count } else { 0 }
    }
}

/// A value that is passed to one other thread and used only there.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value
}

/// The state that a load passes from request to request where each redirect has a new protocol object.
///
/// It is stored in properties of the request, which Apple's Foundation keeps in its copies and so passes to
/// `canInit(with:)` and to the next protocol object. On Linux, copies of a request have no properties.
struct RedirectState: Sendable, Equatable {
    /// The number of redirects that led to the request.
    var count = 0
    /// The number of the scope of `URLSession.shared` to which the first request belongs.
    var scope: Int?

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

    func added(to request: URLRequest) -> URLRequest {
        guard let copy = (request as NSURLRequest).mutableCopy() as? NSMutableURLRequest else {
            return request
        }
        URLProtocol.setProperty(count, forKey: Self.countKey, in: copy)
        if let scope { URLProtocol.setProperty(scope, forKey: Self.scopeKey, in: copy) }
        return copy as URLRequest
    }
}
