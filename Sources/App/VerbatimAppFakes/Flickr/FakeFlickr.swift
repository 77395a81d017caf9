import Foundation
import VerbatimHAR
import VerbatimJSON

/// A fake of the Flickr API: lists of photos in JSON, JSONP and XML, and the images.
struct FakeFlickr: FakeProvider {
    let photos: [FakePhoto]

    func response(to request: FakeRequest) -> FakeResponse {
        if Provider.flickr.imageHosts.contains(request.host) { return image(at: request.path) }
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

    func errorResponse(for fault: Fault) -> FakeResponse? {
        switch fault {
        case .statFail: Self.failure(105, "Service currently unavailable")
        case .badRequest:
            .text(
                400, mediaType: "text/plain;charset=UTF-8",
                "oauth_problem=parameter_absent&oauth_parameters_absent=oauth_token")
        case .unauthorized:
            .text(
                401, mediaType: "text/plain;charset=UTF-8",
                "oauth_problem=signature_invalid&debug_sbs=GET%26https%3A%2F%2Fapi.flickr.com")
        case .tooManyRequests: .page(429, "Too Many Requests")
        case .internalError: .page(500, "Internal Server Error")
        case .badGateway: .page(502, "Bad Gateway")
        case .unavailable: .page(503, "Service Unavailable")
        default: nil
        }
    }

    let mutableFields = MutableFields(
        dates: ["datetaken"], reformatDate: { $0.replacing(" ", with: "T") + "Z" }, values: ["datetaken"],
        numbers: ["pages", "farm"])

    /// Returns an error response, which has status 200.
    private static func failure(_ code: Int, _ message: String) -> FakeResponse {
        .json(["stat": "fail", "code": .integer(code), "message": .string(message)])
    }
}

// MARK: - Lists

extension FakeFlickr {
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
}
