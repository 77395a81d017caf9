import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite struct CookieTests {
    let url = URL(literal: "http://127.0.0.1:9/a")
    let login = HTTPResponse(
        200,
        headers: [
            "Set-Cookie": "a=1; Path=/; Expires=Wed, 09 Jun 2100 10:18:14 GMT", "Set-Cookie": "b=2; Path=/",
            "X-Id": "7",
            "x-id": "8",
        ])

    @Test func `cookies of a response are sent with the next request`() async throws {
        let responder = StubResponder(login)
        try await responder.intercept { interceptor in
            let session = interceptor.session()
            _ = try await session.data(from: url)
            _ = try await session.data(from: url)
        }
        let sent = responder.requests.map { $0.headers["Cookie"]?.split(separator: "; ").sorted() }
        #expect(sent == [nil, ["a=1", "b=2"]])
    }

    @Test func `cookies of a redirect are sent with the next request`() async throws {
        let responder = StubResponder { request in
            guard request.url.hasSuffix("/a") else { return .response(HTTPResponse(200)) }
            return .response(HTTPResponse(302, headers: ["Location": "/b", "Set-Cookie": "a=1; Path=/"]))
        }
        _ = try await responder.intercept { try await $0.session().data(from: url) }
        #expect(responder.requests.map { $0.headers["Cookie"] } == [nil, "a=1"])
    }

    @Test func `interceptors do not share cookies`() async throws {
        let first = StubResponder(login)
        _ = try await first.intercept { try await $0.session().data(from: url) }
        let second = StubResponder(HTTPResponse(200))
        _ = try await second.intercept { try await $0.session().data(from: url) }
        #expect(second.requests.map { $0.headers["Cookie"] } == [nil])
    }

    @Test func `repeated fields are joined`() async throws {
        let (_, response) = try await StubResponder(login).intercept {
            try await $0.session().data(from: url)
        }
        let head = try #require(response as? HTTPURLResponse)
        #expect(head.value(forHTTPHeaderField: "X-Id") == "7, 8")
        #expect(
            HTTPCookie.cookies(withResponseHeaderFields: head.fields, for: url).map(\.name).sorted() == [
                "a", "b",
            ])
    }

    @Test func `fields of the session are sent unless the request has them`() async throws {
        let responder = StubResponder(HTTPResponse(200))
        try await responder.intercept { interceptor in
            let configuration = interceptor.configuration()
            configuration.httpAdditionalHeaders = ["Authorization": "Bearer session", "Accept": "text/html"]
            var request = URLRequest(url: url)
            request.setValue("application/json", forHTTPHeaderField: "accept")
            _ = try await URLSession(configuration: configuration).data(for: request)
        }
        #expect(
            responder.requests.first?.headers == [
                "Accept": "application/json", "Authorization": "Bearer session",
            ])
    }
}

extension HTTPURLResponse {
    fileprivate var fields: [String: String] {
        Dictionary(allHeaderFields.map { ("\($0.key)", "\($0.value)") }) { first, _ in first }
    }
}
