import Foundation

/// The properties of a task and its session that a load needs, as far as the platform reveals them.
struct TaskContext: Sendable {
    /// Passes a redirect and the proposed request to the delegate, which completes with the request to
    /// follow, or with nil to make the redirect the response.
    typealias RedirectHandler =
        @Sendable (HTTPURLResponse, URLRequest, @escaping @Sendable (URLRequest?) -> Void) -> Void

    /// The source of the body of a request.
    enum Body: Sendable {
        /// Memory.
        case data(Data?)
        /// A function that is called off the work queue, as streams and delegates may block.
        case reader(@Sendable (@escaping @Sendable (Result<Data?, any Error>) -> Void) -> Void)

        /// Returns a body that is read from a stream, which must have no other reader.
        static func reader(_ stream: InputStream) -> Body {
            let stream = UncheckedSendable(value: stream)
            return .reader { $0(Result { try stream.value.readToEnd() }) }
        }
    }

    /// The body.
    var body: Body
    /// The header fields of the session that are not in the request.
    var sessionHeaders: [String: String]
    /// The cookie storage; nil if the load does not handle cookies.
    var cookies: HTTPCookieStorage?
    /// The maximum time without data, in seconds.
    var timeout: Double
    /// The maximum duration of the whole task, in seconds; nil if Foundation enforces it.
    var timeLimit: Double?
    /// The times at which the pieces of a body are delivered.
    var timing: ReplayTiming
    /// Whether the client accepts a body in pieces.
    var deliversPieces: Bool
    /// The delegate's redirect handler; nil without a delegate, or if Foundation follows redirects.
    var redirectHandler: RedirectHandler?
}

/// A value that is passed to one other thread and used only there.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value
}
