import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimServer
import VerbatimTestSupport

@testable import VerbatimTesting

@Suite(.timeLimit(.minutes(5))) struct ReplayEscapeTests {
    @Test(arguments: EscapeRoute.all)
    func `no request of a replayed test reaches the network`(route: EscapeRoute) async throws {
        let canary = try Canary()
        let message = Mutex("no error")
        try await withTemporaryFolder { folder in
            try write(route, to: folder.appending(path: "api/escape.har"), canary.host)
            _ = try await issues {
                try await withRecording("api/escape", mode: .replay, in: folder.path) { session in
                    do {
                        try await route.run(canary.host, session)
                    } catch {
                        message.withLock { $0 = error.localizedDescription }
                    }
                }
            }
        }
        #expect(canary.connections() == 0)
        let text = message.withLock { $0 }
        #expect(route.errors.contains { text.hasPrefix($0) }, "\(text)")
    }

    /// Writes a recording in which one request is redirected as the route wants.
    private func write(_ route: EscapeRoute, to file: URL, _ host: String) throws {
        let location = route.redirect?.replacing("HOST", with: host)
        let response = HTTPResponse(
            location == nil ? 200 : 302, headers: location.map { ["Location": $0] } ?? [:])
        let archive = Archive([Interaction(HTTPRequest("GET", EscapeRoute.start), .response(response))])
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try archive.selfContainedHAR().write(to: file)
    }

    @Test(arguments: [
        "data:", "data:a", "data:a;base64,!", "data:a;base=64,!", "data:%2C,a", "DATA:,a",
        "data:text/plain;charset=utf-8;base64,a", "data:;base64,%C3%A9",
    ])
    func `data that Foundation cannot decode is refused`(text: String) async throws {
        let url = try #require(URL(string: text))
        let issues = try await issues {
            try await withRecording("api/12", in: Fixtures.folder) { session in
                for session in [session, URLSession.shared] {
                    await #expect(throws: (any Error).self) { try await session.data(from: url) }
                }
                _ = try await session.text()
            }
        }
        let miss = "request-scheme-unsupported: 'GET \(text)' was not sent: "
        #expect(issues.count == 2)
        for issue in issues { #expect(issue.comments.first?.rawValue.hasPrefix(miss) == true, "\(issue)") }
    }

    @Test(arguments: [
        "data:,", "data:;base64,", "data:;base64,YQ==", "data:;base64,Y%51%3D=", "data:a/b;c=d,%00%ff",
    ])
    func `data that Foundation decodes is not refused`(text: String) async throws {
        try await withRecording("api/12", in: Fixtures.folder) { session in
            _ = try await session.data(from: try #require(URL(string: text)))
            _ = try await session.text()
        }
    }

    @Test func `data and local files are loaded as without a recording`() async throws {
        let text = "data:text/plain,hello"
        try await withRecording("api/12", in: Fixtures.folder) { session in
            let (data, response) = try await session.data(from: try #require(URL(string: text)))
            #expect(data == Data("hello".utf8))
            #expect(response.url?.absoluteString == text)
            _ = try await session.text()
        }
    }
}

extension ReplayEscapeTests {
    @Test func `a test without a recording reaches the network while others replay`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200, body: .text("network"))) }
        defer { server.stop() }
        // In a test, requests of no scope are not those of a recording.
        let recordings = try (16..<18).map { number in
            try RecordingOptions(mode: .replay, folder: Fixtures.folder).open(
                RecordingTarget(named: "api/\(number)", .case, xctest: "A.testB"), for: #filePath)
        }
        let ends = recordings.map { $0.begin() }
        defer { for end in ends { end() } }
        for configuration in [URLSessionConfiguration.default, .ephemeral] {
            #expect(try await URLSession(configuration: configuration).text(server.origin) == "network")
        }
        #expect(recordings.allSatisfy { $0.close(passed: true).problems.map(\.isFailure) == [false] })
    }
}
