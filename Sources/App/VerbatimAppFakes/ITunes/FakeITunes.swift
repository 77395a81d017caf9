import Foundation
import VerbatimHAR
import VerbatimJSON

/// A fake of the iTunes Search API: searching, looking up by identifier, and artwork.
struct FakeITunes: FakeProvider {
    let items: [FakeStoreItem]

    func response(to request: FakeRequest) -> FakeResponse {
        if Provider.itunes.imageHosts.contains(request.host) { return artwork(request) }
        switch request.path {
        case "/search": return results(for: request, search)
        case "/lookup": return results(for: request, lookUp)
        default: return .page(404, "Not Found")
        }
    }

    func errorResponse(for fault: Fault) -> FakeResponse? {
        switch fault {
        case .badRequest: Self.invalid(["country"])
        case .tooManyRequests: .page(429, "Too Many Requests")
        case .internalError: .page(500, "Internal Server Error")
        case .badGateway: .page(502, "Bad Gateway")
        case .unavailable: .page(503, "Service Unavailable")
        default: nil
        }
    }

    let mutableFields = MutableFields(
        dates: ["releaseDate"], reformatDate: { $0.replacing("T", with: " ").replacing("Z", with: " +0000") },
        values: ["artistName"], numbers: ["resultCount", "trackId", "collectionId"])
}

// MARK: - Searching

extension FakeITunes {
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
    private func limit(of request: FakeRequest) -> Int {
        min(max(request.integer("limit") ?? 50, 1), 200)
    }

    private func artwork(_ request: FakeRequest) -> FakeResponse {
        let slash = request.path.lastIndex(of: "/") ?? request.path.startIndex
        let (folder, file) = (String(request.path[...slash]), request.path[slash...].dropFirst())
        let exists = items.contains { $0.artworkFolder == (request.host, folder) }
        let sides = file.split(separator: "x").compactMap { Int($0.prefix(while: \.isNumber)) }
        guard exists, sides.count == 2, sides.allSatisfy({ 1...3000 ~= $0 }) else {
            return .page(404, "Not Found")
        }
        let format: Picture.Format = file.hasSuffix(".png") ? .png : .jpeg
        return .image(Picture(folder, width: sides[0], height: sides[1], format))
    }
}

// MARK: - Invalid parameters

extension FakeITunes {
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

    private static func invalid(_ keys: [String]) -> FakeResponse {
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
}
