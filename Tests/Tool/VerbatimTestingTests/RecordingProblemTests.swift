import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimServer
import VerbatimTestSupport
import VerbatimTestingSupport
import VerbatimURLSession

@testable import VerbatimTesting

@Suite struct RecordingProblemTests {
    @Test func `a request that is not recorded is an error`() async throws {
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
        #expect(issues.first?.sourceLocation?.fileName == "RecordingProblemTests.swift")
    }

    @Test func `a request that is not recorded is one issue, also if its error ends the test`() async throws {
        let error = Mutex<(any Error)?>(nil)
        let issues = try await issues {
            do {
                try await withRecording("api/1", in: Fixtures.folder) { session in
                    _ = try await session.text("http://api.example/items")
                }
            } catch let thrown {
                error.withLock { $0 = thrown }
            }
        }
        #expect(issues.count == 1)
        // Swift Testing does not report an error of this type when it ends a test.
        #expect(error.withLock { $0 is ExpectationFailedError })
    }

    @Test func `other errors of the body are thrown`() async throws {
        _ = try await issues {
            await #expect(throws: CancellationError.self) {
                try await withRecording("api/1", in: Fixtures.folder) { _ in throw CancellationError() }
            }
        }
    }

    @Test func `unused interactions are a warning`() async throws {
        let issues = try await issues { try await withRecording("api/1", in: Fixtures.folder) { _ in } }
        #expect(issues.map(\.severity) == [.warning])
        let text = try #require(issues.first?.comments.first?.rawValue)
        #expect(text.hasPrefix("recording-unused: the test did not request 1 of 1 interactions of 'api/1'\n"))
        #expect(text.contains("\n  unused: 'GET http://api.example/item' (/"))
        #expect(
            text.hasSuffix(
                "\n  next: request them in the test, or record again with `VERBATIM_MODE=record swift test`"
            ))
    }

    @Test func `a missing recording is an error and the body does not run`() async throws {
        let issues = try await issues {
            try await withRecording("api/none", in: Fixtures.folder) { _ in Issue.record("the body ran") }
        }
        #expect(issues.map(\.severity) == [.error])
        let text = try #require(issues.first?.comments.first?.rawValue)
        #expect(text.hasPrefix("recording-missing: the recording does not exist\n"))
        #expect(text.contains("api/none.har"))
    }

    @Test func `a request outside a test with a recording fails`() async throws {
        let error = await #expect(throws: URLError.self) { try await URLSession.recorded.text() }
        #expect(
            error?.localizedDescription == """
                no-recording: 'GET http://api.example/item' was sent outside a test that has a recording
                  next: run the code in a test with the trait `.recording("<api>/<scenario>")`, or with `withRecording`, \
                and not in a detached task
                """)
    }
}

@Suite(.quietRecording) struct RecordingOptionsTests {
    @Test(arguments: RecordingMode.allCases)
    func `the environment sets the mode`(mode: RecordingMode) throws {
        #expect(try RecordingMode(environment: ["VERBATIM_MODE": mode.rawValue]) == mode)
    }

    @Test(arguments: [[:], ["VERBATIM_MODE": ""]])
    func `the default mode is replay`(environment: [String: String]) throws {
        #expect(try RecordingMode(environment: environment) == .replay)
    }

