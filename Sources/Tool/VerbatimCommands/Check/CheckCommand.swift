import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimDiff
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReplay
import VerbatimReports

/// `verbatim check`: holds recordings to contracts and models.
struct CheckCommand: Command {
    static let syntax = CommandSyntax(
        name: "check", summary: "Checks recordings against contracts and models.",
        options: [
            .contracts,
            .init(
                name: "--recordings", value: "DIR|FILE.har", repeats: true,
                help: "what to check (default: every scenario in \(DefaultPaths.recordings))"),
            .init(name: "--coverage", help: "list what of the contracts no recording shows"),
            .init(
                name: "--max-age", value: "DAYS",
                help: "warn of recordings older than so many days, as in 30d"),
            .format,
        ],
        operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            A HAR from anywhere will do: each interaction finds its contract by its address. What belongs to none
            is counted and listed as info. Exit code 1 when a finding is breaking.
            """)

    private let apis: [String]
    private let contracts: String
    private let recordings: [String]
    private let asJSON: Bool
    private let listsGaps: Bool
    private let maximumAge: Int?

    init(_ arguments: Arguments) throws(UsageError) {
        apis = arguments.operands
        contracts = arguments.value("--contracts") ?? DefaultPaths.contracts
        recordings = arguments.values("--recordings")
        asJSON = arguments.value("--format") == "json"
        listsGaps = arguments.has("--coverage")
        maximumAge = try arguments.value("--max-age").map(Self.days)
        if maximumAge != nil, let folder = recordings.first {
            throw .malformed(
                "--max-age", expected: "an option beside '--recordings \(folder)', whose age nobody notes")
        }
    }

    /// `30` or `30d`.
    private static func days(_ text: String) throws(UsageError) -> Int {
        guard let days = Int(text.hasSuffix("d") ? String(text.dropLast()) : text), days >= 0 else {
            throw .malformed(text, expected: "a number of days, as in 30d")
        }
        return days
    }

    func run(in setting: CommandContext) async throws -> ExitCode {
        let chosen = try setting.apis(named: apis)
        let all = try ContractSet(contentsOf: setting.url(contracts))
        let contracts = apis.isEmpty ? all : all.contracts(of: apis)
        let sources = try RecordingSource.all(at: recordings, orOf: chosen, in: setting)
        var report = try await check(sources, with: Checker(contracts, chosen), in: setting)
        if recordings.isEmpty {
            let log = RefreshLog(in: setting.url(DefaultPaths.recordings))
            let origins = RecordingOrigins(entries: try log.entries(), apis: chosen)
            report.add(origins.findings(maximumAge: maximumAge))
        }
        try override(&report, of: chosen, in: setting)
        print(report, to: setting.console)
        return report.isBroken ? .broken : .holds
    }

    /// Checks the recordings of each API at the same time as those of the others.
    private func check(
        _ sources: [RecordingSource], with checker: Checker, in setting: CommandContext
    ) async throws -> CheckReport {
        let groups = Dictionary(grouping: sources, by: \.api)
        let index = SharedSourceIndex(of: setting.url(DefaultPaths.sources))
        let checked = try await withThrowingTaskGroup(of: (String?, CheckReport, [Finding]).self) { tasks in
            for (api, sources) in groups {
                tasks.addTask {
                    var report = checker.check([])
                    var audit = ModelAudit()
                    for source in sources {
                        checker.add(try source.interactions(), api: api, to: &report, noting: &audit)
                    }
                    return (api, report, audit.warnings { index.value })
                }
            }
            return try await tasks.reduce(into: [:]) { $0[$1.0] = ($1.1, $1.2) }
        }
        var order: [String?] = []
        for source in sources where !order.contains(source.api) { order.append(source.api) }
        let parts = order.compactMap { checked[$0] }
        var report = checker.check([])
        for part in parts { report.add(part.0) }
        for part in parts { report.add(part.1) }
        return report
    }

    /// Applies what the team decided, and tells which decisions are of no use.
    private func override(_ report: inout CheckReport, of apis: [API], in setting: CommandContext) throws {
        var overrides = try Overrides(in: setting.url(contracts))
        report.revise { overrides.applied(to: $0) }
        guard recordings.isEmpty else { return }
        let names = apis.map(\.name)
        let isWhole = self.apis.isEmpty
        report.add(
            overrides.findings { override in
                ChangeRule.named(override.rule) == nil && (override.api.map(names.contains) ?? isWhole)
            })
    }

    private func print(_ report: CheckReport, to console: Console) {
        if asJSON {
            console.line(CheckJSON.value(of: report).text(.pretty))
        } else {
            console.out(CheckText(colored: console.isTerminal, listsGaps: listsGaps).text(of: report))
        }
    }
}
