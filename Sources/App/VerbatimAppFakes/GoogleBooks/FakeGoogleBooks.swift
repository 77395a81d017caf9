import VerbatimHAR
import VerbatimJSON

/// Stands in for Google Books: searching, one volume by its id, and covers.
struct FakeGoogleBooks: FakeProvider {
    private static let root = "/books/v1/volumes"

    func content(for call: FakeRequest) -> Content {
        if Provider.googleBooks.imageHosts.contains(call.host) { return cover(call) }
        if call.path == Self.root { return search(call) }
        guard call.path.hasPrefix(Self.root + "/") else { return .page(404, "Error 404 (Not Found)!!1") }
        let id = call.path.dropFirst(Self.root.count + 1)
        // What the provider says to an id that does not exist.
        guard let book = CatalogueBook.all.first(where: { $0.id == id }) else { return Self.unavailable }
        return .json(book.json(.alone))
    }

    func refusal(_ fault: Fault) -> Content? {
        switch fault {
        case .badRequest: Self.error(400, "Missing query.", "queryRequired", location: "q")
        case .tooManyRequests:
            Self.error(
                429, "Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service.",
                "rateLimitExceeded", status: "RESOURCE_EXHAUSTED")
        case .unavailable: Self.unavailable
        default: nil
        }
    }

    let weakSpots = MutableFields(
        dates: ["publishedDate"],
        otherDate: { $0.split(separator: "-").reversed().joined(separator: "/") + " AD" },
        values: ["title"], numbers: ["totalItems", "pageCount"])
}

// MARK: - Searching

extension FakeGoogleBooks {
    private func search(_ call: FakeRequest) -> Content {
        guard let text = call["q"], !text.allSatisfy(\.isWhitespace) else {
            return Self.error(400, "Missing query.", "queryRequired", location: "q")
        }
        let size = call.count("maxResults") ?? 10
        guard 0...40 ~= size else {
            let message = "Invalid value '\(size)'. Values must be within the range: [0, 40]"
            return Self.error(400, message, "invalid", location: "maxResults")
        }
        let query = BookQuery(text)
        let found = CatalogueBook.all.filter(query.matches)
        let start = max(0, call.count("startIndex") ?? 0)
        let shown = found.dropFirst(start).prefix(size).enumerated().map { location, book in
            book.json(.listed(query: text, location: start + location + 1))
        }
        var list: JSONObject = ["kind": "books#volumes", "totalItems": .integer(found.count)]
        // Without a hit there are no items at all.
        list.append("items", ifAny: shown.isEmpty ? nil : .array(shown))
        return .json(.object(list))
    }

    private func cover(_ call: FakeRequest) -> Content {
        guard call.path == "/books/content",
            let book = CatalogueBook.all.first(where: { $0.id == call["id"] }),
            book.cover == .picture
        else { return .page(404, "Error 404 (Not Found)!!1") }
        return .image(Picture(book.id, width: 128, height: 192, .jpeg))
    }
}

// MARK: - Errors

extension FakeGoogleBooks {
    private static let unavailable = error(503, "Service temporarily unavailable.", "backendFailed")

    private static func error(
        _ code: Int, _ message: String, _ reason: String, location: String? = nil, status: String? = nil
    ) -> Content {
        var detail: JSONObject = [
            "message": .string(message), "domain": "global", "reason": .string(reason),
        ]
        if let location {
            detail.append("location", .string(location))
            detail.append("locationType", "parameter")
        }
        var error: JSONObject = [
            "code": .integer(code), "message": .string(message), "errors": [.object(detail)],
        ]
        error.append("status", ifAny: status.map(JSONValue.string))
        return .json(["error": .object(error)], status: code)
    }
}
