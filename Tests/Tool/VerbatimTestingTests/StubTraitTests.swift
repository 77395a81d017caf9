import Foundation
import Testing
import VerbatimReplay
import VerbatimTestSupport

@testable import VerbatimTesting

@Suite struct StubTraitTests {
    @Test(
        .recording(
            "api/20", replacing: [.get("/other", status: 503, json: #"{"retry": true}"#)], in: Fixtures.folder
        ))
    func `a stub is one answer inside a recording`() async throws {
        let (data, response) = try await URLSession.recorded.data(from: url("/other"))
        #expect((response as? HTTPURLResponse)?.statusCode == 503)
        #expect(String(decoding: data, as: UTF8.self) == #"{"retry": true}"#)
        #expect(try await URLSession.recorded.text() == "20")
    }

    @Test(.recording("api/21", replacing: [.get("/item", json: "1")], in: Fixtures.folder))
    func `an interaction that a stub replaces need not be requested`() async throws {
        #expect(try await URLSession.recorded.text() == "1")
    }

    @Test(.recording("api/22", replacing: [.get("/item", failing: .timedOut, times: 1)], in: Fixtures.folder))
    func `a request fails once and is then answered`() async throws {
        let error = await #expect(throws: URLError.self) { try await URLSession.recorded.text() }
        #expect(error?.code == .timedOut)
        #expect(try await URLSession.recorded.text() == "22")
    }

    @Test(.stub(.get("/a", json: "1"), .post("/a", status: 201, delay: .milliseconds(1))))
    func `stubs need no recording`() async throws {
        #expect(try await URLSession.recorded.text("http://api.example/a") == "1")
        var request = URLRequest(url: try url("/a"))
        request.httpMethod = "POST"
        let (_, response) = try await URLSession.recorded.data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 201)
    }

    @Test func `a stub that answers no request is a warning`() async throws {
        let issues = try await issues {
            try await withRecording("api/23", replacing: [.get("/itms")], in: Fixtures.folder) { session in
                _ = try await session.text()
            }
        }
        #expect(issues.map(\.severity) == [.warning])
        #expect(
            issues.first?.comments.first?.rawValue == """
                stub-unused: the test sent no request that matches the stub 'GET /itms'
                  next: correct its method and path, or remove it
                """)
    }

    @Test func `a request without a stub is an error`() async throws {
        let test = try #require(Test.current)
        let issues = try await issues {
            try await RecordingTrait.stub(.get("/a")).provideScope(for: test, testCase: Test.Case.current) {
                _ = try? await URLSession.recorded.text("http://api.example/b")
            }
        }
        #expect(issues.map(\.severity) == [.error])
        #expect(issues.first?.comments.first?.rawValue.hasPrefix("request-not-stubbed: ") == true)
    }

    private func url(_ path: String) throws -> URL { try #require(URL(string: "http://api.example" + path)) }
}
