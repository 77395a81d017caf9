import VerbatimHAR
import VerbatimJSON

extension FakeReqres {
    /// Writes a response as Express does, and Cloudflare in front of it.
    func write(_ response: FakeResponse, to request: FakeRequest) -> HTTPResponse {
        var headers = HeaderFields()
        let body = body(of: response, &headers)
        headers.append("X-Powered-By", "Express")
        headers.append("Access-Control-Allow-Origin", "*")
        headers.append("Etag", etag(of: body))
        headers.append("Via", "1.1 vegur")
        if request.method == "GET" { headers.append("Cache-Control", "max-age=14400") }
        headers.append("CF-Cache-Status", "DYNAMIC")
        headers.append("NEL", #"{"success_fraction":0,"report_to":"cf-nel","max_age":604800}"#)
        headers.append("Vary", "Accept-Encoding")
        headers.append("Server", "cloudflare")
        headers.append("CF-RAY", request.random.hexadecimal(16) + "-SIN")
        return HTTPResponse(response.status, headers: headers, body: body)
    }

    private func body(of response: FakeResponse, _ headers: inout HeaderFields) -> HTTPBody {
        switch response {
        case .json(let value, let status):
            headers.append("Content-Type", "application/json; charset=utf-8")
            // The provider streams everything but created users.
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
        case .redirect(let url):
            headers.append("Location", url)
            return .empty
        }
    }

    /// Returns the length in hexadecimal and a hash, as Express writes it.
    private func etag(of body: HTTPBody) -> String {
        guard case .data(let data) = body else { return #"W/"0-""# }
        let hash = StableRandom(String(decoding: data, as: UTF8.self))
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        return "W/\"\(String(data.count, radix: 16))-\(hash.characters(27, from: alphabet))\""
    }
}
