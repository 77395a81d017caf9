import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimReplay

/// The origins and days of the recordings of some APIs, in the recordings and in the log.
struct RecordingOrigins {
    /// The entries of the log, by the names of recordings.
    let log: [String: RefreshLog.Entry]
    /// The recordings, by their names.
    let recordings: [String: RecordingOrigins.Recording]
    let apis: [API]
    private let today: String

    /// What a recording itself says.
    struct Recording: Sendable {
        let origin: RecordingOrigin?
        /// The day of its newest interaction, in UTC, if it is known.
        let newestDay: String?

        init(_ archive: Archive) {
            origin = archive.origin
            newestDay = archive.interactions.lazy.map(\.started)
                .filter { $0.hasSuffix("Z") && $0 != Interaction.unknownStart }
                .map { String($0.prefix(10)) }.filter(\.isISODay).max()
        }
    }

    init(
        log: [String: RefreshLog.Entry], recordings: [String: Recording], of apis: [API],
        today: String = Date().isoDay
    ) {
        self.log = log
        self.recordings = recordings
        self.apis = apis
        self.today = today
    }

    /// Returns a finding for each recording that the log lacks or contradicts, for each from a fake
    /// provider, and for each that is older than some days.
    func findings(maximumAge: Int?) -> [Finding] {
        let oldest = maximumAge.map { Date().addingTimeInterval(-Double($0) * 86400).isoDay }
        return apis.flatMap { api in
            api.scenarios.flatMap { scenario in
                let file = RecordingFile(api: api.name, scenario: scenario.name)
                return [
                    mismatch(of: file.name).map(file.mismatched),
                    origin(of: file.name) == .fake ? file.fromFake : nil,
                    oldest.flatMap { file.stale(since: day(of: file.name), oldest: $0) },
                ].compactMap { $0 }
            }
        }
    }

    /// The recordings that the log lacks or contradicts, with the reason, in the order of scenarios.
    var mismatches: [(name: String, reason: String)] {
        apis.flatMap { api in api.scenarios.map { "\(api.name)/\($0.name)" } }
            .compactMap { name in mismatch(of: name).map { (name, $0) } }
    }

    /// Returns the origin of a recording. What the recording says was written in the same instant as its
    /// responses.
    func origin(of name: String) -> RecordingOrigin? { recordings[name]?.origin ?? log[name]?.origin }

    /// Returns the day on which a recording was made, or nil if it is unknown. Without a day in the log it
    /// is that of the newest interaction; a day that lies ahead is unknown.
    func day(of name: String) -> String? {
        [log[name]?.day, recordings[name]?.newestDay].lazy.compactMap { $0 }.first { $0 <= today }
    }

    /// Returns the reason why the log is wrong about a recording.
    ///
    /// A process that was killed after it published a recording, or a merge of two versions of the log,
    /// leaves it wrong.
    private func mismatch(of name: String) -> String? {
        guard let recording = recordings[name] else { return nil }
        guard let entry = log[name] else { return "\(RefreshLog.fileName) has no valid day and origin of it" }
        if entry.day > today { return "\(RefreshLog.fileName) has the day \(entry.day), which lies ahead" }
        if let newest = recording.newestDay, entry.day < newest {
            return
                "\(RefreshLog.fileName) has the day \(entry.day), but its newest interaction is of \(newest)"
        }
        guard let origin = recording.origin, origin != entry.origin else { return nil }
        return
            "\(RefreshLog.fileName) has the origin \(entry.origin.rawValue), but it says \(origin.rawValue)"
    }
}

extension Finding {
    /// Creates the finding that the log cannot be read.
    init(damagedLog error: RecordingError) {
        var (reason, location) = ("\(error)", SourceLocation(file: RefreshLog.fileName))
        if case .archive(let error) = error {
            reason = error.message
            location = SourceLocation(file: error.file, line: error.line, column: error.column)
        }
        self.init(
            rule: .recordingLogMismatch, subject: "all recordings", expected: "", found: reason,
            location: location, next: "correct the log, or delete it and run `make record`")
    }
}

/// A recording, by its name.
private struct RecordingFile {
    let api: String
    let scenario: String

    var name: String { "\(api)/\(scenario)" }

    var fromFake: Finding {
        finding(
            .recordingFromFake,
            found: "recorded against a fake provider; it shows our assumptions, not the API",
            expected: "",
            next: "run `make record` with network access")
    }

    func mismatched(_ reason: String) -> Finding {
        finding(
            .recordingLogMismatch, found: reason, expected: "",
            next: "run `make record`, which corrects the log")
    }

    /// ISO days sort as text.
    func stale(since day: String?, oldest: String) -> Finding? {
        guard let day else {
            return finding(
                .recordingStale, found: "an unknown date", expected: "\(oldest) or later",
                next: "run `make record`")
        }
        guard day < oldest else { return nil }
        return finding(
            .recordingStale, found: day, expected: "\(oldest) or later",
            next: "run `make record`")
    }

    private func finding(_ rule: Rule, found: String, expected: String, next: String) -> Finding {
        Finding(
            rule: rule, api: api, subject: "recording '\(name)'",
            expected: expected, found: found,
            location: SourceLocation(file: "\(DefaultPaths.recordings)/\(name).har"),
            next: next)
    }
}
