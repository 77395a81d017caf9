import Foundation
import VerbatimHAR
import VerbatimJSON

/// A fake of reqres.in: users to list, get, create, change and delete, without storing changes.
struct FakeReqres: FakeProvider {
    let list: FakeUserList

    /// The time in responses, in place of the current time.
    private static let now = "2026-01-15T09:30:00.123Z"

    func response(to request: FakeRequest) -> FakeResponse {
        if request.path.hasPrefix("/img/faces/") { return avatar(at: request.path) }
        switch (request.method, FakeUser.id(in: request.path)) {
        case ("GET", nil) where request.path == "/api/users": return .json(page(of: request))
        case ("POST", nil) where request.path == "/api/users": return created(request)
        case ("GET", let id?): return user(id)
        case ("PUT", _?), ("PATCH", _?): return changed(request)
        case ("DELETE", _?): return .empty(204)
        default: return .page(404, "Not Found")
        }
    }

    func errorResponse(for fault: Fault) -> FakeResponse? {
        switch fault {
        case .badRequest: .page(400, "Bad Request")
        case .unauthorized: Self.missingKey
        case .tooManyRequests: .page(429, "Too Many Requests")
        case .internalError: .page(500, "Internal Server Error")
        case .badGateway: .page(502, "Bad Gateway")
        case .unavailable: .page(503, "Service Unavailable")
        default: nil
        }
    }

    let mutableFields = MutableFields(
        dates: ["createdAt", "updatedAt"], reformatDate: { String($0.replacing(".123Z", with: "+00:00")) },
        values: ["email", "id"], numbers: ["total", "id"])
}

// MARK: - Users

extension FakeReqres {
    private func page(of request: FakeRequest) -> JSONValue {
        let size = max(1, request.integer("per_page") ?? 6)
        let number = max(1, request.integer("page") ?? 1)
        let users = list.users.dropFirst((number - 1) * size).prefix(size)
        return [
            "page": .integer(number), "per_page": .integer(size), "total": .integer(list.users.count),
            "total_pages": .integer((list.users.count + size - 1) / size),
            "data": .array(users.map(\.json)), "support": list.support.json,
            "_meta": Self.advertisement(for: "legacy_success"),
        ]
    }

    private func user(_ id: Int) -> FakeResponse {
        guard let user = list.users.first(where: { $0.id == id }) else {
            return .json([:], status: 404)
        }
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
}

// MARK: - Changes

extension FakeReqres {
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
        guard
            request.headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded")
                != true
        else {
            let fields = FakeRequest.formFields(of: Substring(decoding: body, as: UTF8.self))
            return JSONObject(fields.map { ($0.name, .string($0.value)) })
        }
        do throws(JSONError) {
            return try JSON(parsing: body).value.object
        } catch {
            return nil
        }
    }
}

// MARK: - Keys and advertisements

extension FakeReqres {
    /// The response to a request without a key, as since 2026.
    private static let missingKey = FakeResponse.json(
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
}
