import VerbatimContract
package import VerbatimHAR
import VerbatimJSON

/// The recordings of an API, as a line of a dashboard has them.
package struct RecordedAPI: Sendable {
    /// The name of the API; empty for recordings of no API.
    package var name: String
    package var recordings = 0
    package var missing = 0
    /// The ages of the recordings in days, as far as they are known.
    package var ages: [Int] = []
    /// The number of recordings of what only a fake provider shows.
    package var fakeOnly = 0
    /// The origins of the other recordings, as far as they are known.
    package var origins: Set<RecordingOrigin> = []
    package var hasContract = false

    package init(name: String) { self.name = name }
}

/// The state of all recordings: a line for each API with its age, its origin, how much of the contract it
/// shows, and the verdict of a check; at the end what is to be done.
///
///       API           recordings  age           origin  operations  verdict
///     ✓ google-books          14  1 day         fake    3 of 3      holds
///     ✗ itunes          15 of 17  3 to 30 days  live    3 of 3      1 breaking, 1 warning
///
///     ✗ 1 breaking, 1 warning · 29 recordings, 2 missing
///       see why with `verbatim check itunes`
///
/// The APIs have the order of the tool, as in every other list of them: a line that moves with its verdict is
/// hard to find again, and the symbols show the worst ones.
package struct StatusText: Sendable {
    private let style: TextStyle
    private let width: Int?

    package init(colored: Bool = false, width: Int? = nil) {
        style = TextStyle(isColored: colored)
        self.width = width
    }

    /// Returns the lines, each with a line break.
    ///
    /// - Parameter report: The report of a check; nil if nothing could be checked.
    package func text(of apis: [RecordedAPI], _ report: Report?) -> String {
        let contents: ReportContents? =
            if case .completed(let contents) = report?.result { contents } else { nil }
        var coverage: [Coverage] = []
        if case .check(let check) = contents?.subject { coverage = check.coverage() }
        let causes = contents?.causes ?? []
        let verdicts = apis.map { api -> Verdict? in
            guard contents != nil, api.hasContract, api.recordings > 0 else { return nil }
            return Verdict(causes.filter { $0.api == api.name }.map(\.severity))
        }
        let rows = zip(apis, verdicts).map { api, verdict in
            cells(of: api, verdict, coverage.first { $0.api == api.name }?[.operations])
        }
        let head = ["  API", "recordings", "age", "origin", "operations", "verdict"]
        let lines = TextTable([head] + rows, numberColumns: [1]).lines.map { $0.cut(to: width ?? .max) }
        let table = zip(lines, [nil] + apis.indices.map(Optional.some)).map { line, index in
            index.flatMap { verdicts[$0] }.map { style.colored(line, as: $0.severity) } ?? line
        }
        let isChecked = verdicts.contains { $0 != nil }
        let summary = summary(of: apis, isChecked ? Verdict(causes.map(\.severity)) : nil)
        let next = next(after: apis, causes)
        return (table + ["", summary, "  " + next]).map { $0 + "\n" }.joined()
    }

    private func cells(of api: RecordedAPI, _ verdict: Verdict?, _ shown: Coverage.Count?) -> [String] {
        let known = api.recordings + api.missing
        let origins = RecordingOrigin.allCases.filter(api.origins.contains).map(\.rawValue)
        return [
            "\(verdict?.symbol ?? " ") \(api.name.isEmpty ? "of no API" : api.name)",
            api.missing > 0 ? "\(api.recordings) of \(known)" : "\(api.recordings)", age(of: api),
            origins.isEmpty ? "-" : origins.joined(separator: ", "),
            shown.map { "\($0.covered) of \($0.total)" } ?? "-",
            verdict?.text
                ?? (api.recordings == 0 ? "not recorded" : api.hasContract ? "not checked" : "no contract"),
        ]
    }

    /// The age of the recordings: `today`, `1 day`, `3 to 30 days`.
    private func age(of api: RecordedAPI) -> String {
        guard let youngest = api.ages.min(), let oldest = api.ages.max() else {
            return api.recordings == 0 ? "never" : "unknown"
        }
        if oldest == 0 { return "today" }
        return youngest == oldest ? String.count(oldest, "day") : "\(youngest) to \(oldest) days"
    }

    private func summary(of apis: [RecordedAPI], _ verdict: Verdict?) -> String {
        let missing = apis.reduce(0) { $0 + $1.missing }
        let fakeOnly = apis.reduce(0) { $0 + $1.fakeOnly }
        let parts: [String?] = [
            String.count(apis.reduce(0) { $0 + $1.recordings }, "recording"),
            missing > 0 ? "\(missing) missing" : nil,
            Set(apis.flatMap(\.origins)) == [.fake]
                ? "all from fake providers" : fakeOnly > 0 ? "\(fakeOnly) of what only fakes show" : nil,
        ]
        let counts = parts.compactMap(\.self).joined(separator: ", ")
        guard let verdict else { return "not checked · \(counts)" }
        return style.colored("\(verdict.symbol) \(verdict.text)", as: verdict.severity) + " · " + counts
    }

    private func next(after apis: [RecordedAPI], _ causes: [Cause]) -> String {
        if let api = causes.first(where: { $0.severity > .info })?.api {
            return "see why with \(ToolCommand("check", api))"
        }
        let incomplete = apis.filter { $0.missing > 0 }
        if let api = incomplete.first {
            let command = incomplete.count > 1 ? ToolCommand("record") : ToolCommand("record", api.name)
            return "record what is missing with \(command)"
        }
        if apis.contains(where: { $0.origins.contains(.fake) }) {
            return "fakes show assumptions, not the APIs: run \(ToolCommand("record")) with network access"
        }
        return "see them with \(ToolCommand("open")), or list them with `--verbose`"
    }
}
