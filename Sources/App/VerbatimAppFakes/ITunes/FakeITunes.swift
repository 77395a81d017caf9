import Foundation
import VerbatimHAR
import VerbatimJSON

extension FakeProvider {
    /// The iTunes Search API, and the hosts of its artwork.
    public static let itunes = FakeProvider(
        "itunes", hosts: ["itunes.apple.com", "ax.itunes.apple.com"],
        imageHosts: (1...5).map { "is\($0)-ssl.mzstatic.com" },
        errors: [.badRequest: FakeITunes.invalid(["country"])],
        mutableFields: MutableFields(
            dates: ["releaseDate"],
            reformatDate: { $0.replacing("T", with: " ").replacing("Z", with: " +0000") },
            values: ["artistName"], numbers: ["resultCount", "trackId", "collectionId"]),
        api: FakeITunes.self)
}

/// A fake of the iTunes Search API: searching, looking up by identifier, and artwork.
struct FakeITunes: FakeAPI {
    let items: [FakeStoreItem]

    init(_ catalogue: Catalogue) throws(CatalogueError) { items = try catalogue.read("store-items") }

    func response(to request: FakeRequest) -> FakeResponse {
        if FakeProvider.itunes.imageHosts.contains(request.host) { return artwork(request) }
        switch request.path {
        case "/search": return results(for: request, search)
        case "/lookup": return results(for: request, lookUp)
        default: return .page(404, "Not Found")
        }
    }

    // MARK: Searching

    private func results(for request: FakeRequest, _ find: (FakeRequest) -> [FakeStoreItem]) -> FakeResponse {
        let invalidKeys = invalidKeys(of: request)
        guard invalidKeys.isEmpty, let store = Storefront(request["country"] ?? "us") else {
            return Self.invalid(invalidKeys)
        }
        let offset = max(0, request.integer("offset") ?? 0)
        let items = find(request).dropFirst(offset).prefix(limit(of: request))
        return .json([
            "resultCount": .integer(items.count), "results": .array(items.map { $0.json(in: store) }),
        ])
    }

    private func search(_ request: FakeRequest) -> [FakeStoreItem] {
        let words = (request["term"] ?? "").split { !$0.isLetter && !$0.isNumber }
        let kinds = ITunesSearchScope.kinds(media: request["media"], entity: request["entity"]) ?? []
        return items.filter { item in
            let texts = [item.name, item.artist.name, item.collection?.name, item.description]
            let text = texts.compactMap(\.self).joined(separator: " ")
            return !words.isEmpty && kinds.contains(item.kind)
                && words.allSatisfy { text.localizedStandardContains($0) }
        }
    }

    private func lookUp(_ request: FakeRequest) -> [FakeStoreItem] {
        let ids = (request["id"] ?? "").split(separator: ",").compactMap { Int($0) }
        return items.filter { item in
            ids.contains(item.id) || item.app.map { $0.bundleID == request["bundleId"] } ?? false
        }
    }

    /// The maximum number of results: 1 to 200, and 50 by default.
    private func limit(of request: FakeRequest) -> Int { min(max(request.integer("limit") ?? 50, 1), 200) }

    private func artwork(_ request: FakeRequest) -> FakeResponse {
        let slash = request.path.lastIndex(of: "/") ?? request.path.startIndex
        let (folder, file) = (String(request.path[...slash]), request.path[slash...].dropFirst())
        let exists = items.contains { $0.artworkFolder == (request.host, folder) }
        let sides = file.split(separator: "x").compactMap { Int($0.prefix(while: \.isNumber)) }
        guard exists, sides.count == 2, sides.allSatisfy({ 1...3000 ~= $0 }) else {
            return .page(404, "Not Found")
        }
        let format: Picture.Format = file.hasSuffix(".png") ? .png : .jpeg
        let picture = Picture(folder, width: sides[0], height: sides[1], format)
        return .image(
            picture, from: request.headers["If-Range"] == Self.tag(of: picture) ? offset(of: request) : 0)
    }

    private static func tag(of picture: Picture) -> String {
        "\"\(StableRandom("\(picture.name)\(picture.width)").hexadecimal(16))\""
    }

