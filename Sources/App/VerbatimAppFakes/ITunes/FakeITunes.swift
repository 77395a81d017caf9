import Foundation
import VerbatimHAR
import VerbatimJSON

/// Stands in for the iTunes Search API: searching, looking up by number, and artwork.
struct FakeITunes: FakeProvider {
    func content(for call: FakeRequest) -> Content {
        if Provider.itunes.imageHosts.contains(call.host) { return artwork(call) }
        switch call.path {
        case "/search": return answer(call) { search(call) }
        case "/lookup": return answer(call) { lookUp(call) }
        default: return .page(404, "Not Found")
        }
    }

    func refusal(_ fault: Fault) -> Content? {
        switch fault {
        case .badRequest: Self.invalid(["country"])
        case .tooManyRequests: .page(429, "Too Many Requests")
        case .unavailable: .page(503, "Service Unavailable")
        default: nil
        }
    }

    let weakSpots = MutableFields(
        dates: ["releaseDate"], otherDate: { $0.replacing("T", with: " ").replacing("Z", with: " +0000") },
        values: ["artistName"], numbers: ["resultCount", "trackId", "collectionId"])
}

// MARK: - Searching

extension FakeITunes {
    private func answer(_ call: FakeRequest, _ results: () -> [StoreItem]) -> Content {
        let wrong = wrongKeys(of: call)
        guard wrong.isEmpty, let store = Storefront(call["country"] ?? "us") else {
            return Self.invalid(wrong)
        }
        let items = results().prefix(limit(of: call))
        return .json([
            "resultCount": .integer(items.count), "results": .array(items.map { $0.json(in: store) }),
        ])
    }

    private func search(_ call: FakeRequest) -> [StoreItem] {
        let words = (call["term"] ?? "").split { !$0.isLetter && !$0.isNumber }
        let kinds = ITunesScope.kinds(media: call["media"], entity: call["entity"]) ?? []
        return StoreItem.all.filter { item in
            let texts = [item.name, item.artist.name, item.collection?.name, item.description]
            let text = texts.compactMap(\.self).joined(separator: " ")
            return !words.isEmpty && kinds.contains(item.kind)
                && words.allSatisfy { text.localizedStandardContains($0) }
        }
    }

    private func lookUp(_ call: FakeRequest) -> [StoreItem] {
        let numbers = (call["id"] ?? "").split(separator: ",").compactMap { Int($0) }
        return StoreItem.all.filter { item in
            numbers.contains(item.id) || item.app.map { $0.bundleID == call["bundleId"] } ?? false
        }
    }

    /// 1 to 200, and 50 without a wish.
    private func limit(of call: FakeRequest) -> Int {
        min(max(call.count("limit") ?? 50, 1), 200)
    }

    private func artwork(_ call: FakeRequest) -> Content {
        let slash = call.path.lastIndex(of: "/") ?? call.path.startIndex
        let (folder, file) = (String(call.path[...slash]), call.path[slash...].dropFirst())
        let known = StoreItem.all.contains { $0.artworkFolder == (call.host, folder) }
        let sides = file.split(separator: "x").compactMap { Int($0.prefix(while: \.isNumber)) }
        guard known, sides.count == 2 else { return .page(404, "Not Found") }
        let format: Picture.Format = file.hasSuffix(".png") ? .png : .jpeg
        return .image(Picture(folder, width: sides[0], height: sides[1], format))
    }
}

// MARK: - Refusing

extension FakeITunes {
    /// The keys whose values are not valid, under the names the provider has for them.
    private func wrongKeys(of call: FakeRequest) -> [String] {
        let language = call["lang"] ?? "en_us"
        let wrong: [(key: String, isWrong: Bool)] = [
            ("term", call.path == "/search" && call["term"] == nil),
            ("mediaType", ITunesScope.kinds(media: call["media"], entity: nil) == nil),
            ("resultEntity", ITunesScope.kinds(media: nil, entity: call["entity"]) == nil),
            ("country", Storefront(call["country"] ?? "us") == nil),
            ("language", language.wholeMatch(of: #/[a-z]{2}([_-][a-zA-Z]{2})?/#) == nil),
        ]
        return wrong.filter(\.isWrong).map(\.key)
    }

    private static func invalid(_ keys: [String]) -> Content {
        let failure: JSONValue = [
            "errorMessage": .string("Invalid value(s) for key(s): [\(keys.joined(separator: ", "))]"),
            "queryParameters": [
                "output": "json", "callback": "A javascript function to handle your search results",
                "country": "ISO-2A country code", "limit": "The number of search results to return",
                "term": "A search string", "lang": "ISO-2A language code",
            ],
        ]
        return .json(failure, status: 400)
    }
}
