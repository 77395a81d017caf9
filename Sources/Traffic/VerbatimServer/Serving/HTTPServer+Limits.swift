extension HTTPServer {
    /// How much a request may hold.
    public struct Limits: Sendable, Hashable {
        /// The longest request line and header section together, in bytes; beyond it the answer is 414 or 431.
        public var head: Int
        /// The longest body, in bytes; beyond it the answer is 413.
        public var body: Int

        /// Creates limits.
        public init(head: Int = 65_536, body: Int = 64 * 1_048_576) {
            self.head = head
            self.body = body
        }
    }
}
