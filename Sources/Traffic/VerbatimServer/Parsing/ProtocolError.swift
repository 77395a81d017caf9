import VerbatimHAR

/// Why a request, or a reply to one, cannot be served: the status to answer with, and the rule that was broken.
struct ProtocolError: Error, Hashable {
    var status: Int
    var reason: String

    init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    /// The answer that tells the peer.
    var reply: Reply {
        Reply(
            HTTPResponse(
                status, headers: ["Content-Type": "text/plain; charset=utf-8"],
                body: .text("\(status): \(reason)\n")))
    }
}
