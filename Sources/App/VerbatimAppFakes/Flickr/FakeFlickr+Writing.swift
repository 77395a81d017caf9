import VerbatimHAR
import VerbatimJSON

extension FakeFlickr {
    /// Writes a response as the provider's content delivery network does.
    func write(_ response: FakeResponse, to request: FakeRequest) -> HTTPResponse {
        var headers = HeaderFields()
        let body: HTTPBody
        switch response {
        case .json(let value, _):
            let formatted = FlickrResponseText(value, to: request)
            headers.append("Content-Type", formatted.mediaType)
            body = .text(formatted.text)
        case .page(let status, let title):
            headers.append("Content-Type", "text/html; charset=utf-8")
            body = .text(HTMLPage.text(status, title))
        case .text(_, let mediaType, let text):
            headers.append("Content-Type", mediaType)
            body = .text(text)
        case .image(let picture):
            return imageResponse(picture, to: request)
        case .redirect(let url):
            headers.append("Location", url)
            body = .empty
        case .empty:
            body = .empty
        }
        headers.append("Connection", "keep-alive")
        for (name, value) in Self.commonHeaders(request.random) { headers.append(name, value) }
        return HTTPResponse(response.status, headers: headers, body: body)
    }

    private static func commonHeaders(_ random: StableRandom) -> [(String, String)] {
        [
            ("X-Cache", "Miss from cloudfront"),
            ("Via", "1.1 \(random.hexadecimal(32)).cloudfront.net (CloudFront)"),
            ("X-Amz-Cf-Pop", "LHR50-P8"),
            (
                "X-Amz-Cf-Id",
                random.characters(54, from: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_") + "=="
            ),
            ("server", "openresty"),
            ("vary", "Accept-Encoding"),
            ("x-flickr-api-request", "Root=1-\(random.hexadecimal(8))-\(random.hexadecimal(24))"),
            ("x-robots-tag", "noindex"),
        ]
    }

    private func imageResponse(_ picture: Picture, to request: FakeRequest) -> HTTPResponse {
        HTTPResponse(
            200,
            headers: [
                "Content-Type": picture.mediaType, "Connection": "keep-alive",
                "Cache-Control": "max-age=1209600", "Access-Control-Allow-Origin": "*",
                "X-Cache": "Hit from cloudfront",
                "Via": "1.1 \(request.random.hexadecimal(32)).cloudfront.net (CloudFront)",
                "X-Amz-Cf-Pop": "LHR50-P8",
            ], body: .data(picture.bytes))
    }
}
