import VerbatimHAR

/// How a response tells its client where the body ends.
///
/// RFC 9112, section 6: https://www.rfc-editor.org/rfc/rfc9112#section-6
enum Framing: Hashable {
    /// No body, whatever the fields say: HEAD, 204 and 304.
    case noBody
    case length(Int)
    case chunked
    /// A client of HTTP/1.0 knows no chunks.
    case untilClose

    /// - Parameter length: The length of the body.
    init(_ reply: Reply, length: Int, to head: RequestHead?) {
        let headers = reply.response.headers
        let isOld = head?.minorVersion == 0
        if head?.method == "HEAD" || [204, 304].contains(reply.response.status) {
            self = .noBody
        } else if headers["Transfer-Encoding"] != nil {
            self = isOld ? .untilClose : .chunked
        } else if let cut = reply.cut {
            // A body that ends early must look unfinished, even when nothing of it is missing.
            let announced = max(length, headers["Content-Length"].flatMap { Int($0) } ?? 0)
            self = announced > min(cut, length) ? .length(announced) : isOld ? .untilClose : .chunked
        } else {
            self = .length(length)
        }
    }

    var hasBody: Bool { self != .noBody }

    /// The fields to send: the response's own in their order, made to agree with the framing.
    func fields(of response: HTTPResponse, date: String) throws(ProtocolError) -> HeaderFields {
        guard 200...999 ~= response.status else {
            throw ProtocolError(
                500, "\(response.status) is no status a reply can have (RFC 9110, section 15)")
        }
        var fields = response.headers
        guard (fields.map(\.value) + [response.reason]).allSatisfy(\.isFieldValue),
            fields.allSatisfy({ $0.name.isFieldName })
        else {
            throw ProtocolError(
                500, "a field or the reason of the reply would break the head (RFC 9110, section 5.5)")
        }
        switch self {
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
    fileprivate var isFieldValue: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 } }
    fileprivate var isFieldName: Bool { !isEmpty && utf8.allSatisfy(\.isTokenCharacter) }
}
