import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// What became of a recording that a scenario, or a test that a command ran, should have made.
struct ScenarioRun: Sendable {
    let name: RecordingName
    /// The source of the responses, if this program recorded them.
    var origin: RecordingOrigin?
    var ending: Ending
    var figures = Figures()
    /// The error of the app, although the recording was published.
    var objection: String?
    /// The first value that the app cannot decode, if there is one.
    var conflict: ModelConflict?
    /// The values that were redacted, or nil if there are none.
    var redactions: RedactionSummary?
    /// The files that were searched for secrets in part, with the reason.
    var partialSearches: [String] = []
    /// The changes of the recording that was replaced; nil if none was.
    private(set) var changes: [Finding]?
    /// The reason why the recording could not be compared with the one that it replaced.
    private(set) var comparisonFailure: String?
    /// What varied when the scenario ran a second time; nil if it did not.
    var variations: ScenarioVariations?

    enum Ending: Sendable {
        case published(interactions: Int)
        /// The recording was published, but a file beside it could not be written or removed.
        case unfinished(RecordingError)
        /// The recording is the same as the old one, which was kept.
        case unchanged(interactions: Int)
        case kept
        /// Only fake providers show the behavior; the old recording, if there was one, is as it was.
        case needsFakes
        /// The provider rejects requests without the key.
        case needsKey(AccessKey)
        /// The provider was too busy for an earlier scenario of the API.
        case notAsked
        /// The provider is too busy; the old recording, if there was one, is as it was.
        case throttled(String, next: String)
        case unreachable(String, next: String)
        /// Recording failed; the old recording, if there was one, is as it was.
        case failed(String, next: String? = nil)
    }

    init(_ name: RecordingName, from origin: RecordingOrigin? = nil, _ ending: Ending) {
        self.name = name
        self.origin = origin
        self.ending = ending
    }

    /// Compares the recording that was published with the one that it replaced. Returns the new interactions,
    /// or nil if they cannot be read.
    @discardableResult
    mutating func compare(
        with old: Result<Archive, ArchiveError>?, in store: RecordingStore, _ assessment: DriftAssessment
    ) -> [Interaction]? {
        var new: [Interaction]?
        do throws(ArchiveError) {
            let archive = try store.archive(name)
            new = archive.interactions
            guard let old = try old?.get() else { return new }
            changes = assessment.changes(from: old, to: archive, api: name.api)
        } catch { setComparisonFailure("published", error) }
        return new
    }

    /// Compares what a test that failed has left with the published recording.
    mutating func compare(
        with published: Result<Archive, ArchiveError>?, unpublished file: URL, _ assessment: DriftAssessment
    ) {
        do throws(ArchiveError) {
            changes = assessment.changes(
                from: try published?.get(), toUnpublished: try Archive(contentsOf: file), api: name.api)
        } catch { setComparisonFailure("kept", error) }
    }

    private mutating func setComparisonFailure(_ ending: String, _ error: ArchiveError) {
        // Without the next step of the error, as the recording is there.
        let location = SourceLocation(file: error.file, line: error.line, column: error.column)
        comparisonFailure =
            "\(ending), but not compared with the last recording: \(location): \(error.message)".onOneLine
    }
}

// MARK: - Text

extension ScenarioRun {
    var text: String {
        let message = message
        let lines =
            ["\(name): \(MessageText(message.headline, next: message.next).text)"]
            + (redactions.map { ["  redacted: \($0)".onOneLine] } ?? [])
            + partialSearches.map { "  not all searched for secrets: \($0)".onOneLine }
            + (comparisonFailure.map { ["  \($0)"] } ?? [])
        if case .unfinished(let error) = ending { return "\(name): \(error)" }
        return lines.joined(separator: "\n")
    }

    /// Whether there is more to be known than that it was recorded: a problem, or what the app or the search
    /// for secrets makes of it.
    var isNotable: Bool {
        // What the app does not decode is one of the causes if the recording was compared.
        let isCause = conflict != nil && changes?.isEmpty == false
        return problem != nil || !complaint.isEmpty && !isCause || !partialSearches.isEmpty
            || !figures.repeats.isEmpty
    }

    /// Whether no recording was replaced, as a test or a scenario failed.
    var isFailed: Bool { if case .failed = ending { true } else { false } }

    /// The reason why there is no new recording, or no comparison; nil if both are there.
    var problem: Finding? {
        if let comparisonFailure { return .couldNotRun("\(name): \(comparisonFailure)") }
        switch ending {
        case .unreachable, .throttled, .failed:
            return .couldNotRun("\(name): \(message.headline)".onOneLine, next: message.next?.onOneLine)
        case .needsKey:
            return .couldNotRun("\(name.api): \(message.headline)".onOneLine, next: message.next?.onOneLine)
        case .unfinished(let error):
            return Finding.problems(of: error).first.map {
                .couldNotRun("\(name): \($0.message)", at: $0.location, next: $0.next)
            }
        case .published, .unchanged, .kept, .needsFakes, .notAsked: return nil
        }
    }

