import Foundation
import Testing
import VerbatimHAR
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

    @Test func `the trait needs no argument`() async throws {
        /// The parameter of `@Test`.
        func first(_ traits: any TestTrait...) -> (any TestTrait)? { traits.first }
        let trait = try #require(first(.recording) as? RecordingTrait)
        let test = try #require(Test.current)
        let issues = try await issues {
            try await trait.provideScope(for: test, testCase: Test.Case.current) {}
        }
        let text = issues.first?.comments.first?.rawValue
        #expect(text?.hasPrefix("recording-missing: ") == true)
        #expect(text?.contains("Recordings/recordingtraittests/the-trait-needs-no-argument.har") == true)
    }

    @Test(.recording("api/26", in: Fixtures.folder))
    func `the recording of a test is the current one`() async throws {
        let recording = try #require(TestRecording.current)
        #expect(recording.name == "api/26")
        #expect(recording.mode == .replay)
        #expect(recording.session === URLSession.recorded)
        #expect(recording.date == Date(timeIntervalSince1970: 1_795_255_200))
        #expect(try await URLSession.recorded.text() == "26")
    }

    @Test func `outside a recording there is no current one`() {
        #expect(TestRecording.current == nil)
    }

    @Test func `the error of a request without an answer is reported once`() async throws {
        let test = try #require(Test.current)
        let issues = try await issues {
            let trait = RecordingTrait.recording("api/24", in: Fixtures.folder)
            try await trait.provideScope(for: test, testCase: Test.Case.current) {
                _ = try await URLSession.recorded.text("http://api.example/none")
            }
        }
        #expect(issues.map(\.severity) == [.error])
        let text = issues.first?.comments.first?.rawValue
        #expect(text?.hasPrefix("request-not-recorded: ") == true)
        #expect(text?.contains("run `VERBATIM_MODE=record swift test --filter ") == true)
    }

    @Test func `any other error of a test is thrown`() async throws {
        let test = try #require(Test.current)
        let trait = RecordingTrait.recording("api/25", in: Fixtures.folder)
        await #expect(throws: CancellationError.self) {
            try await trait.provideScope(for: test, testCase: Test.Case.current) { throw CancellationError() }
        }
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
