import VerbatimHAR
import VerbatimServer
import VerbatimTestSupport
import XCTest

@testable import VerbatimTesting

final class XCTestRecordingTests: XCTestCase {
    func testRequestsAreReplayedFromTheRecording() async throws {
        try await withRecording("api/11", in: Fixtures.folder) { session in
            let text = try await session.text()
            XCTAssertEqual(text, "11")
        }
    }

    func testRequestsThroughTheSharedSessionAreReplayed() async throws {
        try await withRecording("api/14", in: Fixtures.folder) { _ in
            let text = try await URLSession.shared.text()
            XCTAssertEqual(text, "14")
        }
    }

    func testARecordingIsPublished() async throws {
        let folder = Fixtures.temporaryFolder()
        defer { _ = try? FileManager.default.removeItem(atPath: folder) }
        let server = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200, body: .text("live"))) }
        try await withRecording("api/new", mode: .record, in: folder) { session in
            let text = try await session.text(server.origin)
            XCTAssertEqual(text, "live")
        }
        server.stop()
        try await withRecording("api/new", in: folder) { session in
            let text = try await session.text(server.origin)
            XCTAssertEqual(text, "live")
        }
        let archive = try Archive(contentsOf: URL(fileURLWithPath: folder + "/api/new.har"))
        XCTAssertEqual(
            archive.interactions.map { $0.testCase?.name }, ["XCTestRecordingTests/testARecordingIsPublished"]
        )
    }
}
