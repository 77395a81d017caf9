import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite struct `Cookies and fields` {
    let url = URL(literal: "http://127.0.0.1:9/a")
    let login = HTTPResponse(
        200,
        headers: [
            "Set-Cookie": "a=1; Path=/; Expires=Wed, 09 Jun 2100 10:18:14 GMT", "Set-Cookie": "b=2; Path=/",
            "X-Id": "7",
            "x-id": "8",
        ])

    @Test func `that an answer sets are sent with the next request`() async throws {
        let player = StubResponder(login)
        try await player.serve { door in
            let session = door.session()
            _ = try await session.data(from: url)
            _ = try await session.data(from: url)
        }
        let sent = player.requests.map { $0.headers["Cookie"]?.split(separator: "; ").sorted() }
        #expect(sent == [nil, ["a=1", "b=2"]])
    }

    @Test func `that a redirect sets are sent with the next hop`() async throws {
        let player = StubResponder { request in
            guard request.url.hasSuffix("/a") else { return .response(HTTPResponse(200)) }
            return .response(HTTPResponse(302, headers: ["Location": "/b", "Set-Cookie": "a=1; Path=/"]))
        }
        _ = try await player.serve { try await $0.session().data(from: url) }
        #expect(player.requests.map { $0.headers["Cookie"] } == [nil, "a=1"])
    }

    @Test func `stay behind their door`() async throws {
        let first = StubResponder(login)
        _ = try await first.serve { try await $0.session().data(from: url) }
        let second = StubResponder(HTTPResponse(200))
        _ = try await second.serve { try await $0.session().data(from: url) }
        #expect(second.requests.map { $0.headers["Cookie"] } == [nil])
    }

    @Test func `that are repeated reach the app joined`() async throws {
        let (_, response) = try await StubResponder(login).serve { try await $0.session().data(from: url) }
        let head = try #require(response as? HTTPURLResponse)
        #expect(head.value(forHTTPHeaderField: "X-Id") == "7, 8")
        #expect(
            HTTPCookie.cookies(withResponseHeaderFields: head.fields, for: url).map(\.name).sorted() == [
                "a", "b",
            ])
    }

    @Test func `that the session adds reach the player behind the request's own`() async throws {
        let player = StubResponder(HTTPResponse(200))
        try await player.serve { door in
            let configuration = door.configuration()
            configuration.httpAdditionalHeaders = ["Authorization": "Bearer session", "Accept": "text/html"]
            var request = URLRequest(url: url)
            request.setValue("application/json", forHTTPHeaderField: "accept")
            _ = try await URLSession(configuration: configuration).data(for: request)
        }
        #expect(
            player.requests.first?.headers == [
                "Accept": "application/json", "Authorization": "Bearer session",
            ])
    }
}

extension HTTPURLResponse {
    fileprivate var fields: [String: String] {
        Dictionary(allHeaderFields.map { ("\($0.key)", "\($0.value)") }) { first, _ in first }
    }
}
