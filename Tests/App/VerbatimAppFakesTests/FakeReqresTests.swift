import Foundation
import Testing
import VerbatimJSON

@Suite struct FakeReqresTests {
    @Test func `lists users by page`() async throws {
        let client = try FakeClient()
        let page = try JSON(parsing: try await client.send("https://reqres.in/api/users?page=2").body)
        #expect(page["data"].elements.map { $0["id"].int } == [7, 8, 9, 10, 11, 12])
        #expect(
            [page["page"], page["per_page"], page["total"], page["total_pages"]].map(\.int) == [2, 6, 12, 2])
        let past = try JSON(parsing: try await client.send("https://reqres.in/api/users?page=3").body)
        #expect(past["data"].kind == .array && past["data"].count == 0)
    }

    @Test(arguments: [
        ("GET", "/api/users/2", nil, 200, #"{"data":{"id":2,"email":"bruno.castell@reqres.in","#),
        ("GET", "/api/users/23", nil, 404, "{}"),
        (
            "POST", "/api/users", #"{"name":"ishmael","job":"sailor"}"#, 201,
            #"{"name":"ishmael","job":"sailor","id":""#
        ),
        (
            "PUT", "/api/users/2", #"{"job":"mate"}"#, 200,
            #"{"job":"mate","updatedAt":"2026-01-15T09:30:00.123Z"}"#
        ),
        ("PATCH", "/api/users/2", "{}", 200, #"{"updatedAt":"2026-01-15T09:30:00.123Z"}"#),
        ("POST", "/api/users", "{", 400, "<!DOCTYPE html>"),
        ("DELETE", "/api/users/2", nil, 204, ""),
    ])
    func `supports all methods`(
        _ method: String, _ path: String, _ body: String?, _ status: Int, _ start: String
    ) async throws {
        let response = try await FakeClient().send("https://reqres.in" + path, method: method, json: body)
        #expect(response.status == status)
        #expect(response.text.hasPrefix(start))
        #expect(!start.isEmpty || response.body.isEmpty)
    }

    @Test(arguments: ["GET", "POST", "DELETE"])
    func `requires a key`(_ method: String) async throws {
        let response = try await FakeClient().send(
            "https://reqres.in/api/users/2", method: method, headers: [:])
        #expect(response.status == 401)
        #expect(response.text.hasPrefix(#"{"error":"missing_api_key""#))
    }

    @Test func `serves the avatars of users`() async throws {
        let face = try await FakeClient().send("https://reqres.in/img/faces/7-image.jpg")
        #expect(face["Content-Type"] == "image/jpeg")
        #expect(face.body.starts(with: [0xff, 0xd8, 0xff]))
    }
}
