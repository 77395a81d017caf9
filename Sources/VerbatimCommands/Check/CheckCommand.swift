import APIContract
import ConsumerModels
import Foundation
import HTTPArchive
import JSONDocument
import RecordReplay
import Reports
import ServiceContracts

/// `verbatim check`: holds recordings to contracts and models.
struct CheckCommand: Command {
    static let syntax = Syntax(
        name: "check", summary: "Checks recordings against contracts and models.",
        options: [
            .init(
                name: "--contracts", value: "DIR",
                help: "where the contracts are (default: \(Folders.contracts))"),
            .init(
                name: "--recordings", value: "DIR|FILE.har", repeats: true,
                help: "what to check (default: every scenario in \(Folders.recordings))"),
            .init(
                name: "--format", value: "text|json", choices: ["text", "json"],
                help: "how to print (default: text)"),
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

    init(_ arguments: Arguments) throws(UsageError) {
        apis = arguments.operands
        contracts = arguments.value("--contracts") ?? Folders.contracts
        recordings = arguments.values("--recordings")
        asJSON = arguments.value("--format") == "json"
    }

    func run(in setting: Setting) async throws -> ExitCode {
        let chosen = try setting.apis(named: apis)
        let all = try ContractSet(contentsOf: setting.url(contracts))
        let contracts = apis.isEmpty ? all : all.contracts(of: apis)
        let sources =
            recordings.isEmpty
            ? try RecordingSource.scenarios(of: chosen, in: setting.url(Folders.recordings))
            : try recordings.flatMap { path in try RecordingSource.files(at: setting.url(path)) }
        let checker = Checker(contracts, chosen)
        var report = checker.check([])
        var audit = ModelAudit()
        for source in sources {
            checker.add(try source.interactions(), api: source.api, to: &report, noting: &audit)
        }
        report.add(audit.warnings { SourceIndex(contentsOf: setting.url(Folders.sources)) })
        try print(report, of: chosen, to: setting)
        return report.isBroken ? .broken : .holds
    }

    private func print(_ report: CheckReport, of apis: [API], to setting: Setting) throws {
        let console = setting.console
        guard !asJSON else { return console.line(CheckJSON.value(of: report).text(.pretty)) }
        console.out(CheckText(colored: console.isTerminal).text(of: report))
        guard recordings.isEmpty else { return }
        let log = RefreshLog(setting.url(Folders.recordings).appending(path: "refreshed.json"))
        console.out(StandInNotice(try log.entries(), of: apis).text)
    }
}
