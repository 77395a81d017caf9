import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimReplay

/// The origins and days of the recordings of some APIs.
struct RecordingOrigins {
    let entries: [String: RefreshLog.Entry]
    let apis: [API]

    /// Returns a finding for each recording from a fake provider, and for each that is older than some days.
    func findings(maximumAge: Int?, today: Date = Date()) -> [Finding] {
        let oldest = maximumAge.map { today.addingTimeInterval(-Double($0) * 86400) }
            .map { $0.isoDay }
        return apis.flatMap { api in
            api.scenarios.flatMap { scenario in
                let recording = RecordingFile(api: api.name, scenario: scenario.name)
                let entry = entries[recording.name]
                return [
                    entry?.origin == .fake ? recording.fromFake : nil,
                    oldest.flatMap { recording.stale(since: entry?.day, oldest: $0) },
                ].compactMap { $0 }
            }
        }
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
