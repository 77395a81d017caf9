extension HTTPServer {
    /// The requests and clients that a server accepts.
    public struct Limits: Sendable, Hashable {
        /// The maximum length of request line and header section together, in bytes; beyond it the status is
        /// 414 or 431.
        public var head: Int
        /// The maximum length of a body, in bytes; beyond it the status is 413.
        public var body: Int
        /// The maximum length of the bodies of all requests that wait for their end or their response, in
        /// bytes. Beyond it the longest one that is incomplete gets a 503.
        public var bodies: Int
        /// The maximum number of open connections. Beyond it the server closes those that wait for their
        /// client, or else responds with a 503.
        public var connections: Int
        /// The maximum time between the first and the last byte of a request; beyond it the status is 408.
        public var requestTimeout: Duration
        /// The maximum time that a connection waits for the next request, or for its client to take 64 KiB of
        /// a response; beyond it the connection is closed.
        public var idleTimeout: Duration

        /// Creates limits.
        public init(
            head: Int = 65_536, body: Int = 64 * 1_048_576, bodies: Int = 256 * 1_048_576,
            connections: Int = 512, requestTimeout: Duration = .seconds(60),
            idleTimeout: Duration = .seconds(120)
        ) {
            self.head = head
            self.body = body
            self.bodies = bodies
            self.connections = connections
            self.requestTimeout = requestTimeout
            self.idleTimeout = idleTimeout
        }
    }
}
