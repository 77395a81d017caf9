import Foundation
import Testing
import VerbatimContract
import VerbatimDrift
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// The result of closing a recording: the issues of the test, and the files attached to it.
struct RecordingReport: Sendable {
    var problems: [RecordingProblem]
    var attachments: [RecordingAttachment] = []

    var isFailure: Bool { problems.contains(where: \.isFailure) }

    init(_ problems: [RecordingProblem]) {
        self.problems = problems
    }

    /// Creates the report of a player's summary.
    init(of summary: ReplaySummary, passed: Bool, stubs: StubbedResponder?) {
        let misses = summary.misses.map { RecordingProblem(message: $0.description, isFailure: true) }
        let passed = passed && misses.isEmpty
        problems = misses + [RecordingProblem(unpublished: summary, passed: passed)].compactMap { $0 }
        if summary.mode == .replay, passed {
            problems += RecordingProblem.unused(in: summary, stubs: stubs)
        }
        if !misses.isEmpty {
            let text = misses.map { $0.message + "\n" }.joined(separator: "\n")
            attachments.append(RecordingAttachment("misses", of: summary, "txt", Data(text.utf8)))
        }
    }

    static func += (report: inout RecordingReport, other: RecordingReport) {
        report.problems += other.problems
        report.attachments += other.attachments
    }
}

/// A file that is attached to a test.
struct RecordingAttachment: Sendable {
    /// `weather-berlin.misses.txt`
    let name: String
    let contents: Data

    init(_ kind: String, of summary: ReplaySummary, _ pathExtension: String, _ contents: Data) {
        name = "\(summary.name.split(separator: "/").joined(separator: "-")).\(kind).\(pathExtension)"
        self.contents = contents
    }

    /// The interactions of a test, replayed or live, redacted, as a HAR.
    static func recording(_ summary: ReplaySummary) throws -> RecordingAttachment {
        let archive = Archive(try summary.used.load() + summary.recorded)
        return RecordingAttachment("recording", of: summary, "har", try archive.selfContainedHAR())
    }

    /// The changes of a recording that was made again, except those of some header fields; nil if there are
    /// none.
    static func drift(
        from old: [Interaction], to summary: ReplaySummary, ignoring headers: Set<String>
    ) -> RecordingAttachment? {
        let api = summary.name.split(separator: "/").first.map(String.init) ?? summary.name
        let changes = RecordingComparison(old, summary.recorded, api: api, ignoredHeaders: headers).changes()
        let text = changes.map { change in
            MessageText(
                "\(change.rule.id): \(change.subject): old \(change.old), new \(change.new)",
                at: change.exchange
            ).text + "\n"
        }
        guard !changes.isEmpty else { return nil }
        return RecordingAttachment("drift", of: summary, "txt", Data(text.joined().utf8))
    }

    /// Attaches the file to the current test; Swift Testing keeps it if `--attachments-path` is given.
    func record(at location: Testing.SourceLocation) {
        Attachment.record(Array(contents), named: name, sourceLocation: location)
    }
}