    /// The ending in words, and what to do about it.
    private var message: (headline: String, next: String?) {
        switch ending {
        case .published(let count): ("published, \(measured(count))\(complaint)", nil)
        case .unfinished(let error): ("\(error)", nil)
        case .unchanged(let count): ("unchanged, \(measured(count))", nil)
        case .kept: ("kept", nil)
        case .needsFakes: ("not recorded: only a fake provider shows it, with `--origin fake`", nil)
        case .needsKey(let key):
            (
                "not recorded: \(key.variable) is not set",
                "get a key at \(key.source), set \(key.variable), and run \(ToolCommand("record", name.api))"
            )
        case .unreachable(let reason, let next): ("unreachable\(figures.repeatsText): \(reason)", next)
        case .notAsked: ("not asked, as the provider is too busy", nil)
        case .throttled(let reason, let next):
            ("failed\(figures.repeatsText), no recording replaced: \(reason)", next)
        case .failed(let reason, let next):
            ("failed\(figures.repeatsText), no recording replaced: \(reason)", next)
        }
    }

    private func measured(_ interactions: Int) -> String {
        "\(String.count(interactions, "interaction")), \(figures.text)"
            + (origin.map { " (\($0.rawValue))" } ?? "") + figures.repeatsText
    }

    /// The trouble that the app has with a recording that was published; empty if it has none.
    private var complaint: String {
        let next = "run \(ToolCommand("check", name.api))"
        if let property = conflict?.property {
            let location = property.location.map { " (\($0))" } ?? ""
            return ", but the app cannot decode it: \(property.reason)\(location); \(next)"
        }
        return objection.map { ", but the app cannot use it: \($0); \(next)" } ?? ""
    }

    /// Returns a line about the runs of an API, which are at least one: `17 recordings, 9 changed (live)`.
    ///
    /// - Parameter width: The number of characters of the largest number of recordings.
    static func line(about runs: [ScenarioRun], countWidth width: Int) -> String {
        guard let last = runs.last else { return "" }
        if case .needsKey = last.ending, runs.allSatisfy(\.isWithoutKey) {
            return MessageText(last.message.headline, next: last.message.next).text
        }
        let counts = tallies.compactMap { tally in
            let count = runs.count { $0.tally == tally }
            return count > 0 ? "\(count) \(tally)" : nil
        }
        if case .unreachable(let reason, _) = last.ending {
            let replaced = counts.isEmpty ? "no recording replaced" : "no other recording replaced"
            return (counts + ["unreachable (\(reason))", replaced]).joined(separator: ", ")
        }
        let isUnchanged = counts.isEmpty
        let count = String.count(runs.count, "recording")
        let margin = String(repeating: " ", count: max(0, width - "\(runs.count)".count))
        let line =
            margin + ([count] + (isUnchanged ? ["unchanged"] : counts)).joined(separator: ", ")
            + (last.origin.map { " (\($0.rawValue))" } ?? "")
        return MessageText(line, next: runs.lazy.compactMap(\.keyStep).first).text
    }

    /// The words with which runs are counted, in their order. The others are unchanged.
    private static let tallies = [
        "new", "changed", "not finished", "young enough", "only from fake providers", "without a key",
        "failed", "not asked",
    ]

    private var tally: String? {
        switch ending {
        case .published: changes == nil && comparisonFailure == nil ? "new" : "changed"
        case .unfinished: "not finished"
        case .kept: "young enough"
        case .needsFakes: "only from fake providers"
        case .needsKey: "without a key"
        case .failed, .throttled: "failed"
        case .notAsked: "not asked"
        case .unchanged, .unreachable: nil
        }
    }

    /// How to get the key without which the scenario was not recorded.
    private var keyStep: String? {
        if case .needsKey = ending { message.next } else { nil }
    }

    /// Whether nothing was sent, as a key is not set or only a fake provider shows the behavior.
    private var isWithoutKey: Bool {
        switch ending {
        case .needsKey, .needsFakes: true
        default: false
        }
    }

    // MARK: Figures

    struct Figures: Sendable, Hashable {
        /// The number of bytes of all responses, decoded.
        var bytes = 0
        /// The time from the first request to the end, if it was measured.
        var elapsed: Duration?
        /// The reasons why requests were sent again, one for each time.
        var repeats: [String] = []
        /// The time that was waited before requests were sent again.
        var waited: Duration = .zero

        /// The size and the time: `14.2 kB in 0.8 s`.
        var text: String { Self.size(bytes) + (elapsed.map { " in \(Self.seconds($0))" } ?? "") }

        /// The requests sent again: `, after 2 repeated requests (429) and 14.0 s of waiting`; or nothing.
        var repeatsText: String {
            guard !repeats.isEmpty else { return "" }
            let count = String.count(repeats.count, "repeated request")
            return ", after \(count) (\(repeats.uniqued.joined(separator: ", "))) and "
                + "\(Self.seconds(waited)) of waiting"
        }

        /// Returns a number of bytes: `512 bytes`, `14.2 kB`, `3.1 MB`; 1 kB has 1,000 bytes.
        static func size(_ bytes: Int) -> String {
            guard bytes >= 1_000 else { return String.count(bytes, "byte") }
            let isLarge = bytes >= 999_950
            let tenths = (Double(bytes) / (isLarge ? 1e5 : 1e2)).rounded() / 10
            return "\(tenths) \(isLarge ? "MB" : "kB")"
        }

        /// Returns a time: `0.8 s`.
        static func seconds(_ time: Duration) -> String { "\((time / .milliseconds(100)).rounded() / 10) s" }
    }
}
