import Foundation
import VerbatimHAR
import VerbatimJSON

extension FakeProvider {
    /// The Flickr API, and the host of its images.
    public static let flickr = FakeProvider(
        "flickr", hosts: ["api.flickr.com", "www.flickr.com"], imageHosts: ["live.staticflickr.com"],
        errors: [
            .statFail: FakeFlickr.failure(105, "Service currently unavailable"),
            .badRequest: .text(
                400, mediaType: "text/plain;charset=UTF-8",
                "oauth_problem=parameter_absent&oauth_parameters_absent=oauth_token"),
            .unauthorized: .text(
                401, mediaType: "text/plain;charset=UTF-8",
                "oauth_problem=signature_invalid&debug_sbs=GET%26https%3A%2F%2Fapi.flickr.com"),
        ], ownFaults: [.jsonp],
        mutableFields: MutableFields(
            dates: ["datetaken"], reformatDate: { $0.replacing(" ", with: "T") + "Z" },
            values: ["datetaken"], numbers: ["pages", "farm"]),
        api: FakeFlickr.self)
}

/// A fake of the Flickr API: lists of photos in JSON, JSONP and XML, and the images.
struct FakeFlickr: FakeAPI {
    let photos: [FakePhoto]

    init(_ catalogue: Catalogue) throws(CatalogueError) { photos = try catalogue.read("photos") }

    func response(to request: FakeRequest) -> FakeResponse {
        if FakeProvider.flickr.imageHosts.contains(request.host) { return image(at: request.path) }
        guard ["/services/rest/", "/services/rest"].contains(request.path) else {
            return .page(404, "Not Found")
        }
        guard request["api_key"]?.wholeMatch(of: #/[0-9a-f]{32}/#) != nil else {
            return Self.failure(100, "Invalid API Key (Key has invalid format)")
        }
        switch request["method"] ?? "" {
        case "flickr.interestingness.getList": return list(photos.prefix(8), request)
        // The most recent uploads come first.
        case "flickr.photos.getRecent": return list(photos.dropFirst(4).reversed(), request)
        case "flickr.photos.search": return search(request)
        case let method: return Self.failure(112, "Method \"\(method)\" not found")
        }
    }

    /// Returns an error response, which has status 200.
    fileprivate static func failure(_ code: Int, _ message: String) -> FakeResponse {
        .json(["stat": "fail", "code": .integer(code), "message": .string(message)])
    }

    private func list(_ photos: some Collection<FakePhoto>, _ request: FakeRequest) -> FakeResponse {
        let size = min(max(request.integer("per_page") ?? 100, 1), 500)
        let page = max(request.integer("page") ?? 1, 1)
        let extras = Set((request["extras"] ?? "").split(separator: ",").map(String.init))
        let shown = photos.dropFirst((page - 1) * size).prefix(size)
        let list: JSONValue = [
            "page": .integer(page), "pages": .integer((photos.count + size - 1) / size),
            "perpage": .integer(size), "total": .integer(photos.count),
            "photo": .array(shown.map { $0.json(extras) }),
        ]
        return .json(["photos": list, "stat": "ok"])
    }

    private func search(_ request: FakeRequest) -> FakeResponse {
        let words = [request["text"], request["tags"]].compactMap(\.self)
        guard !words.isEmpty || request["user_id"] != nil else {
            return Self.failure(
                3, "Parameterless searches have been disabled. Please use flickr.photos.getRecent instead.")
        }
        let found = photos.filter { photo in
            words.allSatisfy { (photo.title + " " + photo.tags).localizedStandardContains($0) }
                && (request["user_id"] ?? photo.owner.id) == photo.owner.id
        }
        return list(found, request)
    }

    private func image(at path: String) -> FakeResponse {
        for photo in photos {
            guard let size = photo.sizes.first(where: { photo.path($0) == path }) else { continue }
            return .image(Picture(photo.id, width: size.width, height: size.height, .jpeg))
        }
        return .page(404, "Not Found")
    }

