import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimReplay

/// When and by whom the recordings of some APIs were made, and what is to be said of that.
struct RecordingOrigins {
    let entries: [String: RefreshLog.Entry]
    let apis: [API]

    /// A finding for each recording that is of a fake provider, and for each that is older than so many days.
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

/// A recording by its name.
private struct RecordingFile {
    let api: String
    let scenario: String

    var name: String { "\(api)/\(scenario)" }

    var fromFake: Finding {
        finding(
            .recordingFromFake, found: "from a fake provider",
            expected: "not from the provider: it says what we believe, not what is so",
            next: "run `make record` with network access")
    }

    /// Days are compared as their texts, which are in the same order.
    func stale(since day: String?, oldest: String) -> Finding? {
        guard let day else {
            return finding(
                .recordingStale, found: "of an unknown day", expected: "\(oldest) or later is asked for",
                next: "run `make record` to record anew")
        }
        guard day < oldest else { return nil }
        return finding(
            .recordingStale, found: "of \(day)", expected: "\(oldest) or later is asked for",
            next: "run `make record` to record anew")
    }

    private func finding(_ rule: Rule, found: String, expected: String, next: String) -> Finding {
        Finding(
            rule: rule, api: api, subject: "recording '\(name)'",
            expected: expected, found: found,
            location: SourceLocation(file: "\(DefaultPaths.recordings)/\(name).har"),
            next: next)
    }
}
