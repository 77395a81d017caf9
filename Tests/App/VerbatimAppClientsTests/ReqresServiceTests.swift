import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct ReqresServiceTests {
    private static let user = """
        {"id":7,"email":"ann@example.com","first_name":"Ann","last_name":"Author","avatar":"https://img.example/7.jpg"}
        """

    @Test func `lists users`() async throws {
        let stub = StubResponder(
            #"{"page":2,"per_page":6,"total":12,"total_pages":2,"data":[\#(Self.user)],"support":{"url":"https://x.example"}}"#
        )
        let page = try await ReqresService(session: stub.session).users(page: 2)
        #expect(stub.urls == ["https://reqres.in/api/users?page=2"])
        #expect((page.page, page.perPage, page.total, page.totalPages) == (2, 6, 12, 2))
        #expect(page.users.map(\.firstName) == ["Ann"])
    }

    @Test func `reads one user`() async throws {
        let stub = StubResponder(#"{"data":\#(Self.user)}"#)
        let user = try await ReqresService(session: stub.session).user(id: 7)
        #expect(stub.urls == ["https://reqres.in/api/users/7"])
        #expect(user.lastName == "Author")
    }

    @Test func `reports a missing user`() async throws {
        let service = ReqresService(session: StubResponder(status: 404, "{}").session)
        let error = await #expect(throws: RESTError.self) { try await service.user(id: 23) }
        #expect(
            error?.description
                == "'reqres.in/api/users/23' answered 404 with '{}' (client error)")
    }

    @Test func `creates a user`() async throws {
        let stub = StubResponder(
            status: 201, #"{"name":"Ann","job":"author","id":"920","createdAt":"2022-12-21T14:39:02.669Z"}"#)
        let receipt = try await ReqresService(session: stub.session, apiKey: "k").createUser(
            name: "Ann", job: "author")
        let sent = try #require(stub.requests.first)
        #expect(sent.httpMethod == "POST")
        #expect(sent.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(sent.value(forHTTPHeaderField: "X-Api-Key") == "k")
        #expect(sent.httpBody == Data(#"{"job":"author","name":"Ann"}"#.utf8))
        #expect(receipt.id == "920")
        #expect(abs(receipt.createdAt.timeIntervalSince(try date("2022-12-21T14:39:02Z")) - 0.669) < 0.0001)
    }

    @Test func `reads all users`() async throws {
        let stub = StubResponder { request in
            let page = request.url?.query == "page=2" ? 2 : 1
            let body = #"{"page":\#(page),"per_page":1,"total":2,"total_pages":2,"data":[\#(Self.user)]}"#
            return .response(200, [:], Data(body.utf8))
        }
        let users = try await ReqresService(session: stub.session).users().items.reduce(into: []) {
            $0.append($1)
        }
        #expect(users.map(\.id) == [7, 7])
        #expect(stub.urls == [1, 2].map { "https://reqres.in/api/users?page=\($0)" })
    }

    @Test func `replaces, changes and deletes a user`() async throws {
        let stub = StubResponder { request in
            request.httpMethod == "DELETE"
                ? .response(204, [:], Data())
                : .response(
                    200, [:],
                    request.httpBody.map { body in
                        Data(String(decoding: body, as: UTF8.self).dropLast().utf8)
                            + Data(#","updatedAt":"2022-12-21T14:39:02.669Z"}"#.utf8)
                    } ?? Data())
        }
        let service = ReqresService(session: stub.session)
        #expect(try await service.replaceUser(id: 2, name: "Ann", job: "author").name == "Ann")
        #expect(try await service.updateUser(id: 2, job: "editor").job == "editor")
        try await service.deleteUser(id: 2)
        #expect(stub.requests.map(\.httpMethod) == ["PUT", "PATCH", "DELETE"])
        #expect(Set(stub.urls) == ["https://reqres.in/api/users/2"])
    }

    @Test func `loads an avatar`() async throws {
        let stub = StubResponder { _ in .response(200, [:], pngBytes) }
        let user = try ReqresService.makeDecoder().decode(ReqresUser.self, from: Data(Self.user.utf8))
        #expect(try await ReqresService(session: stub.session).avatar(of: user).data == pngBytes)
        #expect(stub.urls == ["https://img.example/7.jpg"])
    }
}
