import VerbatimHAR
import VerbatimServer
import VerbatimTestSupport
import XCTest

@testable import VerbatimTesting

/// A recording that begins in `setUp` and ends with the test.
final class XCTestStartedRecordingTests: XCTestCase {
    override func setUpWithError() throws {
        guard name.contains("Replayed") else { return }
        try startRecording("api/18", in: Fixtures.folder)
    }

    func testRequestsAreReplayed() async throws {
        let text = try await URLSession.recorded.text()
        XCTAssertEqual(text, "18")
        XCTAssertEqual(TestRecording.current?.name, "api/18")
    }

    func testRequestsOfOtherThreadsAreReplayed() throws {
        let isDone = expectation(description: "the request ends")
        let session = URLSession(configuration: .ephemeral)
        DispatchQueue.global().async {
            session.dataTask(with: URL(fileURLWithPath: "/").fixture) { data, _, error in
                XCTAssertEqual(
                    data.map { String(decoding: $0, as: UTF8.self) }, "18", "\(String(describing: error))")
                isDone.fulfill()
            }
            .resume()
        }
        wait(for: [isDone], timeout: 60)
    }

    func testARecordingIsPublishedAtTheEnd() async throws {
        let folder = Fixtures.temporaryFolder()
        let server = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200, body: .text("live"))) }
        // Teardown blocks run in reverse order, so this one runs after that of the recording.
        addTeardownBlock {
            server.stop()
            let file = URL(
                fileURLWithPath: folder + "/xcteststartedrecordingtests/testarecordingispublishedattheend.har"
            )
            XCTAssertEqual(try Archive(contentsOf: file).interactions.count, 1)
            try FileManager.default.removeItem(atPath: folder)
        }
        try startRecording(mode: .record, in: folder)
        let text = try await URLSession.recorded.text(server.origin)
        XCTAssertEqual(text, "live")
    }

    func testSynchronousCodeIsReplayed() throws {
        try withRecording("api/19", in: Fixtures.folder) { session in
            let isDone = expectation(description: "the request ends")
            session.dataTask(with: URL(fileURLWithPath: "/").fixture) { data, _, _ in
                XCTAssertEqual(data.map { String(decoding: $0, as: UTF8.self) }, "19")
                isDone.fulfill()
            }
            .resume()
            wait(for: [isDone], timeout: 60)
        }
    }

    func testAStubReplacesAnAnswer() async throws {
        try await withRecording("api/19", replacing: [.get("/item", json: "1")], in: Fixtures.folder) {
            session in
            let text = try await session.text()
            XCTAssertEqual(text, "1")
        }
    }
}

extension URL {
    /// The URL of the recorded request.
    fileprivate var fixture: URL { URL(string: Fixtures.url) ?? self }
}
