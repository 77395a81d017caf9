import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// The origins of the recordings of some APIs, and the days on which they were made.
struct RecordingOrigins {
    /// The origin and the day of a recording, as far as the recording itself says them.
    struct Recording: Sendable, Codable {
        let origin: RecordingOrigin?
        /// Whether its publication was interrupted.
        let isInterim: Bool
        /// The day of its newest interaction, in UTC, if it is known.
        private(set) var newestDay: String?

        init(_ archive: Archive) {
            origin = archive.origin
            isInterim = archive.isInterim
            newestDay = archive.interactions.lazy.map(\.started)
                .filter { $0.hasSuffix("Z") && $0 != Interaction.unknownStart }
                .map { String($0.prefix(10)) }.filter(\.isISODay).max()
        }

        mutating func add(_ other: Recording) {
            newestDay = [newestDay, other.newestDay].compactMap(\.self).max()
        }
    }

    /// The days in the log.
    private let log: [RecordingName: String]
    private let recordings: [RecordingName: Recording]
    private let apis: [API]
    /// The path of the folder of the recordings, for locations.
    private let folder: String
    private let today: String

    init(
        log: [RecordingName: String], recordings: [RecordingName: Recording], of apis: [API],
        in folder: String = ToolFolders().recordings, today: String = Date().isoDay
    ) {
        // A day that lies ahead is not known to be right.
        self.log = log.filter { $0.value <= today }
        self.recordings = recordings
        self.apis = apis
        self.folder = folder
        self.today = today
    }

    func origin(of name: RecordingName) -> RecordingOrigin? { recordings[name]?.origin }

    /// Returns the day on which a recording was made, or nil if it is unknown.
    ///
    /// It is that of the newest interaction if the log has none, or an older one: a process that was killed
    /// after it published a recording leaves that. An imported recording is as old as its interactions.
    func day(of name: RecordingName) -> String? {
        let newest = recordings[name]?.newestDay.flatMap { $0 <= today ? $0 : nil }
        if origin(of: name) == .imported, let newest { return newest }
        return [log[name], newest].compactMap(\.self).max()
    }

    /// The recordings of scenarios that the log has no day of, in the order of scenarios.
    var undated: [RecordingName] { names.filter { recordings[$0] != nil && log[$0] == nil } }

    private var names: [RecordingName] { scenarios.map(\.name) }

    private var scenarios: [(name: RecordingName, isFakeOnly: Bool)] {
        apis.flatMap { api in
            api.scenarios.map { (RecordingName(api: api.name, scenario: $0.name), $0.isFakeOnly) }
        }
    }

    /// Returns a finding for each recording that the log lacks, for each from a fake provider although the
    /// provider shows the same on request, and for each that is older than some days.
    func findings(maximumAge: Int?) -> [Finding] {
        let oldest = maximumAge.map { Date().addingTimeInterval(-Double($0) * 86400).isoDay }
        let undated = Set(undated)
        return scenarios.flatMap { name, isFakeOnly in
            [
                recordings[name]?.isInterim == true
                    ? finding(
                        .recordingUnfinished, name,
                        found: "its publication was interrupted; bodies have temporary names",
                        next: "run \(ToolCommand("record")) before the next commit, which puts it in order")
                    : nil,
                undated.contains(name)
                    ? finding(
                        .recordingLogMismatch, name, expected: "a day in \(RefreshLog.fileName)",
                        found: "none", next: Self.undatedAdvice)
                    : nil,
                origin(of: name) == .fake && !isFakeOnly
                    ? finding(
                        .recordingFromFake, name,
                        found: "recorded against a fake provider; it shows our assumptions, not the API",
                        next: "run \(ToolCommand("record")) with network access")
                    : nil,
                oldest.flatMap { stale(name, oldest: $0) },
            ].compactMap(\.self)
        }
    }

    static var undatedAdvice: String { "run \(ToolCommand("record")), which corrects the log" }

    /// Returns the finding that a recording is older than a day. ISO days sort as text.
    private func stale(_ name: RecordingName, oldest: String) -> Finding? {
        let day = day(of: name)
        guard day.map({ $0 < oldest }) ?? true else { return nil }
        return finding(
            .recordingStale, name, expected: "\(oldest) or later", found: day ?? "an unknown date",
            next: "run \(ToolCommand("record"))")
    }

    private func finding(
        _ rule: Rule, _ name: RecordingName, expected: String = "", found: String, next: String
    ) -> Finding {
        Finding(
            rule, about: .init(api: name.api, part: "recording '\(name)'"),
            .expected(expected, found: found), at: SourceLocation(file: "\(folder)/\(name.path)"), next: next)
    }
}

extension Finding {
    init(damagedLog error: RecordingError) {
        var (reason, location) = ("\(error)", SourceLocation(file: RefreshLog.fileName))
        if case .archive(let error) = error {
            reason = error.message
            location = SourceLocation(file: error.file, line: error.line, column: error.column)
        }
        self.init(
            .recordingLogMismatch, about: .init(part: "all recordings"), .found(reason), at: location,
            next: "correct the log, or delete it and run \(ToolCommand("record"))")
    }
}
