package import Testing
import VerbatimTesting

/// Prints nothing about what the tests of a suite record, so that the output of all tests stays short.
package struct QuietRecordingTrait: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await RecordingReport.$printsNotes.withValue(false, operation: function)
    }
}

extension Trait where Self == QuietRecordingTrait {
    package static var quietRecording: Self { Self() }
}
