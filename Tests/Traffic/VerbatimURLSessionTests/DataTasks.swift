import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite struct `Data tasks` {
    let url = URL(literal: "http://books.example/v1/volumes?q=9780")

    @Test func `get status, header fields and body of the answer`() async throws {
        let player = StubResponder(
            HTTPResponse(201, headers: ["Content-Type": "application/json"], body: .text("{}")))
        let (data, response) = try await player.serve { try await $0.session().data(from: url) }
        let head = try #require(response as? HTTPURLResponse)
        #expect(head.statusCode == 201)
        #expect(head.url == url)
        #expect(head.mimeType == "application/json")
        #expect(data == Data("{}".utf8))
    }

    @Test func `get the head of each answer when one URL has several`() async throws {
        let answers = [
            HTTPResponse(200, headers: ["ETag": "1"]), HTTPResponse(200, headers: ["ETag": "1"]),
            HTTPResponse(200, headers: ["ETag": "2"]), HTTPResponse(404, headers: ["ETag": "2"]),
            HTTPResponse(200, headers: ["ETag": "1"]),
        ]
        let turn = Mutex(0)
        let player = StubResponder { _ in
            .response(
                turn.withLock { turn in
                    defer { turn += 1 }
                    return answers[turn]
                })
        }
        let seen = try await player.serve { door in
            let session = door.session()
            var seen: [String] = []
            for _ in answers {
                let head = try await session.data(from: url).1 as? HTTPURLResponse
                seen.append("\(head?.statusCode ?? 0) \(head?.value(forHTTPHeaderField: "ETag") ?? "")")
            }
            return seen
        }
        #expect(seen == ["200 1", "200 1", "200 2", "404 2", "200 1"])
    }

    @Test func `hand method, URL, fields and body to the player as the app gave them`() async throws {
        let player = StubResponder(HTTPResponse(204))
        var request = URLRequest(url: URL(literal: "http://books.example/a%2Fb?x=1&x=2#fragment"))
        request.httpMethod = "PATCH"
        request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("abc".utf8)
        let sent = request
        _ = try await player.serve { try await $0.session().data(for: sent) }
        #expect(
            player.requests == [
                HTTPRequest(
                    "PATCH", "http://books.example/a%2Fb?x=1&x=2", headers: ["Content-Type": "text/plain"],
                    body: Data("abc".utf8))
            ])
    }

    @Test(arguments: [200, 204, 304, 404, 500])
    func `get an empty body when the answer has none`(status: Int) async throws {
        let player = StubResponder(HTTPResponse(status))
        let (data, response) = try await player.serve { try await $0.session().data(from: url) }
        #expect((response as? HTTPURLResponse)?.statusCode == status)
        #expect(data.isEmpty)
    }

    @Test func `throw the recorded URL error with its reason`() async throws {
        let player = StubResponder { _ in
            .failure(TransportFailure(code: -1004, reason: "connection refused"))
        }
        let error = await #expect(throws: URLError.self) {
            try await player.serve { try await $0.session().data(from: url) }
        }
        #expect(error?.code == .cannotConnectToHost)
        #expect(error?.localizedDescription == "connection refused")
        #expect("\(try #require(error))".contains("connection refused"))
    }

    @Test func `fail closed once the door is closed`() async throws {
        let door = URLSessionInterceptor(StubResponder(HTTPResponse(200)))
        let session = door.session()
        door.close()
        let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
        #expect(error?.code == .resourceUnavailable)
        #expect(error?.localizedDescription.hasPrefix("the door of this session is closed") == true)
    }
}
