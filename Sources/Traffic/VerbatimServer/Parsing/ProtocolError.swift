/// A violation of HTTP by a request or a response: the status to respond with, and the rule that is broken.
package struct ProtocolError: Error, Hashable, CustomStringConvertible {
    var status: Int
    var reason: String

    init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    /// The error of a request that takes too long (RFC 9110, section 15.5.9).
    static func timeout(_ limit: Duration) -> ProtocolError {
        ProtocolError(408, "the request was not complete after \(limit) (RFC 9110, section 15.5.9)")
    }

    /// The error of a server without a connection for another client (RFC 9110, section 15.6.4).
    static func overloaded(_ connections: Int) -> ProtocolError {
        ProtocolError(
            503,
            "\(connections) requests are waiting for their responses (RFC 9110, section 15.6.4)"
                + "\n  next: try again, or raise the limit of connections")
    }

    /// The error of a server without memory for a body (RFC 9110, section 15.6.4).
    static func bodiesTooLong(_ limit: Int) -> ProtocolError {
        ProtocolError(
            503,
            "the bodies of all requests are longer than \(limit) bytes together (RFC 9110, section 15.6.4)"
                + "\n  next: try again, or raise the limit of bodies")
    }

    package var description: String { "\(status): \(reason)" }

    var response: ServerResponse { .text(status, description) }
}
