/// A violation of HTTP by a request or a response: the status to respond with, and the rule that is broken.
package struct ProtocolError: Error, Hashable {
    var status: Int
    var reason: String

    init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    /// The response that reports the error to the client.
    var response: ServerResponse { .text(status, "\(status): \(reason)") }
}
