import Foundation

/// What a door must know about the task it serves, as far as the platform shows it.
struct TaskContext: Sendable {
    /// Answers a redirect: the request to go on with, or nil to take the redirect itself as the response.
    typealias RedirectChoice =
        @Sendable (HTTPURLResponse, URLRequest, @escaping @Sendable (URLRequest?) -> Void) -> Void

    /// Where the body of the request is.
    enum Body: Sendable {
        /// Known at once.
        case data(Data?)
        /// To be read off the work queue: a stream may block, and a delegate answers when it likes.
        case reader(@Sendable (@escaping @Sendable (Result<Data?, any Error>) -> Void) -> Void)

        /// What is left of a stream that nobody else reads.
        static func reader(_ stream: InputStream) -> Body {
            let unread = UncheckedSendable(value: stream)
            return .reader { $0(Result { try unread.value.readToEnd() }) }
        }
    }

    /// The body.
    var body: Body
    /// The header fields of the session that the request does not show.
    var sessionHeaders: [String: String]
    /// The cookie storage of the session, or nil when cookies are none of the door's business.
    var cookies: HTTPCookieStorage?
    /// Seconds of silence the app puts up with.
    var timeout: Double
    /// Seconds the whole task may take, or nil when Foundation watches that itself.
    var deadline: Double?
    /// When the pieces of a body are told.
    var pace: Pace
    /// Whether the client can be told a body in pieces.
    var takesPieces: Bool
    /// The task's delegate, asked at each redirect; nil when there is none, or when Foundation follows redirects.
    var redirectChoice: RedirectChoice?
}
