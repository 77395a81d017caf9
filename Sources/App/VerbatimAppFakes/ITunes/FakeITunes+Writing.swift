import VerbatimHAR
import VerbatimJSON

extension FakeITunes {
    /// Writes a response as the store does.
    func write(_ response: FakeResponse, to request: FakeRequest) -> HTTPResponse {
        switch response {
        case .json(let value, let status):
            return HTTPResponse(status, headers: headers(request, status), body: .text(Self.text(value)))
        case .page(let status, let title):
            return plain(status, "text/html; charset=UTF-8", HTMLPage.text(status, title))
        case .text(let status, let mediaType, let text):
            return plain(status, mediaType, text)
        case .image(let picture):
            return imageResponse(picture, to: request)
        case .redirect(let url):
            return HTTPResponse(302, headers: ["Location": url, "Cache-Control": "max-age=0, no-cache"])
        case .empty(let status):
            let headers: HeaderFields = [
                "Content-Length": "0", "Cache-Control": "max-age=0, no-cache, no-store",
            ]
            return HTTPResponse(status, headers: headers)
        }
    }

    private func headers(_ request: FakeRequest, _ status: Int) -> HeaderFields {
        let random = request.random
        let uuid = random.uuid()
        var headers: HeaderFields = [
            "X-Apple-Jingle-Correlation-Key": random.characters(26, from: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
            "X-Apple-Request-Uuid": uuid, "Apple-Tk": "false", "X-B3-Spanid": random.hexadecimal(16),
            "Content-Type": "text/javascript; charset=utf-8", "X-B3-Traceid": uuid.replacing("-", with: ""),
            "X-Content-Type-Options": "nosniff", "X-Webobjects-Loadaverage": "0", "Apple-Seq": "0",
        ]
        if status < 300 { headers.append("Content-Disposition", "attachment; filename=1.txt") }
        headers.append("Apple-Originating-System", "MZStoreServices")
        headers.append("X-Apple-Application-Site", "MR22")
        headers.append("Apple-Timing-App", "\(random.number(in: 9...60)) ms")
        headers.append("Vary", "Accept-Encoding")
        headers.append("Cache-Control", status < 300 ? "max-age=86400" : "max-age=0, no-cache, no-store")
        headers.append("Strict-Transport-Security", "max-age=31536000")
        headers.append("X-Apple-Partner", "origin.0")
        return headers
    }

    private func plain(_ status: Int, _ mediaType: String, _ text: String) -> HTTPResponse {
        HTTPResponse(
            status,
            headers: [
                "Content-Type": mediaType, "Apple-Originating-System": "MZStore",
                "X-Frame-Options": "SAMEORIGIN",
            ], body: .text(text))
    }

    private func imageResponse(_ picture: Picture, to request: FakeRequest) -> HTTPResponse {
        HTTPResponse(
            200,
            headers: [
                "Content-Type": picture.mediaType, "Server": "ATS", "Access-Control-Allow-Origin": "*",
                "Cache-Control": "public, max-age=15552000", "X-Apple-Request-Uuid": request.random.uuid(),
            ], body: .data(picture.bytes))
    }
}

// MARK: - Layout

extension FakeITunes {
    /// Writes JSON in the store's layout, with three newlines before and after, and a space after every
    /// comma.
    private static func text(_ value: JSONValue) -> String {
        "\n\n\n" + (list(value) ?? spaced(value)) + "\n\n\n"
    }

    private static func list(_ value: JSONValue) -> String? {
        guard let count = value["resultCount"], let results = value["results"]?.array else { return nil }
        let list = results.isEmpty ? "[]" : "[\n\(results.map(spaced).joined(separator: ", \n"))]"
        return "{\n \"resultCount\":\(count.text(.compact)),\n \"results\": \(list)\n}"
    }

    private static func spaced(_ value: JSONValue) -> String {
        switch value {
        case .object(let object):
            let members = object.members.map { name, value in
                JSONValue.string(name).text(.compact) + ":" + spaced(value)
            }
            return "{" + members.joined(separator: ", ") + "}"
        case .array(let elements): return "[" + elements.map(spaced).joined(separator: ", ") + "]"
        default: return value.text(.compact)
        }
    }
}
