import Foundation
import VerbatimHAR
import VerbatimJSON

extension FakeProvider {
    /// reqres.in, with its avatars.
    public static let reqres = FakeProvider(
        "reqres", hosts: ["reqres.in", "www.reqres.in"], errors: [.unauthorized: FakeReqres.missingKey],
        mutableFields: MutableFields(
            dates: ["createdAt", "updatedAt"], reformatDate: { $0.replacing(".123Z", with: "+00:00") },
            values: ["email", "id"], numbers: ["total", "id"]),
        api: FakeReqres.self)
}

/// A fake of reqres.in: users to list, get, create, change and delete, without storing changes.
struct FakeReqres: FakeAPI {
    let list: FakeUserList

    init(_ catalogue: Catalogue) throws(CatalogueError) { list = try catalogue.read("users") }

    /// The time in responses, in place of the current time.
    private static let now = "2026-01-15T09:30:00.123Z"

    func response(to request: FakeRequest) -> FakeResponse {
        if request.path.hasPrefix("/img/faces/") { return avatar(at: request.path) }
        guard request.headers["X-Api-Key"] != nil else { return Self.missingKey }
        switch (request.method, FakeUser.id(in: request.path)) {
        case ("GET", nil) where request.path == "/api/users": return .json(page(of: request))
        case ("POST", nil) where request.path == "/api/users": return created(request)
        case ("GET", let id?): return user(id)
        case ("PUT", _?), ("PATCH", _?): return changed(request)
        case ("DELETE", _?): return .empty(204)
        default: return .page(404, "Not Found")
        }
    }

    // MARK: Users

    private func page(of request: FakeRequest) -> JSONValue {
        let size = max(1, request.integer("per_page") ?? 6)
        let number = max(1, request.integer("page") ?? 1)
        let users = list.users.dropFirst((number - 1) * size).prefix(size)
        return [
            "page": .integer(number), "per_page": .integer(size), "total": .integer(list.users.count),
            "total_pages": .integer((list.users.count + size - 1) / size), "data": .array(users.map(\.json)),
            "support": list.support.json, "_meta": Self.advertisement(for: "legacy_success"),
        ]
    }

    private func user(_ id: Int) -> FakeResponse {
        guard let user = list.users.first(where: { $0.id == id }) else { return .json([:], status: 404) }
        return .json([
            "data": user.json, "support": list.support.json,
            "_meta": Self.advertisement(for: "legacy_success"),
        ])
    }

    private func avatar(at path: String) -> FakeResponse {
        guard let user = list.users.first(where: { $0.avatarPath == path }) else {
            return .page(404, "Not Found")
        }
        return .image(Picture(user.email, width: 128, height: 128, .jpeg))
    }

    // MARK: Changes

    private func created(_ request: FakeRequest) -> FakeResponse {
        guard var members = members(of: request) else { return .page(400, "Bad Request") }
        let text = JSONValue.object(members).text(.compact)
        members.append("id", "\(StableRandom(text).number(in: 100...999))")
        members.append("createdAt", .string(Self.now))
        return .json(.object(members), status: 201)
    }

    private func changed(_ request: FakeRequest) -> FakeResponse {
        guard var members = members(of: request) else { return .page(400, "Bad Request") }
        members.append("updatedAt", .string(Self.now))
        return .json(.object(members))
    }

    /// The members of the body, which is JSON or a form; nil if it cannot be parsed.
    private func members(of request: FakeRequest) -> JSONObject? {
        guard let body = request.body, !body.isEmpty else { return [:] }
        let mediaType = request.headers["Content-Type"]?.lowercased() ?? ""
        if mediaType.hasPrefix("application/x-www-form-urlencoded") {
            let fields = FakeRequest.formFields(of: Substring(decoding: body, as: UTF8.self))
            return JSONObject(fields.map { ($0.name, .string($0.value)) })
        }
        do throws(JSONError) {
            return try JSON(parsing: body).value.object
        } catch {
            return nil
        }
    }

