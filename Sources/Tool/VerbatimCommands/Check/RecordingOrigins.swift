import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// The origins and days of the recordings of some APIs, in the recordings and in the log.
struct RecordingOrigins {
    /// The entries of the log, by the names of recordings.
    let log: [RecordingName: RefreshLog.Entry]
    /// The recordings, by their names.
    let recordings: [RecordingName: RecordingOrigins.Recording]
    let apis: [API]
    /// The path of the folder of the recordings, for locations.
    private let folder: String
    private let today: String

    /// What a recording itself says.
    struct Recording: Sendable {
        let origin: RecordingOrigin?
        /// Whether its publication was interrupted.
        let isInterim: Bool
        /// The day of its newest interaction, in UTC, if it is known.
        let newestDay: String?

        init(_ archive: Archive) {
            origin = archive.origin
            isInterim = archive.isInterim
            newestDay = archive.interactions.lazy.map(\.started)
                .filter { $0.hasSuffix("Z") && $0 != Interaction.unknownStart }
                .map { String($0.prefix(10)) }.filter(\.isISODay).max()
        }
    }

    init(
        log: [RecordingName: RefreshLog.Entry], recordings: [RecordingName: Recording], of apis: [API],
        in folder: String = ToolFolders().recordings, today: String = Date().isoDay
    ) {
        self.log = log
        self.folder = folder
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
                let file = RecordingFile(
                    folder: folder, name: RecordingName(api: api.name, scenario: scenario.name))
                return [
                    recordings[file.name]?.isInterim == true ? file.unfinished : nil,
                    mismatch(of: file.name).map(file.mismatched),
                    origin(of: file.name) == .fake ? file.fromFake : nil,
                    oldest.flatMap { file.stale(since: day(of: file.name), oldest: $0) },
                ].compactMap { $0 }
            }
        }
    }

    /// The recordings that the log lacks or contradicts, in the order of scenarios.
    var mismatches: [(name: RecordingName, mismatch: Mismatch)] {
        apis.flatMap { api in api.scenarios.map { RecordingName(api: api.name, scenario: $0.name) } }
            .compactMap { name in mismatch(of: name).map { (name, $0) } }
    }

    /// A difference between a recording and the log.
    struct Mismatch: Hashable, CustomStringConvertible {
        /// The contents that the log should have.
        let expected: String
        /// The contents that it has.
        let found: String

        var description: String { "expected \(expected), found \(found)" }
    }

    /// Returns the origin of a recording. What the recording says was written in the same instant as its
    /// responses.
    func origin(of name: RecordingName) -> RecordingOrigin? { recordings[name]?.origin ?? log[name]?.origin }

    /// Returns the day on which a recording was made, or nil if it is unknown. Without a day in the log it
    /// is that of the newest interaction; a day that lies ahead is unknown.
    ///
    /// The log has the day on which a recording was imported, which may be long after its interactions.
    func day(of name: RecordingName) -> String? {
        let days = [log[name]?.day, recordings[name]?.newestDay].compactMap { $0 }.filter { $0 <= today }
        return origin(of: name) == .imported ? days.last : days.first
    }

    /// Returns the difference between a recording and the log.
    ///
    /// A process that was killed after it published a recording leaves one, and so may a merge of two
    /// versions of the log.
    private func mismatch(of name: RecordingName) -> Mismatch? {
        guard let recording = recordings[name] else { return nil }
        let file = RefreshLog.fileName
        guard let entry = log[name] else {
            return Mismatch(expected: "a valid day and origin in \(file)", found: "none")
        }
        if entry.day > today {
            return Mismatch(expected: "a day in \(file) that does not lie ahead", found: entry.day)
        }
        if let newest = recording.newestDay, entry.day < newest {
            return Mismatch(
                expected: "a day in \(file) from that of the newest interaction on, \(newest)",
                found: entry.day)
        }
        guard let origin = recording.origin, origin != entry.origin else { return nil }
        return Mismatch(
            expected: "the origin \(origin.rawValue) in \(file), as in the recording",
            found: entry.origin.rawValue)
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
            location: location, next: "correct the log, or delete it and run \(ToolCommand("record"))")
    }
}

/// A recording, by its name.
private struct RecordingFile {
    let folder: String
    let name: RecordingName

    var fromFake: Finding {
        finding(
            .recordingFromFake,
            found: "recorded against a fake provider; it shows our assumptions, not the API",
            expected: "",
            next: "run \(ToolCommand("record")) with network access")
    }

    var unfinished: Finding {
        finding(
            .recordingUnfinished, found: "its publication was interrupted; bodies have temporary names",
            expected: "", next: "run \(ToolCommand("record")) before the next commit, which puts it in order")
    }

    func mismatched(_ mismatch: RecordingOrigins.Mismatch) -> Finding {
        finding(
            .recordingLogMismatch, found: mismatch.found, expected: mismatch.expected,
            next: "run \(ToolCommand("record")), which corrects the log")
    }

    /// ISO days sort as text.
    func stale(since day: String?, oldest: String) -> Finding? {
        guard let day else {
            return finding(
                .recordingStale, found: "an unknown date", expected: "\(oldest) or later",
                next: "run \(ToolCommand("record"))")
        }
        guard day < oldest else { return nil }
        return finding(
            .recordingStale, found: day, expected: "\(oldest) or later",
            next: "run \(ToolCommand("record"))")
    }

    private func finding(_ rule: Rule, found: String, expected: String, next: String) -> Finding {
        Finding(
            rule: rule, api: name.api, subject: "recording '\(name)'",
            expected: expected, found: found,
            location: SourceLocation(file: "\(folder)/\(name.path)"),
            next: next)
    }
}
