import Foundation
import VerbatimHAR
import VerbatimJSON

/// Stands in for the Flickr REST API: lists of photos, in JSON, as a script and in XML, and the pictures.
struct FakeFlickr: FakeProvider {
    func content(for call: FakeRequest) -> Content {
        if Provider.flickr.imageHosts.contains(call.host) { return picture(call.path) }
        guard ["/services/rest/", "/services/rest"].contains(call.path) else {
            return .page(404, "Not Found")
        }
        guard call["api_key"]?.wholeMatch(of: #/[0-9a-f]{32}/#) != nil else {
            return Self.failure(100, "Invalid API Key (Key has invalid format)")
        }
        switch call["method"] ?? "" {
        case "flickr.interestingness.getList": return list(FakeFlickrPhoto.interesting, call)
        case "flickr.photos.getRecent": return list(FakeFlickrPhoto.recent, call)
        case "flickr.photos.search": return search(call)
        case let method: return Self.failure(112, "Method \"\(method)\" not found")
        }
    }

    func refusal(_ fault: Fault) -> Content? {
        switch fault {
        case .statFail: Self.failure(105, "Service currently unavailable")
        case .badRequest:
            .text(
                400, mediaType: "text/plain;charset=UTF-8",
                "oauth_problem=parameter_absent&oauth_parameters_absent=oauth_token")
        case .tooManyRequests: .page(429, "Too Many Requests")
        case .unavailable: .page(503, "Service Unavailable")
        default: nil
        }
    }

    let weakSpots = MutableFields(
        dates: ["datetaken"], otherDate: { $0.replacing(" ", with: "T") + "Z" }, values: ["datetaken"],
        numbers: ["pages", "farm"])

    /// Says no, under status 200.
    static func failure(_ code: Int, _ message: String) -> Content {
        .json(["stat": "fail", "code": .integer(code), "message": .string(message)])
    }
}

// MARK: - Lists

extension FakeFlickr {
    private func list(_ photos: [FakeFlickrPhoto], _ call: FakeRequest) -> Content {
        let size = min(max(call.count("per_page") ?? 100, 1), 500)
        let page = max(call.count("page") ?? 1, 1)
        let extras = Set((call["extras"] ?? "").split(separator: ",").map(String.init))
        let shown = photos.dropFirst((page - 1) * size).prefix(size)
        let list: JSONValue = [
            "page": .integer(page), "pages": .integer((photos.count + size - 1) / size),
            "perpage": .integer(size), "total": .integer(photos.count),
            "photo": .array(shown.map { $0.json(extras) }),
        ]
        return .json(["photos": list, "stat": "ok"])
    }

    private func search(_ call: FakeRequest) -> Content {
        let words = [call["text"], call["tags"]].compactMap(\.self)
        guard !words.isEmpty || call["user_id"] != nil else {
            return Self.failure(
                3, "Parameterless searches have been disabled. Please use flickr.photos.getRecent instead.")
        }
        let found = FakeFlickrPhoto.all.filter { photo in
            words.allSatisfy { (photo.title + " " + photo.tags).localizedStandardContains($0) }
                && (call["user_id"] ?? photo.owner.id) == photo.owner.id
        }
        return list(found, call)
    }

    private func picture(_ path: String) -> Content {
        for photo in FakeFlickrPhoto.all {
            guard let size = photo.sizes.first(where: { photo.path($0) == path }) else { continue }
            return .image(Picture(photo.id, width: size.width, height: size.height, .jpeg))
        }
        return .page(404, "Not Found")
    }
}
