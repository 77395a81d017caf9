import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimURLSession

/// The recording of a test while the test runs.
package final class OpenRecording: Sendable {
    @TaskLocal private static var ofTask: OpenRecording?
    /// The recording that the current test of XCTest has begun, which has no task.
    private static let ofTestCase = Mutex<OpenRecording?>(nil)

    package static var current: OpenRecording? {
        ofTask ?? (Test.current == nil ? ofTestCase.withLock { $0 } : nil)
    }

    /// Leaves the requests of tests without a recording alone.
    private static let isPrepared: Bool = {
        URLSessionInterceptor.setForeignTasks { Test.current != nil }
        return true
    }()

    let interceptor: URLSessionInterceptor
    let session: URLSession
    package let player: Player
    /// The player, with the stubs and the faults of the test before it.
    package let responder: any Responder
    package let timing: ReplayTiming
    private let stubs: StubbedResponder?
    /// What ends with the recording, and returns what went wrong.
    private let endings = Mutex<[@Sendable () -> [String]]>([])
    private let check: (any RecordingCheck)?
    private let journal: RecordingJournal?
    /// The words that run the tool, for messages; nil if they are not known.
    private let tool: String?

    var name: String { player.name }
    var mode: RecordingMode { player.mode }
    var recordedAt: Date? { player.recordedAt }

    init(
        _ player: Player, _ timing: ReplayTiming, stubs: [Stub], faults: Faults = [],
        _ check: (any RecordingCheck)?, journal: RecordingJournal? = RecordingJournal(), tool: String? = nil
    ) {
        _ = Self.isPrepared
        self.journal = journal
        self.tool = tool
        self.player = player
        self.check = check
        let stubs = stubs.isEmpty ? nil : StubbedResponder(stubs, else: player)
        let answering: any Responder = stubs ?? player
        self.stubs = stubs
        self.timing = timing
        responder = faults.rules.isEmpty ? answering : FaultingResponder(faults, else: answering)
        interceptor = URLSessionInterceptor(responder, timing: timing)
        session = interceptor.session()
    }

    // MARK: Running

    /// Runs code of the test, whose requests are intercepted.
    func run(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async rethrows {
        try await interceptor.withInterception { try await Self.$ofTask.withValue(self) { try await body() } }
    }

    /// Runs synchronous code of the test, whose requests are intercepted.
    func run(_ body: () throws -> Void) rethrows {
        try interceptor.withInterception { try Self.$ofTask.withValue(self) { try body() } }
    }

    /// Intercepts the requests of the current test of XCTest; returns a function that ends it.
    func begin() -> @Sendable () -> Void {
        let end = interceptor.beginInterception()
        Self.ofTestCase.withLock { $0 = self }
        return {
            Self.ofTestCase.withLock { if $0 === self { $0 = nil } }
            end()
        }
    }

    /// Returns whether an error is that of a request without an answer, which closing the recording reports.
    func reports(_ error: any Error) -> Bool {
        let text = error.localizedDescription
        return player.misses.contains { $0.description == text }
    }

    // MARK: Closing

    /// Adds what ends with the recording, and returns the messages of what fails the test.
    package func atEnd(_ ending: @escaping @Sendable () -> [String]) {
        endings.withLock { $0.append(ending) }
    }

    /// Closes the recording, publishes it if it was recorded and the test passed, and returns a report.
    func close(passed: Bool) -> RecordingReport {
        interceptor.close()
        let failures = endings.withLock { $0 }.flatMap { $0() }
        do {
            let old = try check == nil ? nil : recordedBefore()
            // A request without a response fails the test.
            let passed = passed && player.misses.isEmpty && failures.isEmpty
            let summary = try player.finish(passed ? .succeeded : .failed)
            var problems: [RecordingProblem] = []
            let unpublished = unpublished(passed: passed, &problems)
            try journal?.add(summary, unpublished: unpublished)
            let isPublished = summary.publication == .published
            let checked = try ToolCommand.$readsUnpublished.withValue(unpublished != nil) {
                try check?.report(
                    on: summary, comparedWith: isPublished || unpublished != nil ? old : nil,
                    ignoring: player.matching.ignoredResponseHeaders)
            }
            var report = ToolCommand.$taskTool.withValue(tool ?? ToolCommand.taskTool) {
                RecordingReport(
                    of: summary, passed: passed, stubs: stubs, unpublished: unpublished,
                    drift: checked?.drift)
            }
            report.problems += problems
            report.problems += failures.map { RecordingProblem(message: $0, isFailure: true) }
            if let checked { report += checked }
            report.notes = notes(on: summary, drift: isPublished ? checked?.drift ?? [] : [])
            if !passed || report.isFailure || !summary.recorded.isEmpty {
                report.problems += try uncomparedHeaders(of: summary)
            }
            if report.isFailure, isPublished { report.problems.append(RecordingProblem(published: summary)) }
            if report.isFailure || !passed { report.attachments.append(try .recording(summary)) }
            return report
        } catch {
            return RecordingReport(error)
        }
    }

    /// Returns the line about a recording that was made, with its file and what was redacted, and then the
    /// changes since the last one.
    private func notes(on summary: ReplaySummary, drift: [String]) -> [String] {
        guard summary.publication != .none, let file = player.url else { return [] }
        let ending = summary.publication == .published ? "recorded" : "recorded again, and unchanged"
        let count = String.count(summary.recorded.count, "interaction")
        let redacted = summary.redactions.isEmpty ? "" : "; redacted: \(summary.redactions)"
        let note = "\(summary.name): \(ending), \(count) in \(file.displayPath)\(redacted)".onOneLine
        return [note] + RecordingProblem.lines(of: drift).map { "  \($0)" }
    }

    /// Returns a warning for each header that may decide an answer and is not compared.
    private func uncomparedHeaders(of summary: ReplaySummary) throws -> [RecordingProblem] {
        let replayed = summary.mode == .record ? [] : try summary.used.load() + summary.unused.load()
        return player.uncomparedHeaders(in: replayed + summary.recorded).map { RecordingProblem($0.message) }
    }

    /// Keeps what a test that failed recorded, and returns the file; nil if nothing is kept.
    private func unpublished(passed: Bool, _ problems: inout [RecordingProblem]) -> URL? {
        do {
            return try player.keepUnpublished(passed ? .succeeded : .failed)
        } catch {
            problems.append(RecordingProblem(error))
            return nil
        }
    }

    /// Returns the recorded interactions with which those of the test are compared; nil if there are none.
    private func recordedBefore() throws -> [Interaction]? {
        guard mode == .record, let archive = player.publishedArchive else { return nil }
        let own = archive.interactions.filter { interaction in
            interaction.testCase == nil || interaction.testCase?.name == player.testCaseName
        }
        // Publishing replaces the files of their bodies.
        return own.isEmpty ? nil : own.map(\.withBodyInMemory)
    }
}
