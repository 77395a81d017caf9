import Synchronization
public import Testing
import VerbatimReplay

/// Runs a test on a recording, which answers what is asked of ``Foundation/URLSession/recorded``.
///
/// Given to a suite, every test of the suite that has none of its own runs on the recording, each with a player of its
/// own. When the test is over, requests without an answer are issues at the test's location, and recorded interactions nobody asked for
/// are warnings. In the modes that record, the recording is published if the test has passed.
public struct RecordingTrait: TestTrait, SuiteTrait, TestScoping {
    let name: String?
    let setup: RecordingSetup
    private let identity = Identity()

    private final class Identity: Sendable {}

    /// Whether the tests of a suite have it too: they do.
    public var isRecursive: Bool { true }

    /// Opens the recording, runs the test, and reports.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard isLast(of: test) else { return try await function() }
        let run = RecordedTest(test: test, testCase: testCase, location: test.sourceLocation)
        try await run.perform(name ?? test.recordingName, setup) { _ in try await function() }
    }
}

extension RecordingTrait {
    /// Whether it stands nearest to the test: the suite's give way to the test's own.
    private func isLast(of test: Test) -> Bool {
        let last = test.traits.lazy.compactMap { $0 as? RecordingTrait }.last
        return last.map { $0.identity === identity } ?? true
    }
}

/// A test, or a part of one, that runs on a recording.
struct RecordedTest {
    let test: Test
    let testCase: Test.Case?
    let location: SourceLocation

    func perform(
        _ name: String, _ setup: RecordingSetup, _ body: @Sendable (RecordingScope) async throws -> Void
    ) async throws {
        let scope: RecordingScope
        do {
            scope = try setup.open(name, near: location.filePath)
        } catch {
            report([RecordingProblem(error)])
            return
        }
        let hasFailed = Atomic(false)
        let watch: IssueHandlingTrait = .compactMapIssues { issue in
            if issue.isFailure { hasFailed.store(true, ordering: .relaxed) }
            return issue
        }
        do {
            try await watch.provideScope(for: test, testCase: testCase) {
                try await RecordingScope.$current.withValue(scope) { try await body(scope) }
            }
        } catch {
            report(scope.close(passed: false))
            throw error
        }
        report(scope.close(passed: !hasFailed.load(ordering: .relaxed)))
    }

    private func report(_ problems: [RecordingProblem]) {
        for problem in problems {
            Issue.record(
                Comment(rawValue: problem.text), severity: problem.isFailure ? .error : .warning,
                sourceLocation: location)
        }
    }
}

extension Test {
    /// The suites and the function, in lower case, words joined by hyphens: `Books/findsByISBN()` -> `books/findsbyisbn`.
    fileprivate var recordingName: String {
        id.nameComponents.map(\.asFileName).joined(separator: "/")
    }
}

extension String {
    fileprivate var asFileName: String {
        prefix { $0 != "(" }.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }
}