    // MARK: Headers of the content delivery network

    static let pageType = "text/html; charset=utf-8"

    func headers(
        of response: FakeResponse, mediaType: String?, body: HTTPBody, to request: FakeRequest
    ) -> HeaderFields {
        let random = request.random
        let via = "1.1 \(random.hexadecimal(32)).cloudfront.net (CloudFront)"
        var headers = HeaderFields()
        if let mediaType { headers.append("Content-Type", mediaType) }
        if case .redirect(let url) = response { headers.append("Location", url) }
        headers.append("Connection", "keep-alive")
        if response.isImage {
            return headers + [
                "Cache-Control": "max-age=1209600", "Access-Control-Allow-Origin": "*",
                "X-Cache": "Hit from cloudfront", "Via": via, "X-Amz-Cf-Pop": "LHR50-P8",
            ]
        }
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
        return headers + [
            "X-Cache": "Miss from cloudfront", "Via": via, "X-Amz-Cf-Pop": "LHR50-P8",
            "X-Amz-Cf-Id": random.characters(54, from: letters) + "==", "server": "openresty",
            "vary": "Accept-Encoding",
            "x-flickr-api-request": "Root=1-\(random.hexadecimal(8))-\(random.hexadecimal(24))",
            "x-robots-tag": "noindex",
        ]
    }

    // MARK: JSON, JSONP, and XML, which is the default

    /// https://www.flickr.com/services/api/response.json.html
    func text(of value: JSONValue, for request: FakeRequest) -> (mediaType: String, text: String) {
        guard request["format"] == "json" else { return ("text/xml; charset=utf-8", Self.xml(value)) }
        let json = value.text(.compact).escapedAsPHP
        if request["nojsoncallback"] == "1" { return ("application/json", json) }
        return ("text/javascript; charset=utf-8", "\(request["jsoncallback"] ?? "jsonFlickrApi")(\(json))")
    }

    /// https://www.flickr.com/services/api/response.rest.html
    private static func xml(_ response: JSONValue) -> String {
        let stat = response["stat"]?.string ?? ""
        let content = response["photos"]?.object.map(list) ?? error(response)
        return """
            <?xml version="1.0" encoding="utf-8" ?>
            <rsp stat="\(stat)">
            \(content)
            </rsp>

            """
    }

    private static func error(_ response: JSONValue) -> String {
        let code = response["code"]?.text(.compact) ?? ""
        return "\t<err code=\"\(code)\" msg=\"\((response["message"]?.string ?? "").escapedForXML)\" />"
    }

    private static func list(_ list: JSONObject) -> String {
        let photos = (list["photo"]?.array ?? []).compactMap(\.object).map(photo)
        return (["<photos\(attributes(of: list))>"] + photos + ["</photos>"]).joined(separator: "\n")
    }

    private static func photo(_ photo: JSONObject) -> String {
        let element = "\t<photo\(attributes(of: photo))"
        guard let description = photo["description"]?["_content"]?.string else { return element + " />" }
        let child = "\t\t<description>\(description.escapedForXML)</description>"
        return [element + ">", child, "\t</photo>"].joined(separator: "\n")
    }

    /// Writes every property that is not an array or an object as an attribute; null is empty.
    private static func attributes(of object: JSONObject) -> String {
        object.members.compactMap { name, value in
            switch value {
            case .string(let text): " \(name)=\"\(text.escapedForXML)\""
            case .number, .bool: " \(name)=\"\(value.text(.compact))\""
            case .null: " \(name)=\"\""
            case .array, .object: nil
            }
        }.joined()
    }
}

extension String {
    fileprivate var escapedForXML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#039;")
    }

    /// JSON as PHP writes it, with escaped slashes and non-ASCII characters.
    fileprivate var escapedAsPHP: String {
        utf16.reduce(into: "") { text, unit in
            switch unit {
            case 0x2f: text += "\\/"
            case 0x80...:
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            }
        }
    }
}
