import VerbatimHAR

extension RequestHead {
    /// Validates the form of the request target.
    ///
    /// The allowed forms are a path, an absolute URL, and `*` for OPTIONS.
    ///
    /// RFC 9112, section 3.2: https://www.rfc-editor.org/rfc/rfc9112#section-3.2
    func validateTarget() throws(ProtocolError) {
        guard target.hasPrefix("/") || isAbsolute || target == "*" && method == "OPTIONS" else {
            throw ProtocolError(
                400, "the request target is neither a path nor an absolute URL (RFC 9112, section 3.2)")
        }
    }

    /// Returns the URL of the request (RFC 9112, section 3.3).
    ///
    /// - Parameter authority: The host and port of the server, for HTTP/1.0 without a `Host` field.
    func url(authority: String) -> String {
        if isAbsolute { return target }
        return "http://" + (headers["Host"] ?? authority) + (target == "*" ? "" : target)
    }

    private var isAbsolute: Bool { target.isHTTPURL }
}

extension String {
    /// Whether the text begins like an absolute URL of HTTP.
    var isHTTPURL: Bool {
        ["http://", "https://"].contains { String(prefix($0.utf8.count)).equalsIgnoringASCIICase($0) }
    }
}
