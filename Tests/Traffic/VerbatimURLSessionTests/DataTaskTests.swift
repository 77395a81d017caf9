import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite struct DataTaskTests {
    let url = URL(literal: "http://books.example/v1/volumes?q=9780")

    @Test func `a task receives status, header fields and body`() async throws {
        let responder = StubResponder(
            HTTPResponse(201, headers: ["Content-Type": "application/json"], body: .text("{}")))
        let (data, response) = try await responder.intercept { try await $0.session().data(from: url) }
        let head = try #require(response as? HTTPURLResponse)
        #expect(head.statusCode == 201)
        #expect(head.url == url)
        #expect(head.mimeType == "application/json")
        #expect(data == Data("{}".utf8))
    }

    @Test func `a task receives the head of each response of a URL`() async throws {
        let outcomes = [
            HTTPResponse(200, headers: ["ETag": "1"]), HTTPResponse(200, headers: ["ETag": "1"]),
            HTTPResponse(200, headers: ["ETag": "2"]), HTTPResponse(404, headers: ["ETag": "2"]),
            HTTPResponse(200, headers: ["ETag": "1"]),
        ]
        let index = Mutex(0)
        let responder = StubResponder { _ in
            .response(
                index.withLock { index in
                    defer { index += 1 }
                    return outcomes[index]
                })
        }
        let results = try await responder.intercept { interceptor in
            let session = interceptor.session()
            var results: [String] = []
            for _ in outcomes {
                let head = try await session.data(from: url).1 as? HTTPURLResponse
                results.append("\(head?.statusCode ?? 0) \(head?.value(forHTTPHeaderField: "ETag") ?? "")")
            }
            return results
        }
        #expect(results == ["200 1", "200 1", "200 2", "404 2", "200 1"])
    }

    @Test func `a task sends method, URL, fields and body unchanged`() async throws {
        let responder = StubResponder(HTTPResponse(204))
        var request = URLRequest(url: URL(literal: "http://books.example/a%2Fb?x=1&x=2#fragment"))
        request.httpMethod = "PATCH"
        request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("abc".utf8)
        let sent = request
        _ = try await responder.intercept { try await $0.session().data(for: sent) }
        #expect(
            responder.requests == [
                HTTPRequest(
                    "PATCH", "http://books.example/a%2Fb?x=1&x=2", headers: ["Content-Type": "text/plain"],
                    body: Data("abc".utf8))
            ])
    }

    @Test(arguments: [200, 204, 304, 404, 500])
    func `a task receives an empty body`(status: Int) async throws {
        let responder = StubResponder(HTTPResponse(status))
        let (data, response) = try await responder.intercept { try await $0.session().data(from: url) }
        #expect((response as? HTTPURLResponse)?.statusCode == status)
        #expect(data.isEmpty)
    }

    @Test func `a task throws the recorded URLError with its reason`() async throws {
        let responder = StubResponder { _ in
            .failure(TransportFailure(code: -1004, reason: "connection refused"))
        }
        let error = await #expect(throws: URLError.self) {
            try await responder.intercept { try await $0.session().data(from: url) }
        }
        #expect(error?.code == .cannotConnectToHost)
        #expect(error?.localizedDescription == "connection refused")
        #expect("\(try #require(error))".contains("connection refused"))
    }

    @Test func `a task fails after the interceptor is closed`() async throws {
        let interceptor = URLSessionInterceptor(StubResponder(HTTPResponse(200)))
        let session = interceptor.session()
        interceptor.close()
        let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
        #expect(error?.code == .resourceUnavailable)
        #expect(error?.localizedDescription.hasPrefix("the interceptor of this session is closed") == true)
    }
}
