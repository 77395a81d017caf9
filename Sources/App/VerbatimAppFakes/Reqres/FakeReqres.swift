import Foundation
import VerbatimHAR
import VerbatimJSON

/// Stands in for reqres.in: users to list, find, create, change and delete, without remembering any of it.
struct FakeReqres: FakeProvider {
    /// What the provider would take from its clock.
    private static let now = "2026-01-15T09:30:00.123Z"

    func content(for call: FakeRequest) -> Content {
        if call.path.hasPrefix("/img/faces/") { return face(call.path) }
        switch (call.method, FakeReqresUser.id(in: call.path)) {
        case ("GET", nil) where call.path == "/api/users": return .json(page(of: call))
        case ("POST", nil) where call.path == "/api/users": return created(call)
        case ("GET", let id?): return user(id)
        case ("PUT", _?), ("PATCH", _?): return changed(call)
        case ("DELETE", _?): return .empty(204)
        default: return .page(404, "Not Found")
        }
    }

    func refusal(_ fault: Fault) -> Content? {
        switch fault {
        case .badRequest: .page(400, "Bad Request")
        case .tooManyRequests: .page(429, "Too Many Requests")
        case .unavailable: .page(503, "Service Unavailable")
        default: nil
        }
    }

    let weakSpots = MutableFields(
        dates: ["createdAt", "updatedAt"], otherDate: { String($0.replacing(".123Z", with: "+00:00")) },
        values: ["email", "id"], numbers: ["total", "id"])
}

// MARK: - Users

extension FakeReqres {
    private func page(of call: FakeRequest) -> JSONValue {
        let size = max(1, call.count("per_page") ?? 6)
        let number = max(1, call.count("page") ?? 1)
        let users = FakeReqresUser.all.dropFirst((number - 1) * size).prefix(size)
        return [
            "page": .integer(number), "per_page": .integer(size), "total": .integer(FakeReqresUser.all.count),
            "total_pages": .integer((FakeReqresUser.all.count + size - 1) / size),
            "data": .array(users.map(\.json)), "support": Self.support,
        ]
    }

    private func user(_ id: Int) -> Content {
        guard let user = FakeReqresUser.all.first(where: { $0.id == id }) else {
            return .json([:], status: 404)
        }
        return .json(["data": user.json, "support": Self.support])
    }

    private func face(_ path: String) -> Content {
        guard let user = FakeReqresUser.all.first(where: { $0.facePath == path }) else {
            return .page(404, "Not Found")
        }
        return .image(Picture(user.email, width: 128, height: 128, .jpeg))
    }

    private static let support: JSONValue = [
        "url": "https://reqres.in/#support-heading",
        "text": "This answer comes from a fake provider; nobody needs to pay for it.",
    ]
}

// MARK: - Changes

extension FakeReqres {
    private func created(_ call: FakeRequest) -> Content {
        guard var members = members(of: call) else { return .page(400, "Bad Request") }
        let text = JSONValue.object(members).text(.compact)
        members.append("id", .string("\(StableRandom(text).number(in: 100...999))"))
        members.append("createdAt", .string(Self.now))
        return .json(.object(members), status: 201)
    }

    private func changed(_ call: FakeRequest) -> Content {
        guard var members = members(of: call) else { return .page(400, "Bad Request") }
        members.append("updatedAt", .string(Self.now))
        return .json(.object(members))
    }

    /// The members of the body, which is JSON or a form; nil when it cannot be read.
    private func members(of call: FakeRequest) -> JSONObject? {
        guard let body = call.body, !body.isEmpty else { return [:] }
        guard
            call.headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") != true
        else {
            let fields = String(decoding: body, as: UTF8.self).formFields
            return JSONObject(fields.map { ($0.name, .string($0.value)) })
        }
        do throws(JSONError) {
            return try JSON(parsing: body).value.object
        } catch {
            return nil
        }
    }
}
