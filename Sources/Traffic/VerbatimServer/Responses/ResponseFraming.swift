import VerbatimHAR

/// The means by which a response marks the end of its body.
///
/// RFC 9112, section 6: https://www.rfc-editor.org/rfc/rfc9112#section-6
enum ResponseFraming: Hashable {
    /// No body, whatever the fields say: for HEAD, 204 and 304.
    case noBody
    case length(Int)
    case chunked
    /// The end of the connection, for a client of HTTP/1.0, which does not know chunks.
    case untilClose

    /// - Parameter length: The length of the body in bytes.
    init(_ response: ServerResponse, length: Int, to head: RequestHead?) {
        let headers = response.response.headers
        let isHTTP10 = head?.minorVersion == 0
        if head?.method == "HEAD" || [204, 304].contains(response.response.status) {
            self = .noBody
        } else if headers["Transfer-Encoding"] != nil {
            self = isHTTP10 ? .untilClose : .chunked
        } else if let cut = response.truncation {
            // A body that ends early must look incomplete, even if no byte is missing.
            let announced = max(length, headers["Content-Length"].flatMap { Int($0) } ?? 0)
            self = announced > min(cut, length) ? .length(announced) : isHTTP10 ? .untilClose : .chunked
        } else {
            self = .length(length)
        }
    }

    var hasBody: Bool { self != .noBody }

    /// Returns the fields to send: those of the response in their order, corrected to agree with the framing.
    func fields(of response: HTTPResponse, date: String) throws(ProtocolError) -> HeaderFields {
        guard 200...999 ~= response.status else {
            throw ProtocolError(500, "\(response.status) is not a valid final status (RFC 9110, section 15)")
        }
        var fields = response.headers
        guard response.reason.isFieldValue,
            fields.allSatisfy({ $0.value.isFieldValue && $0.name.isFieldName })
        else {
            throw ProtocolError(
                500, "a field or the reason contains a forbidden character (RFC 9110, section 5.5)")
        }
        switch self {
        case .noBody where response.status == 204:
            // RFC 9110, section 8.6; RFC 9112, section 6.1
            fields.remove("Content-Length")
            fields.remove("Transfer-Encoding")
        case .noBody: break
        case .length(let length):
            fields.remove("Transfer-Encoding")
            fields["Content-Length"] = "\(length)"
        case .chunked:
            fields.remove("Content-Length")
            fields["Transfer-Encoding"] = "chunked"
        case .untilClose:
            fields.remove("Content-Length")
            fields.remove("Transfer-Encoding")
        }
        if fields["Date"] == nil { fields.append("Date", date) }
        return fields
    }
}

extension String {
    fileprivate var isFieldValue: Bool { allBytes { $0.isFieldCharacter } }
    fileprivate var isFieldName: Bool { !isEmpty && allBytes { $0.isTokenCharacter } }

    private func allBytes(_ isValid: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isValid) } ?? utf8.allSatisfy(isValid)
    }
}

/// The reason phrases of responses that have none (RFC 9110, section 15; RFC 6585).
enum ReasonPhrases {
    static func phrase(for status: Int) -> String { phrases[status] ?? "" }

    private static let phrases = [
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 300: "Multiple Choices", 301: "Moved Permanently",
        302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 402: "Payment Required",
        403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        421: "Misdirected Request", 422: "Unprocessable Content", 426: "Upgrade Required",
        428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        451: "Unavailable For Legal Reasons", 500: "Internal Server Error", 501: "Not Implemented",
        502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported",
    ]
}
