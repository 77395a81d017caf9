import Foundation
import Testing
import VerbatimAPI
import VerbatimContractTesting
import VerbatimHAR
import VerbatimReplay
import VerbatimServer
import VerbatimTestSupport
import VerbatimTestingSupport

@Suite(.quietRecording) struct RecordingOfAPITests {
    static let url = "http://api.example/item"

    /// A folder with the recording `api/scenario`, which exists until the process ends, as traits name it.
    static let folder: String = {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("verbatim-tests-\(UUID().uuidString)")
        let archive = Archive([
            Interaction(
                HTTPRequest("GET", url + "?time=0"), .response(HTTPResponse(200, body: .text("scenario"))))
        ])
        do {
            let file = folder.appending(path: "api/scenario.har")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try archive.selfContainedHAR().write(to: file)
        } catch {
            preconditionFailure("\(error)")
        }
        atexit { _ = try? FileManager.default.removeItem(atPath: RecordingOfAPITests.folder) }
        return folder.path
    }()

    @Test(.recording(RecordingOfAPITests.api, "scenario", in: RecordingOfAPITests.folder))
    func `a scenario of an API brings its rules of matching`() async throws {
        #expect(try await URLSession.recorded.text(Self.url + "?time=1") == "scenario")
    }

    @Test func `a part of a test has a scenario of an API`() async throws {
        try await withRecording(Self.api, "scenario", in: Self.folder) { session in
            let text = try await session.text(Self.url + "?time=2")
            #expect(text == "scenario")
        }
    }

    static let api = API(
        name: "api", secrets: [Secret("token", in: [.query])],
        matching: MatchingRules(ignoredQueryItems: ["time"]))

    @Test func `the secrets of an API are redacted`() async throws {
        let server = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200)) }
        defer { server.stop() }
        let api = API(name: "api", secrets: [Secret("stone", in: [.query])])
        try await withTemporaryFolder { folder in
            try await withRecording(api, "secret", mode: .record, in: folder.path) { session in
                _ = try await session.text(server.origin + "?stone=unusual-pebble")
            }
            let har = try String(contentsOf: folder.appending(path: "api/secret.har"), encoding: .utf8)
            #expect(har.contains("REDACTED-stone") && !har.contains("unusual-pebble"))
        }
    }
}
