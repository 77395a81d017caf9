import VerbatimHAR
import VerbatimJSON

extension FakeGoogleBooks {
    /// Writes a response as the provider's servers do, which identify themselves as ESF.
    func write(_ response: FakeResponse, to request: FakeRequest) -> HTTPResponse {
        switch response {
        case .image(let picture): return imageResponse(picture)
        case .page(let status, let title):
            return HTTPResponse(
                status,
                headers: ["Content-Type": "text/html; charset=UTF-8", "Referrer-Policy": "no-referrer"],
                body: .text(HTMLPage.text(status, title)))
        case .json(let value, _):
            return HTTPResponse(
                response.status, headers: headers("application/json; charset=UTF-8", isStreamed: true),
                body: .text(
                    value.text(.pretty).replacing("<", with: "\\u003c").replacing(">", with: "\\u003e") + "\n"
                ))
        case .text(let status, let mediaType, let text):
            return HTTPResponse(status, headers: headers(mediaType, isStreamed: true), body: .text(text))
        case .redirect(let url):
            var headers = self.headers("text/html; charset=UTF-8", isStreamed: false)
            headers.append("Location", url)
            return HTTPResponse(response.status, headers: headers)
        case .empty(let status):
            return HTTPResponse(status, headers: headers(nil, isStreamed: false))
        }
    }

    private func headers(_ mediaType: String?, isStreamed: Bool) -> HeaderFields {
        var headers = HeaderFields()
        if let mediaType { headers.append("Content-Type", mediaType) }
        for value in ["Origin", "Referer", "X-Origin"] { headers.append("Vary", value) }
        headers.append("Server", "ESF")
        headers.append("Cache-Control", "private")
        headers.append("X-Xss-Protection", "0")
        headers.append("X-Frame-Options", "SAMEORIGIN")
        headers.append("X-Content-Type-Options", "nosniff")
        headers.append("Alt-Svc", #"h3=":443"; ma=2592000,h3-29=":443"; ma=2592000"#)
        if isStreamed { headers.append("Transfer-Encoding", "chunked") }
        return headers
    }

    private func imageResponse(_ picture: Picture) -> HTTPResponse {
        HTTPResponse(
            200,
            headers: [
                "Content-Type": picture.mediaType, "Cross-Origin-Resource-Policy": "cross-origin",
                "Cache-Control": "private, max-age=31536000", "Server": "OFE/0.1", "X-XSS-Protection": "0",
                "X-Frame-Options": "SAMEORIGIN",
            ], body: .data(picture.bytes))
    }
}
