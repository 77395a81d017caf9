import VerbatimHAR
import VerbatimJSON

extension FakeReqres {
    /// Writes as Express behind a content delivery network does.
    func response(_ content: Content, to call: FakeRequest) -> HTTPResponse {
        var headers = HeaderFields()
        let body = body(of: content, &headers)
        headers.append("X-Powered-By", "Express")
        headers.append("Access-Control-Allow-Origin", "*")
        headers.append("Etag", etag(of: body))
        headers.append("Via", "1.1 vegur")
        if call.method == "GET" { headers.append("Cache-Control", "max-age=14400") }
        headers.append("CF-Cache-Status", "DYNAMIC")
        headers.append("NEL", #"{"success_fraction":0,"report_to":"cf-nel","max_age":604800}"#)
        headers.append("Vary", "Accept-Encoding")
        headers.append("Server", "cloudflare")
        headers.append("CF-RAY", call.seed.hexadecimal(16) + "-SIN")
        return HTTPResponse(content.status, headers: headers, body: body)
    }

    private func body(of content: Content, _ headers: inout HeaderFields) -> HTTPBody {
        switch content {
        case .json(let value, let status):
            headers.append("Content-Type", "application/json; charset=utf-8")
            // What it has just made is short enough to be measured; lists and pages are streamed.
            if status != 201 { headers.append("Transfer-Encoding", "chunked") }
            return .text(value.text(.compact))
        case .page(let status, let title):
            headers.append("Content-Type", "text/html; charset=utf-8")
            headers.append("Transfer-Encoding", "chunked")
            return .text(HTMLPage.text(status, title))
        case .text(_, let mediaType, let text):
            headers.append("Content-Type", mediaType)
            return .text(text)
        case .image(let picture):
            headers.append("Content-Type", picture.mediaType)
            return .data(picture.bytes)
        case .empty:
            headers.append("Content-Length", "0")
            return .empty
        case .redirect(let location):
            headers.append("Location", location)
            return .empty
        }
    }

    /// The length in hexadecimal digits and a hash, as Express makes it.
    private func etag(of body: HTTPBody) -> String {
        guard case .data(let data) = body else { return #"W/"0-""# }
        let hash = StableRandom(String(decoding: data, as: UTF8.self))
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        return "W/\"\(String(data.count, radix: 16))-\(hash.characters(27, from: alphabet))\""
    }
}
