import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite struct RedirectTests {
    private func hops(
        _ method: String, _ status: Int, to location: String, from url: String = "http://a.example/x/y?z=1"
    ) async throws -> [HTTPRequest] {
        let responder = StubResponder { request in
            guard request.url == url else { return .response(HTTPResponse(200)) }
            return .response(HTTPResponse(status, headers: ["Location": location]))
        }
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
        request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        if method == "POST" { request.httpBody = Data("abc".utf8) }
        let sent = request
        _ = try await responder.intercept { try await $0.session().data(for: sent) }
        return responder.requests
    }

    @Test(arguments: [
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"),
        (308, "POST", "POST"),
        (301, "GET", "GET"), (303, "HEAD", "HEAD"), (302, "DELETE", "DELETE"),
    ])
    func `the status determines method and body of the next request`(
        status: Int, method: String, next: String
    )
        async throws
    {
        let hops = try await hops(method, status, to: "/b")
        #expect(hops.map(\.method) == [method, next])
        #expect(hops.last?.body == (next == "POST" ? Data("abc".utf8) : nil))
        if method == "POST" {
            #expect(hops.last?.headers["Content-Type"] == (next == "GET" ? nil : "text/plain"))
        }
    }

    @Test(arguments: [
        ("b", "http://a.example/x/b"), ("/b?c=%20", "http://a.example/b?c=%20"),
        ("../b", "http://a.example/b"),
        ("?q", "http://a.example/x/y?q"), ("//b.example/c", "http://b.example/c"),
        ("https://b.example", "https://b.example"),
        ("/b#part", "http://a.example/b"),
    ])
    func `the target is resolved against the URL of the response`(location: String, target: String)
        async throws
    {
        #expect(try await hops("GET", 302, to: location).last?.url == target)
    }

    @Test func `credentials are not sent to another host`() async throws {
        #expect(try await hops("GET", 302, to: "/b").last?.headers["Authorization"] == "Bearer secret")
        #expect(try await hops("GET", 302, to: "http://b.example/").last?.headers["Authorization"] == nil)
    }

    @Test func `a redirect without a target is the response`() async throws {
        let responder = StubResponder(HTTPResponse(302, body: .text("where?")))
        let url = URL(literal: "http://a.example/")
        let (data, response) = try await responder.intercept { try await $0.session().data(from: url) }
        #expect((response as? HTTPURLResponse)?.statusCode == 302)
        #expect(data == Data("where?".utf8))
    }
}
