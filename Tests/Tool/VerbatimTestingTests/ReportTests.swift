import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimServer

@testable import VerbatimTesting

@Suite struct `A test with a recording is told` {
    @Test func `which request was not recorded`() async throws {
        let issues = try await issues {
            try await withRecording("api/1", in: Fixtures.folder) { session in
                _ = try? await session.text("http://api.example/items")
            }
        }
        let text = try #require(issues.first?.comments.first?.rawValue)
        #expect(
            text.hasPrefix("request-not-recorded: 'GET http://api.example/items' is not in the recording\n"))
        #expect(text.contains("path: recorded '/item', sent '/items'"))
        #expect(issues.map(\.severity) == [.error])
        #expect(issues.first?.sourceLocation?.fileName == "ReportTests.swift")
    }

    @Test func `what was recorded and not asked for, as a warning`() async throws {
        let issues = try await issues { try await withRecording("api/1", in: Fixtures.folder) { _ in } }
        #expect(issues.map(\.severity) == [.warning])
        let text = try #require(issues.first?.comments.first?.rawValue)
        #expect(text.hasPrefix("recording-unused: 1 of 1 interactions of 'api/1' were not asked for\n"))
        #expect(text.contains("\n  unused: 'GET http://api.example/item' (/"))
        #expect(
            text.hasSuffix(
                "\n  next: let the test ask for them, or record it again with `VERBATIM_MODE=record swift test`"
            ))
    }

    @Test func `that there is no recording, and does not run`() async throws {
        let issues = try await issues {
            try await withRecording("api/none", in: Fixtures.folder) { _ in Issue.record("it ran") }
        }
        #expect(issues.map(\.severity) == [.error])
        let text = try #require(issues.first?.comments.first?.rawValue)
        #expect(text.hasPrefix("recording-missing: the recording does not exist\n"))
        #expect(text.contains("api/none.har"))
    }

    @Test func `that it asked outside a recording`() async throws {
        let error = await #expect(throws: URLError.self) { try await URLSession.recorded.text() }
        #expect(
            error?.localizedDescription == """
                no-recording: 'GET http://api.example/item' was asked outside a test with a recording
                  next: give the test a recording, `@Test(.recording("<api>/<scenario>"))`, and do not ask from a detached task
                """)
    }
}

@Suite struct `The mode of a test with a recording` {
    @Test(arguments: RecordingMode.allCases)
    func `is read from the environment`(mode: RecordingMode) throws {
        #expect(try RecordingMode(environment: ["VERBATIM_MODE": mode.rawValue]) == mode)
    }

    @Test(arguments: [[:], ["VERBATIM_MODE": ""]])
    func `is to replay when the environment does not say`(environment: [String: String]) throws {
        #expect(try RecordingMode(environment: environment) == .replay)
    }

    @Test func `that is misspelt is an error with the right ones`() {
        let error = #expect(throws: RecordingSetup.Failure.self) {
            try RecordingMode(environment: ["VERBATIM_MODE": "recrod"])
        }
        #expect(
            error?.description == """
                mode-unknown: 'VERBATIM_MODE' is 'recrod', the modes are replay, record, extend, live
                  next: run `VERBATIM_MODE=replay swift test`, or without the variable, which means the same
                """)
    }

    @Test func `to record publishes when the test has passed`() async throws {
        let folder = Fixtures.temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try HTTPServer.start { ServerResponse(HTTPResponse(200, body: .text("live " + $0.method))) }
        let origin = server.origin
        try await withRecording("api/new", mode: .record, in: folder) { session in
            let text = try await session.text(origin)
            #expect(text == "live GET")
        }
        server.stop()
        try await withRecording("api/new", in: folder) { session in
            let text = try await session.text(origin)
            #expect(text == "live GET")
        }
    }

    @Test func `to record publishes nothing when an expectation has failed`() async throws {
        let folder = Fixtures.temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200, body: .text("live"))) }
        defer { server.stop() }
        let origin = server.origin
        let issues = try await issues {
            try await withRecording("api/new", mode: .record, in: folder) { session in
                let text = try await session.text(origin)
                #expect(text == "something else")
            }
        }
        #expect(issues.count == 1)
        #expect(!FileManager.default.fileExists(atPath: folder + "/api/new.har"))
    }

    @Test func `of the test stands before the environment's`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200, body: .text("live"))) }
        defer { server.stop() }
        try await withRecording("api/1", mode: .live, in: Fixtures.folder) { session in
            let text = try await session.text(server.origin)
            #expect(text == "live")
        }
    }
}