    /// Returns the first byte that a request asks for, `bytes=300-`.
    private func offset(of request: FakeRequest) -> Int {
        let range = request.headers["Range"]?.wholeMatch(of: #/bytes=([0-9]{1,9})-/#)
        return range.flatMap { Int($0.1) } ?? 0
    }

    // MARK: Invalid parameters

    /// The parameters with invalid values, by the names in the provider's error messages.
    private func invalidKeys(of request: FakeRequest) -> [String] {
        let language = request["lang"] ?? "en_us"
        let keys: [(key: String, isInvalid: Bool)] = [
            ("term", request.path == "/search" && request["term"] == nil),
            ("mediaType", ITunesSearchScope.kinds(media: request["media"], entity: nil) == nil),
            ("resultEntity", ITunesSearchScope.kinds(media: nil, entity: request["entity"]) == nil),
            ("country", Storefront(request["country"] ?? "us") == nil),
            ("language", language.wholeMatch(of: #/[a-z]{2}([_-][a-zA-Z]{2})?/#) == nil),
        ]
        return keys.filter(\.isInvalid).map(\.key)
    }

    fileprivate static func invalid(_ keys: [String]) -> FakeResponse {
        let failure: JSONValue = [
            "errorMessage": "Invalid value(s) for key(s): [\(keys.joined(separator: ", "))]",
            "queryParameters": [
                "output": "json", "callback": "A javascript function to handle your search results",
                "country": "ISO-2A country code", "limit": "The number of search results to return",
                "term": "A search string", "lang": "ISO-2A language code",
            ],
        ]
        return .json(failure, status: 400)
    }

    // MARK: Headers of the store

    static let pageType = "text/html; charset=UTF-8"

    func headers(
        of response: FakeResponse, mediaType: String?, body: HTTPBody, to request: FakeRequest
    ) -> HeaderFields {
        let type: HeaderFields = mediaType.map { ["Content-Type": $0] } ?? [:]
        return switch response {
        case .json(_, let status): headers(request, status, type)
        case .page, .text: type + ["Apple-Originating-System": "MZStore", "X-Frame-Options": "SAMEORIGIN"]
        case .image(let picture, let offset):
            type + Self.range(of: picture, from: offset) + [
                "Etag": Self.tag(of: picture), "Server": "ATS", "Access-Control-Allow-Origin": "*",
                "Cache-Control": "public, max-age=15552000", "X-Apple-Request-Uuid": request.random.uuid(),
            ]
        case .redirect(let url): ["Location": url, "Cache-Control": "max-age=0, no-cache"]
        case .empty: ["Content-Length": "0", "Cache-Control": "max-age=0, no-cache, no-store"]
        }
    }

    private static func range(of picture: Picture, from offset: Int) -> HeaderFields {
        guard offset > 0 else { return ["Accept-Ranges": "bytes"] }
        let size = picture.bytes.count
        return ["Content-Range": "bytes \(offset)-\(size - 1)/\(size)"]
    }

    private func headers(_ request: FakeRequest, _ status: Int, _ type: HeaderFields) -> HeaderFields {
        let random = request.random
        let uuid = random.uuid()
        let isSuccess = status < 300
        let disposition: HeaderFields = ["Content-Disposition": "attachment; filename=1.txt"]
        let correlation: HeaderFields = [
            "X-Apple-Jingle-Correlation-Key": random.characters(26, from: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
            "X-Apple-Request-Uuid": uuid, "Apple-Tk": "false", "X-B3-Spanid": random.hexadecimal(16),
        ]
        let tracing: HeaderFields = [
            "X-B3-Traceid": uuid.replacing("-", with: ""), "X-Content-Type-Options": "nosniff",
            "X-Webobjects-Loadaverage": "0", "Apple-Seq": "0",
        ]
        return correlation + type + tracing + (isSuccess ? disposition : [:]) + [
            "Apple-Originating-System": "MZStoreServices", "X-Apple-Application-Site": "MR22",
            "Apple-Timing-App": "\(random.number(in: 9...60)) ms", "Vary": "Accept-Encoding",
            "Cache-Control": isSuccess ? "max-age=86400" : "max-age=0, no-cache, no-store",
            "Strict-Transport-Security": "max-age=31536000", "X-Apple-Partner": "origin.0",
        ]
    }
}

// MARK: - Layout of the store

extension FakeITunes {
    /// Writes JSON with three newlines before and after, and a space after every comma.
    func text(of value: JSONValue, for request: FakeRequest) -> (mediaType: String, text: String) {
        ("text/javascript; charset=utf-8", "\n\n\n" + (Self.list(value) ?? Self.spaced(value)) + "\n\n\n")
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
