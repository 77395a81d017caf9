import Foundation
import Testing
import VerbatimTestSupport

@testable import VerbatimTesting

@Suite struct RecordingTraitTests {
    @Test(.recording("api/7", in: Fixtures.folder))
    func `requests are replayed from the recording`() async throws {
        #expect(try await URLSession.recorded.text() == "7")
    }

    @Test(.recording(in: Fixtures.folder))
    func `the default recording has the name of the test`() async throws {
        #expect(try await URLSession.recorded.text() == "named")
    }

    @Test(.enabled(if: Platform.knowsSharedTasks), .recording("api/6", in: Fixtures.folder))
    func `the shared session is replayed`() async throws {
        #expect(try await URLSession.shared.text() == "6")
    }

    @Test(.recording("api/8", in: Fixtures.folder))
    func `sessions with the recorded configuration replay`() async throws {
        #expect(try await URLSession(configuration: .recorded).text() == "8")
    }

    @Test(arguments: 0..<TestEffort.count(40, of: 200))
    func `recordings of arguments are replayed in parallel`(number: Int) async throws {
        try await withRecording("api/\(number)", in: Fixtures.folder) { session in
            let text = try await session.text()
            #expect(text == "\(number)")
        }
    }

    @Suite(.recording("api/9", in: Fixtures.folder)) struct SuiteTraitTests {
        @Test func `a test uses the recording of its suite`() async throws {
            #expect(try await URLSession.recorded.text() == "9")
        }

        @Test(.recording("api/10", in: Fixtures.folder))
        func `a test overrides the recording of its suite`() async throws {
            #expect(try await URLSession.recorded.text() == "10")
        }
    }
}