    // MARK: Keys and advertisements

    /// The response to a request without a key, as since 2026.
    fileprivate static let missingKey = FakeResponse.json(
        [
            "error": "missing_api_key",
            "message": "The x-api-key header is required for this endpoint.",
            "hint": "Create a free key at app.reqres.in and send it as x-api-key.",
            "next_steps": ["Add header: x-api-key: <your_key>"],
            "docs_url": "https://app.reqres.in/docs#authentication",
            "_meta": advertisement(for: "missing_key"),
        ], status: 401)

    /// The advertisement in responses since 2026.
    private static func advertisement(for context: String) -> JSONValue {
        [
            "powered_by": "ReqRes", "docs_url": "https://app.reqres.in/documentation",
            "upgrade_url": "https://app.reqres.in/upgrade", "variant": "v1_a",
            "message": "Your data persists here.",
            "cta": ["label": "Get a key", "url": "https://app.reqres.in/api-keys"],
            "context": .string(context),
        ]
    }

    // MARK: Headers of Express, and of Cloudflare in front of it

    static let pageType = "text/html; charset=utf-8"

    func text(of value: JSONValue, for request: FakeRequest) -> (mediaType: String, text: String) {
        ("application/json; charset=utf-8", value.text(.compact))
    }

    func headers(
        of response: FakeResponse, mediaType: String?, body: HTTPBody, to request: FakeRequest
    ) -> HeaderFields {
        var headers = HeaderFields()
        if let mediaType { headers.append("Content-Type", mediaType) }
        switch response {
        case .redirect(let url): headers.append("Location", url)
        case .empty: headers.append("Content-Length", "0")
        // The provider streams everything but created users.
        case .json(_, status: 201), .text, .image: break
        case .json, .page: headers.append("Transfer-Encoding", "chunked")
        }
        headers.append("X-Powered-By", "Express")
        headers.append("Access-Control-Allow-Origin", "*")
        headers.append("Etag", etag(of: body))
        headers.append("Via", "1.1 vegur")
        if request.method == "GET" { headers.append("Cache-Control", "max-age=14400") }
        return headers + [
            "CF-Cache-Status": "DYNAMIC",
            "NEL": #"{"success_fraction":0,"report_to":"cf-nel","max_age":604800}"#,
            "Vary": "Accept-Encoding", "Server": "cloudflare",
            "CF-RAY": request.random.hexadecimal(16) + "-SIN",
        ]
    }

    /// Returns the length in hexadecimal and a hash, as Express writes it.
    private func etag(of body: HTTPBody) -> String {
        guard case .data(let data) = body else { return #"W/"0-""# }
        let hash = StableRandom(String(decoding: data, as: UTF8.self))
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        return "W/\"\(String(data.count, radix: 16))-\(hash.characters(27, from: alphabet))\""
    }
}

// MARK: - The catalogue

/// The users, and the information about support in every response that contains users.
struct FakeUserList: Decodable {
    struct Support: Decodable {
        let url: String
        let text: String

        var json: JSONValue { ["url": .string(url), "text": .string(text)] }
    }

    let users: [FakeUser]
    let support: Support
}

struct FakeUser: Decodable {
    let id: Int
    let firstName: String
    let lastName: String

    var email: String { "\(firstName).\(lastName)@reqres.in".lowercased() }
    var avatarPath: String { "/img/faces/\(id)-image.jpg" }

    var json: JSONValue {
        [
            "id": .integer(id), "email": .string(email), "first_name": .string(firstName),
            "last_name": .string(lastName), "avatar": .string("https://reqres.in" + avatarPath),
        ]
    }

    /// Returns the identifier in `/api/users/<identifier>`.
    static func id(in path: String) -> Int? {
        let parts = path.split(separator: "/")
        return parts.count == 3 && path.hasPrefix("/api/users/") ? Int(parts[2]) : nil
    }
}
