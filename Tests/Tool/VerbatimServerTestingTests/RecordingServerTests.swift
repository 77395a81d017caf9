import Foundation
import Synchronization
import Testing
import VerbatimReplay
import VerbatimServerTesting
import VerbatimTestSupport
import VerbatimTesting

@Suite(.enabled(if: OtherProgram.canStart)) struct RecordingServerTests {
    @Test func `answers another process from the recording of the test`() async throws {
        try await Fixtures.withRecordings { folder in
            var ended: RecordingServer?
            try await withRecording("weather/cities", exhausted: .repeatLast, in: folder) { _ in
                let server = try RecordingServer.start()
                ended = server
                let urls = [
                    server.url(for: "https://api.weather.example/v1/cities"),
                    server.url.appending(path: "weather/v1/cities"),
                    server.url.appending(path: "@cities/weather/v1/cities"),
                ]
                #expect(server.url.host() == "localhost")
                #expect(try Fixtures.request(urls) == ["200 Berlin", "200 Berlin", "200 Berlin"])
            }
            let url = try #require(ended?.url)
            #expect(throws: (any Error).self) { try Fixtures.request([url]) }
        }
    }

    @Test func `a request without an answer is an issue of the test`() async throws {
        try await Fixtures.withRecordings { folder in
            let issues = Mutex<[String]>([])
            try await withKnownIssue {
                try await withRecording("weather/cities", in: folder) { _ in
                    let server = try RecordingServer.start()
                    let urls = [
                        server.url(for: "https://api.weather.example/v1/cities"),
                        server.url(for: "https://api.weather.example/v1/rivers"),
                        server.url.appending(path: "nothing"),
                    ]
                    #expect(try Fixtures.request(urls).map { $0.prefix(3) } == ["200", "502", "404"])
                }
            } matching: { issue in
                issues.withLock { $0.append(issue.comments.first?.rawValue ?? "") }
                return true
            }
            let texts = issues.withLock { $0 }
            #expect(texts.count == 2)
            #expect(
                texts.contains {
                    $0.hasPrefix("request-not-recorded: 'GET https://api.weather.example/v1/rivers'")
                })
            #expect(texts.contains { $0.hasPrefix("provider-missing: 'GET http://localhost:") })
        }
    }

    @Test func `a client meets the faults and the stubs of the test`() async throws {
        try await Fixtures.withRecordings { folder in
            let faults: Faults = [FaultRule(.status(503), path: "/v1/cities", every: 2)]
            try await withRecording(
                "weather/cities", replacing: [.get("/v1/rivers", json: "[]")], faults: faults,
                in: folder
            ) { _ in
                let server = try RecordingServer.start()
                let cities = server.url(for: "https://api.weather.example/v1/cities")
                let rivers = server.url(for: "https://api.weather.example/v1/rivers")
                #expect(
                    try Fixtures.request([cities, cities, rivers]) == [
                        "200 Berlin", "503 503: a fault of this test", "200 []",
                    ])
            }
        }
    }

    @Test(arguments: [
        ("https://api.weather.example/v1?a=b", "/api.weather.example/v1?a=b"),
        ("http://api.weather.example/v1", "/http://api.weather.example/v1"),
        ("https://localhost:8080/v1", "/https://localhost:8080/v1"),
    ])
    func `a URL of a provider leads to the server`(_ provider: String, _ path: String) async throws {
        try await Fixtures.withRecordings { folder in
            try await withRecording("weather/cities", replacing: [.get("/v1/cities")], in: folder) { _ in
                let server = try RecordingServer.start()
                #expect(server.url(for: provider).absoluteString == server.url.absoluteString + path)
                #expect(
                    try Fixtures.request([server.url(for: "https://api.weather.example/v1/cities")]) == [
                        "200 "
                    ])
            }
        }
    }

    @Test func `a server outside a recording is an error`() {
        #expect {
            try RecordingServer.start()
        } throws: {
            "\($0)".hasPrefix("no-recording: a server was started outside a test that has a recording\n")
        }
    }
}
