import VerbatimTestSupport
import XCTest

@testable import VerbatimTesting

#if canImport(FoundationNetworking)
    /// Tests of XCTest that fail once, as expected.
    final class XCTestFailureTests: XCTestCase {
        private var failures: [String] = []
        private var expected = ""

        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
            expected: Bool
        ) {
            failures.append("\(URL(fileURLWithPath: filePath).lastPathComponent): \(description)")
        }

        func testARequestThatIsNotRecordedIsOneFailure() async throws {
            expected = "request-not-recorded: "
            try await withRecording("api/20", in: Fixtures.folder) { session in
                _ = try await session.text("http://api.example/items")
            }
        }

        func testARecordingThatIsMissingIsOneFailure() throws {
            expected = "recording-missing: "
            try startRecording("api/none", in: Fixtures.folder)
        }

        override func tearDown() {
            let isExpected = failures.allSatisfy {
                $0.hasPrefix("Platform+XCTest.swift: ") && $0.contains(expected)
            }
            guard failures.count != 1 || !isExpected else { return }
            super.recordFailure(
                withDescription: "\(failures)", inFile: #filePath, atLine: #line, expected: true)
        }
    }
#endif
