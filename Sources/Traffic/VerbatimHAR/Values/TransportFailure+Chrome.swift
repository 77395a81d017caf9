extension TransportFailure {
    /// A failure of which a recording says nothing but that there was no response.
    static let unexplained = TransportFailure(
        code: -1, reason: "the recording has no response and does not say why")

    /// Reads the name Chrome and Edge give an exchange that failed, such as `net::ERR_CONNECTION_REFUSED`.
    init(chromeError text: String) {
        self.init(code: TransportFailure.chromeCodes[text] ?? -1, reason: text)
    }

    /// The `URLError` an app gets for the same reason.
    private static let chromeCodes = [
        "net::ERR_ABORTED": -999, "net::ERR_TIMED_OUT": -1001, "net::ERR_CONNECTION_TIMED_OUT": -1001,
        "net::ERR_NAME_NOT_RESOLVED": -1003, "net::ERR_CONNECTION_REFUSED": -1004,
        "net::ERR_CONNECTION_RESET": -1005, "net::ERR_CONNECTION_CLOSED": -1005,
        "net::ERR_EMPTY_RESPONSE": -1005,
        "net::ERR_INCOMPLETE_CHUNKED_ENCODING": -1005, "net::ERR_CONTENT_LENGTH_MISMATCH": -1005,
        "net::ERR_TOO_MANY_REDIRECTS": -1007, "net::ERR_INTERNET_DISCONNECTED": -1009,
        "net::ERR_INVALID_RESPONSE": -1011, "net::ERR_SSL_PROTOCOL_ERROR": -1200,
        "net::ERR_CERT_DATE_INVALID": -1201, "net::ERR_CERT_AUTHORITY_INVALID": -1202,
    ]
}
