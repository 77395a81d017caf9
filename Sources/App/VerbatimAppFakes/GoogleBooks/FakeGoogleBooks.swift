import VerbatimHAR
import VerbatimJSON

/// A fake of the Google Books API: searching, getting a volume by its identifier, and covers.
struct FakeGoogleBooks: FakeProvider {
    let books: [FakeBook]

    private static let root = "/books/v1/volumes"

    func response(to request: FakeRequest) -> FakeResponse {
        if Provider.googleBooks.imageHosts.contains(request.host) { return cover(request) }
        if request.path == Self.root { return search(request) }
        guard request.path.hasPrefix(Self.root + "/") else { return .page(404, "Error 404 (Not Found)!!1") }
        let id = request.path.dropFirst(Self.root.count + 1)
        guard let book = books.first(where: { $0.id == id }) else {
            return Self.error(404, "The volume ID could not be found.", "notFound")
        }
        return .json(book.json(.single))
    }

    func errorResponse(for fault: Fault) -> FakeResponse? {
        switch fault {
        case .badRequest:
            Self.error(
                400, "API key not valid. Please pass a valid API key.", "badRequest",
                status: "INVALID_ARGUMENT")
        case .forbidden:
            Self.error(
                403, "Cannot determine user location for geographically restricted operation.",
                "unknownLocation")
        case .tooManyRequests:
            Self.error(
                429, "Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service.",
                "rateLimitExceeded", status: "RESOURCE_EXHAUSTED")
        case .internalError:
            Self.error(500, "Internal error encountered.", "backendError", status: "INTERNAL")
        case .badGateway: .page(502, "Bad Gateway")
        case .unavailable: Self.error(503, "Service temporarily unavailable.", "backendFailed")
        default: nil
        }
    }

    let mutableFields = MutableFields(
        dates: ["publishedDate"],
        reformatDate: { $0.split(separator: "-").reversed().joined(separator: "/") + " AD" },
        values: ["title"], numbers: ["totalItems", "pageCount"])
}

// MARK: - Searching

extension FakeGoogleBooks {
    private func search(_ request: FakeRequest) -> FakeResponse {
        guard let text = request["q"], !text.allSatisfy(\.isWhitespace) else {
            return Self.error(400, "Missing query.", "queryRequired", parameter: "q")
        }
        let size = request.integer("maxResults") ?? 10
        guard 0...40 ~= size else {
            let message = "Invalid value '\(size)'. Values must be within the range: [0, 40]"
            return Self.error(400, message, "invalid", parameter: "maxResults")
        }
        let query = BookQuery(text)
        let found = books.filter(query.matches)
        let start = max(0, request.integer("startIndex") ?? 0)
        let shown = found.dropFirst(start).prefix(size).enumerated().map { index, book in
            book.json(.listed(query: text, position: start + index + 1))
        }
        var list: JSONObject = ["kind": "books#volumes", "totalItems": .integer(found.count)]
        // The provider omits the items if nothing matches.
        list.append("items", ifPresent: shown.isEmpty ? nil : .array(shown))
        return .json(.object(list))
    }

    private func cover(_ request: FakeRequest) -> FakeResponse {
        guard request.path == "/books/content",
            let book = books.first(where: { $0.id == request["id"] }),
            book.cover == .available
        else { return .page(404, "Error 404 (Not Found)!!1") }
        return .image(Picture(book.id, width: 128, height: 192, .jpeg))
    }
}

// MARK: - Errors

extension FakeGoogleBooks {
    private static func error(
        _ code: Int, _ message: String, _ reason: String, parameter: String? = nil, status: String? = nil
    ) -> FakeResponse {
        var detail: JSONObject = [
            "message": .string(message), "domain": "global", "reason": .string(reason),
        ]
        if let parameter {
            detail.append("location", .string(parameter))
            detail.append("locationType", "parameter")
        }
        var error: JSONObject = [
            "code": .integer(code), "message": .string(message), "errors": [.object(detail)],
        ]
        error.append("status", ifPresent: status.map(JSONValue.string))
        return .json(["error": .object(error)], status: code)
    }
}
