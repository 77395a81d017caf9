import Foundation
import VerbatimHAR
import VerbatimJSON

extension FakeProvider {
    /// Google Books, and the host of its covers.
    public static let googleBooks = FakeProvider(
        "google-books", hosts: ["www.googleapis.com", "books.googleapis.com"],
        imageHosts: ["books.google.com"],
        errors: [
            .badRequest: FakeGoogleBooks.invalidKey,
            .forbidden: FakeGoogleBooks.error(
                403, "Cannot determine user location for geographically restricted operation.",
                "unknownLocation"),
            .tooManyRequests: FakeGoogleBooks.error(
                429, "Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service.",
                "rateLimitExceeded", status: "RESOURCE_EXHAUSTED"),
            .internalError: FakeGoogleBooks.error(
                500, "Internal error encountered.", "backendError", status: "INTERNAL"),
            .unavailable: FakeGoogleBooks.error(503, "Service temporarily unavailable.", "backendFailed"),
        ],
        mutableFields: MutableFields(
            dates: ["publishedDate"],
            reformatDate: { $0.split(separator: "-").reversed().joined(separator: "/") + " AD" },
            values: ["title"], numbers: ["totalItems", "pageCount"]),
        api: FakeGoogleBooks.self)
}

/// A fake of the Google Books API: searching, getting a volume by its identifier, and covers.
struct FakeGoogleBooks: FakeAPI {
    let books: [FakeBook]

    private static let root = "/books/v1/volumes"

    init(_ catalogue: Catalogue) throws(CatalogueError) { books = try catalogue.read("books") }

    func response(to request: FakeRequest) -> FakeResponse {
        if FakeProvider.googleBooks.imageHosts.contains(request.host) { return cover(request) }
        if let key = request.headers["X-Goog-Api-Key"] ?? request["key"],
            key.wholeMatch(of: #/[0-9A-Za-z_-]{32,}/#) == nil
        {
            return Self.invalidKey
        }
        if request.path == Self.root { return search(request) }
        guard request.path.hasPrefix(Self.root + "/") else { return .page(404, "Error 404 (Not Found)!!1") }
        let id = request.path.dropFirst(Self.root.count + 1)
        guard let book = books.first(where: { $0.id == id }) else {
            return Self.error(404, "The volume ID could not be found.", "notFound")
        }
        return .json(book.json(.single))
    }
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
        return .json(
            JSONValue(members: [
                ("kind", "books#volumes"), ("totalItems", .integer(found.count)),
                // The provider omits the items if nothing matches.
                ("items", shown.isEmpty ? nil : .array(shown)),
            ]))
    }

    private func cover(_ request: FakeRequest) -> FakeResponse {
        guard request.path == "/books/content", let book = books.first(where: { $0.id == request["id"] }),
            book.cover == .available
        else { return .page(404, "Error 404 (Not Found)!!1") }
        return .image(Picture(book.id, width: 128, height: 192, .jpeg))
    }

    // MARK: Errors

    fileprivate static let invalidKey = error(
        400, "API key not valid. Please pass a valid API key.", "badRequest", status: "INVALID_ARGUMENT")

    fileprivate static func error(
        _ code: Int, _ message: String, _ reason: String, parameter: String? = nil, status: String? = nil
    ) -> FakeResponse {
        let detail = JSONValue(members: [
            ("message", .string(message)), ("domain", "global"), ("reason", .string(reason)),
            ("location", parameter.map(JSONValue.string)),
            ("locationType", parameter.map { _ in "parameter" }),
        ])
        let error = JSONValue(members: [
            ("code", .integer(code)), ("message", .string(message)), ("errors", [detail]),
            ("status", status.map(JSONValue.string)),
        ])
        return .json(["error": error], status: code)
    }

    // MARK: Layout and headers of the provider's servers, which identify themselves as ESF

    static let pageType = "text/html; charset=UTF-8"

    func text(of value: JSONValue, for request: FakeRequest) -> (mediaType: String, text: String) {
        let text = value.text(.pretty).replacing("<", with: "\\u003c").replacing(">", with: "\\u003e")
        return ("application/json; charset=UTF-8", text + "\n")
    }

    func headers(
        of response: FakeResponse, mediaType: String?, body: HTTPBody, to request: FakeRequest
    ) -> HeaderFields {
        var headers = HeaderFields()
        if let mediaType { headers.append("Content-Type", mediaType) }
        switch response {
        case .page: return headers + ["Referrer-Policy": "no-referrer"]
        case .image:
            return headers + [
                "Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "private, max-age=31536000",
                "Server": "OFE/0.1", "X-XSS-Protection": "0", "X-Frame-Options": "SAMEORIGIN",
            ]
        case .json, .text: return headers + Self.commonHeaders + ["Transfer-Encoding": "chunked"]
        case .redirect(let url):
            return ["Content-Type": Self.pageType] + Self.commonHeaders + ["Location": url]
        case .empty: return Self.commonHeaders
        }
    }

    private static let commonHeaders: HeaderFields = [
        "Vary": "Origin", "Vary": "Referer", "Vary": "X-Origin", "Server": "ESF",
        "Cache-Control": "private", "X-Xss-Protection": "0", "X-Frame-Options": "SAMEORIGIN",
        "X-Content-Type-Options": "nosniff", "Alt-Svc": #"h3=":443"; ma=2592000,h3-29=":443"; ma=2592000"#,
    ]
}

/// A search query: words, some of which must occur in a certain field.
///
/// https://developers.google.com/books/docs/v1/using#PerformingSearch
private struct BookQuery {
    private let terms: [(field: String?, word: String)]

    init(_ text: String) {
        terms = text.split(separator: " ").map { term in
            let parts = term.split(separator: ":", maxSplits: 1).map(String.init)
            let hasField = parts.count == 2 && Self.fields.contains(parts[0].lowercased())
            return hasField ? (parts[0].lowercased(), parts[1]) : (nil, String(term))
        }
    }

    func matches(_ book: FakeBook) -> Bool {
        !terms.isEmpty && terms.allSatisfy { term in book.contains(term.word, in: term.field) }
    }

    private static let fields: Set = ["intitle", "inauthor", "inpublisher", "subject", "isbn", "oclc"]
}

extension FakeBook {
    fileprivate func contains(_ word: String, in field: String?) -> Bool {
        let numbers = identifiers.map(\.identifier)
        let texts =
            switch field {
            case "intitle": [title, subtitle ?? ""]
            case "inauthor": authors
            case "inpublisher": [publisher ?? ""]
            case "subject": categories
            case "isbn": numbers.filter { !$0.contains(":") }
            case "oclc": numbers.filter { $0.hasPrefix("OCLC:") }
            default:
                [title, subtitle ?? "", publisher ?? "", description ?? ""] + authors + categories + numbers
            }
        let wanted = word.filter { $0 != "\"" && $0 != "-" }
        return texts.contains { $0.filter { $0 != "-" }.localizedStandardContains(wanted) }
    }
}