    @Test func `an unknown mode is an error that lists the modes`() {
        let error = #expect(throws: RecordingOptions.Failure.self) {
            try RecordingMode(environment: ["VERBATIM_MODE": "recrod"])
        }
        #expect(
            error?.description == """
                mode-unknown: unknown mode 'recrod' in VERBATIM_MODE; the modes are replay, record, extend, live
                  next: run `VERBATIM_MODE=replay swift test`, or unset the variable, which also replays
                """)
    }

    @Test func `recording publishes if the test passes`() async throws {
        let folder = Fixtures.temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try HTTPServer.start {
            ServerResponse(HTTPResponse(200, body: .text("live " + $0.method)))
        }
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

    @Test func `recording publishes nothing if an expectation fails`() async throws {
        let parent = Fixtures.temporaryFolder()
        let folder = parent + "/Recordings"
        defer { try? FileManager.default.removeItem(atPath: parent) }
        let server = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200, body: .text("live"))) }
        defer { server.stop() }
        let origin = server.origin
        let issues = try await issues {
            try await withRecording("api/new", mode: .record, in: folder) { session in
                let text = try await session.text(origin)
                #expect(text == "something else")
            }
        }
        #expect(issues.map(\.severity) == [.error, .warning])
        let kept = Fixtures.unpublished(beside: folder) + "/api/new.har"
        #expect(
            issues.last?.comments.first?.rawValue == """
                recording-not-published: the test failed, so 'api/new' is as it was before
                  kept: \(kept)
                  next: run `verbatim diff --unpublished` to see what changed, make the test pass, then record again
                """)
        #expect(!FileManager.default.fileExists(atPath: folder + "/api/new.har"))
        let archive = try Archive(contentsOf: URL(filePath: kept))
        #expect(try archive.interactions.map { try $0.responseBytes() } == [Data("live".utf8)])
        // A later run that passes removes it.
        try await withRecording("api/new", mode: .record, in: folder) { session in
            let text = try await session.text(origin)
            #expect(text == "live")
        }
        #expect(!FileManager.default.fileExists(atPath: kept))
    }

    @Test func `short forms ignore what varies, and keep secrets out`() async throws {
        let folder = Fixtures.temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200, body: .text("live"))) }
        let origin = server.origin
        for (mode, nonce) in [(RecordingMode.record, "1"), (.replay, "2")] {
            try await withRecording(
                "api/short", mode: mode, ignoring: ["nonce"], secrets: ["member_no"], in: folder
            ) { session in
                let text = try await session.text("\(origin)/?nonce=\(nonce)&member_no=x7-11")
                #expect(text == "live")
            }
            if mode == .record { server.stop() }
        }
        let text = try String(contentsOfFile: folder + "/api/short.har", encoding: .utf8)
        #expect(text.contains("nonce=1&member_no=REDACTED-member_no-1"), "\(text)")
    }

    @Test func `a short form without a location is a name of a query, a form and a body`() {
        let rules = RecordingOptions(ignoring: ["nonce", "/user/time"]).matching
        #expect(rules.ignoredQueryItems == ["nonce"])
        #expect(rules.ignoredBodyMembers == ["/nonce", "/user/time"])
    }

    @Test func `what is recorded is noted, with its file and what was redacted`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200, body: .text("live"))) }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            for ending in ["recorded", "recorded again, and unchanged"] {
                let file = folder.appending(path: "api/noted.har")
                let player = try Player(recording: file, mode: .record, transport: URLSessionTransport())
                let recording = OpenRecording(player, .immediate, stubs: [], nil, journal: nil)
                _ = try await recording.session.text(server.origin + "/?api_key=4f9a27c1b2d3")
                let note =
                    "api/noted: \(ending), 1 interaction in \(file.path); redacted: api_key in query (1)"
                #expect(recording.close(passed: true).notes == [note])
            }
        }
    }

    @Test func `a header that decides the answer is a warning while recording`() async throws {
        let folder = Fixtures.temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try HTTPServer.start { request in
            ServerResponse(HTTPResponse(200, body: .text(request.headers["X-Cursor"] ?? "first")))
        }
        defer { server.stop() }
        let url = try #require(URL(string: server.origin))
        let issues = try await issues {
            try await withRecording("api/pages", mode: .record, in: folder) { session in
                for cursor in ["a", "b"] {
                    var request = URLRequest(url: url)
                    request.setValue(cursor, forHTTPHeaderField: "X-Cursor")
                    _ = try await session.data(for: request)
                }
            }
        }
        #expect(issues.map(\.severity) == [.warning])
        let text = try #require(issues.first?.comments.first?.rawValue)
        #expect(text.hasPrefix("header-not-compared: 2 requests 'GET "), "\(text)")
        #expect(text.contains("the header 'X-Cursor'"), "\(text)")
    }

    @Test func `a name with a mistake has a suggestion`() async throws {
        let issues = try await issues {
            try await withRecording("api/scenariu", in: Fixtures.folder) { _ in }
        }
        let text = try #require(issues.first?.comments.first?.rawValue)
        #expect(
            text.hasPrefix(
                "recording-missing: the recording does not exist, did you mean 'api/scenario'?\n  at /"))
    }

    @Test func `recording publishes nothing if the body throws, and says so`() async throws {
        let issues = try await issues {
            try? await withRecording("api/new", mode: .record, in: Fixtures.temporaryFolder()) { _ in
                throw CancellationError()
            }
        }
        #expect(issues.map(\.severity) == [.warning])
        #expect(issues.first?.comments.first?.rawValue.hasPrefix("recording-not-published: ") == true)
    }

    @Test func `recording without a request is an error`() async throws {
        let issues = try await issues {
            try await withRecording("api/new", mode: .record, in: Fixtures.temporaryFolder()) { _ in }
        }
        #expect(issues.map(\.severity) == [.error])
        #expect(
            issues.first?.comments.first?.rawValue == """
                recording-empty: the test sent no request, so 'api/new' was not recorded
                  next: send the requests in the task of the test, or through `URLSession.recorded`
                """)
    }

    @Test func `extending does not warn of unused interactions`() async throws {
        let issues = try await issues {
            try await withRecording("api/15", mode: .extend, in: Fixtures.folder) { _ in }
        }
        #expect(issues.isEmpty)
    }

    @Test func `the mode of the test overrides that of the environment`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200, body: .text("live"))) }
        defer { server.stop() }
        try await withRecording("api/1", mode: .live, in: Fixtures.folder) { session in
            let text = try await session.text(server.origin)
            #expect(text == "live")
        }
    }
}
