import VerbatimHAR
import VerbatimJSON

extension FakeFlickr {
    /// Writes as the servers behind the content delivery network do.
    func response(_ content: Content, to call: FakeRequest) -> HTTPResponse {
        var headers = HeaderFields()
        let body: HTTPBody
        switch content {
        case .json(let value, _):
            let answer = FlickrAnswer(value, to: call)
            headers.append("Content-Type", answer.mediaType)
            body = .text(answer.text)
        case .page(let status, let title):
            headers.append("Content-Type", "text/html; charset=utf-8")
            body = .text(HTMLPage.text(status, title))
        case .text(_, let mediaType, let text):
            headers.append("Content-Type", mediaType)
            body = .text(text)
        case .image(let picture):
            return imageResponse(picture, to: call)
        case .redirect(let location):
            headers.append("Location", location)
            body = .empty
        case .empty:
            body = .empty
        }
        headers.append("Connection", "keep-alive")
        for (name, value) in Self.fields(call.seed) { headers.append(name, value) }
        return HTTPResponse(content.status, headers: headers, body: body)
    }

    private static func fields(_ seed: StableRandom) -> [(String, String)] {
        [
            ("X-Cache", "Miss from cloudfront"),
            ("Via", "1.1 \(seed.hexadecimal(32)).cloudfront.net (CloudFront)"),
            ("X-Amz-Cf-Pop", "LHR50-P8"),
            (
                "X-Amz-Cf-Id",
                seed.characters(54, from: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_") + "=="
            ),
            ("server", "openresty"),
            ("vary", "Accept-Encoding"),
            ("x-flickr-api-request", "Root=1-\(seed.hexadecimal(8))-\(seed.hexadecimal(24))"),
            ("x-robots-tag", "noindex"),
        ]
    }

    private func imageResponse(_ picture: Picture, to call: FakeRequest) -> HTTPResponse {
        HTTPResponse(
            200,
            headers: [
                "Content-Type": picture.mediaType, "Connection": "keep-alive",
                "Cache-Control": "max-age=1209600", "Access-Control-Allow-Origin": "*",
                "X-Cache": "Hit from cloudfront",
                "Via": "1.1 \(call.seed.hexadecimal(32)).cloudfront.net (CloudFront)",
                "X-Amz-Cf-Pop": "LHR50-P8",
            ], body: .data(picture.bytes))
    }
}
