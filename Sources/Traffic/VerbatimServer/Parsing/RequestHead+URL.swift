import VerbatimHAR

extension RequestHead {
    /// Refuses a target that is none of the forms a request to this server may have.
    ///
    /// RFC 9112, section 3.2: https://www.rfc-editor.org/rfc/rfc9112#section-3.2
    func checkTarget() throws(ProtocolError) {
        guard target.hasPrefix("/") || isAbsolute || target == "*" && method == "OPTIONS" else {
            throw ProtocolError(
                400, "the request target is neither a path nor an http URL (RFC 9112, section 3.2)")
        }
    }

    /// The URL that was asked for (RFC 9112, section 3.3).
    ///
    /// - Parameter authority: Where the server listens, for a request of HTTP/1.0 that does not name its host.
    func url(authority: String) -> String {
        if isAbsolute { return target }
        return "http://" + (headers["Host"] ?? authority) + (target == "*" ? "" : target)
    }

    private var isAbsolute: Bool { target.isHTTPURL }
}

extension String {
    /// Whether it begins as an absolute URL of HTTP does.
    var isHTTPURL: Bool {
        ["http://", "https://"].contains { String(prefix($0.utf8.count)).equalsIgnoringASCIICase($0) }
    }
}
