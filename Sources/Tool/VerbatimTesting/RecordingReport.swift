package import Foundation
package import Testing
import VerbatimHAR
import VerbatimJSON
package import VerbatimReplay

/// The result of closing a recording: the issues of the test, and the files attached to it.
package struct RecordingReport: Sendable {
    package var problems: [RecordingProblem]
    package var attachments: [RecordingAttachment] = []
    /// What was recorded, in lines that are printed and are no issues.
    package var notes: [String] = []
    /// The changes since the last recording, a line each; nil if there is nothing to compare.
    package var drift: [String]?

    var isFailure: Bool { problems.contains(where: \.isFailure) }

    package init(_ problems: [RecordingProblem]) { self.problems = problems }

    /// Creates the report on a recording that cannot be opened or published.
    init(_ error: any Error) { self.init([RecordingProblem(error)]) }

    /// - Parameters:
    ///   - unpublished: The file that keeps what a test which failed recorded, if there is one.
    ///   - drift: The changes since the last recording, if they are known.
    init(
        of summary: ReplaySummary, passed: Bool, stubs: StubbedResponder?, unpublished: URL? = nil,
        drift: [String]? = nil
    ) {
        let misses = summary.misses.map { RecordingProblem(message: $0.description, isFailure: true) }
        let problem = RecordingProblem(notPublished: summary, passed: passed, unpublished, drift: drift)
        problems = misses + [problem].compactMap { $0 }
        if summary.mode == .replay, passed { problems += RecordingProblem.unused(in: summary, stubs: stubs) }
        if !misses.isEmpty {
            let text = misses.map { $0.message + "\n" }.joined(separator: "\n")
            attachments.append(RecordingAttachment("misses", of: summary, "txt", Data(text.utf8)))
        }
    }

    /// Whether what was recorded is printed; tests of this package print nothing.
    @TaskLocal package static var printsNotes = true

    /// Prints what was recorded, for the person who waits for it.
    func printNotes() {
        guard Self.printsNotes, !notes.isEmpty else { return }
        let text = notes.map { $0.printable() + "\n" }.joined()
        // What cannot be printed does not fail the test.
        _ = try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    static func += (report: inout RecordingReport, other: RecordingReport) {
        report.problems += other.problems
        report.attachments += other.attachments
    }
}

/// A file that is attached to a test.
package struct RecordingAttachment: Sendable {
    /// `weather-berlin.misses.txt`
    package let name: String
    let contents: Data

    package init(_ kind: String, of summary: ReplaySummary, _ pathExtension: String, _ contents: Data) {
        name = "\(summary.name.split(separator: "/").joined(separator: "-")).\(kind).\(pathExtension)"
        self.contents = contents
    }

    /// The interactions of a test, replayed or live, redacted, as a HAR.
    static func recording(_ summary: ReplaySummary) throws -> RecordingAttachment {
        let archive = Archive(try summary.used.load() + summary.recorded)
        return RecordingAttachment("recording", of: summary, "har", try archive.selfContainedHAR())
    }
}

/// An issue of a test that concerns its recording.
package struct RecordingProblem: Sendable {
    /// The text, in which nothing but line feeds has an effect.
    package let message: String
    /// Whether the test fails; otherwise the problem is a warning.
    package let isFailure: Bool

    package init(message: String, isFailure: Bool) {
        // A report of tests is read in terminals and by build servers.
        self.message = message.printable()
        self.isFailure = isFailure
    }

    init(_ warning: MessageText) { self.init(message: warning.text, isFailure: false) }

    package init(_ error: any Error) { self.init(message: "\(error)", isFailure: true) }

    /// Records the problem as an issue of the current test of Swift Testing.
    package func record(at location: Testing.SourceLocation) {
        Issue.record(
            Comment(rawValue: message), severity: isFailure ? .error : .warning, sourceLocation: location)
    }

    /// Creates the problem of a recording that was to be made and was not published; nil if there is none.
    ///
    /// - Parameters:
    ///   - file: The file that keeps what was recorded, if there is one.
    ///   - drift: The changes since the last recording, if they are known.
    fileprivate init?(notPublished summary: ReplaySummary, passed: Bool, _ file: URL?, drift: [String]?) {
        let count = summary.recorded.count
        switch summary.mode {
        case .record where passed && count == 0:
            let message = MessageText(
                "recording-empty: the test sent no request, so '\(summary.name)' was not recorded",
                next: "send the requests in the task of the test, or through `URLSession.recorded`")
            self.init(message: message.text, isFailure: true)
        case .record where !passed, .extend where !passed && count > 0:
            self.init(Self.notPublished(summary, file, drift: drift))
        case .record, .extend, .replay, .live: return nil
        }
    }

    /// The number of changes that a message lists.
    private static let listedChanges = 10

    static func lines(of changes: [String]) -> [String] {
        let more = changes.count - listedChanges
        return changes.prefix(listedChanges).map { "changed: \($0)" }
            + (more > 0 ? ["changed: and \(more) more"] : [])
    }

    private static func notPublished(_ summary: ReplaySummary, _ file: URL?, drift: [String]?) -> MessageText
    {
        let headline = "recording-not-published: the test failed, so '\(summary.name)' is as it was before"
        let next = "make the test pass, then record again"
        guard let file else { return MessageText(headline, next: next) }
        let api = summary.name.prefix { $0 != "/" }
        let command = ToolCommand.$readsUnpublished.withValue(true) {
            drift == nil
                ? "run \(ToolCommand("diff")) to see what changed"
                : "if the API changed for good, run \(ToolCommand("review", String(api)))"
        }
        return MessageText(
            headline, details: ["kept: \(file.displayPath)"] + lines(of: drift ?? []),
            next: "\(command), \(next)")
    }

    /// Creates the note that a recording is published although its interactions have findings.
    init(published summary: ReplaySummary) {
        self.init(
            MessageText(
                """
                recording-published: '\(summary.name)' has been recorded, and the findings are about the new \
                recording
                """,
                next: "keep it if the API has changed for good, and correct the contract or the models"))
    }

    /// Returns the problems of recorded interactions and stubs that no request asked for.
    ///
    /// An interaction that a stub replaces need not be requested.
    static func unused(in summary: ReplaySummary, stubs: StubbedResponder?) -> [RecordingProblem] {
        do {
            let interactions = try stubs.map { stubs in
                try summary.unused.load().filter { unused in
                    !stubs.stubs.contains { $0.matches(unused.request) }
                }
            }
            let count = interactions?.count ?? summary.unused.count
            let listed = try interactions.map { Array($0.prefix(5)) } ?? summary.unused.load(first: 5)
            let unusedStubs = (stubs?.unused ?? []).map { stub in
                RecordingProblem(
                    MessageText(
                        "stub-unused: the test sent no request that matches the stub '\(stub.name)'",
                        next: "correct its method and path, or remove it"))
            }
            return (count == 0 ? [] : [RecordingProblem(unused: listed, count: count, in: summary)])
                + unusedStubs
        } catch {
            return [RecordingProblem(error)]
        }
    }

    private init(unused listed: [Interaction], count: Int, in summary: ReplaySummary) {
        let more = count > listed.count ? ["unused: and \(count - listed.count) more"] : []
        let lines = listed.map { interaction in
            let location = interaction.location.map { " (\($0.archive):\($0.line))" } ?? ""
            return "unused: '\(interaction.request.method) \(interaction.request.url)'\(location)"
        }
        self.init(
            MessageText(
                """
                recording-unused: the test did not request \(count) of \(count + summary.used.count) interactions of \
                '\(summary.name)'
                """,
                details: lines + more,
                next: "request them in the test, or record again with `VERBATIM_MODE=record swift test`"))
    }
}
