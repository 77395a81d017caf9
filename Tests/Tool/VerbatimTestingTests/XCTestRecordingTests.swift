import XCTest

@testable import VerbatimTesting

final class XCTestRecordingTests: XCTestCase {
    func testRequestsAreReplayedFromTheRecording() async throws {
        try await withRecording("api/11", in: Fixtures.folder) { session in
            let text = try await session.text()
            XCTAssertEqual(text, "11")
        }
    }
}
