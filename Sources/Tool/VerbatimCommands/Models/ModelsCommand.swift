import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimJSON
import VerbatimModels
import VerbatimReports

/// `verbatim models`: puts contract, traffic and models side by side.
struct ModelsCommand: Command {
    static let syntax = CommandSyntax(
        name: "models", summary: "Compares what the models read with what is promised and what was seen.",
        options: [
            .init(
                name: "--expectations", value: nil, help: "print the contract that the models imply, as JSON"),
            .contracts,
            .init(
                name: "--recordings", value: "DIR|FILE.har", repeats: true,
                help: "what to look at (default: every scenario in \(DefaultPaths.recordings))"),
            .init(
                name: "--sources", value: "DIR",
                help: "where the models are declared (default: \(DefaultPaths.sources))"),
            .format,
        ],
        operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            Of a model that reads several locations the weakest promise counts. What is never read because no recording
            leads there is not listed. Exit code 1 when a finding is breaking.
            """)

    private let apis: [String]
    private let contracts: String
    private let recordings: [String]
    private let sources: SourcesOption
    private let asJSON: Bool
    private let asExpectations: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        apis = arguments.operands
        contracts = arguments.value("--contracts") ?? DefaultPaths.contracts
        recordings = arguments.values("--recordings")
        sources = SourcesOption(arguments)
        asJSON = arguments.value("--format") == "json"
        asExpectations = arguments.has("--expectations")
    }

    func run(in setting: CommandContext) async throws -> ExitCode {
        let chosen = try setting.apis(named: apis)
        let all = try ContractSet(contentsOf: setting.url(contracts))
        let checker = Checker(apis.isEmpty ? all : all.contracts(of: apis), chosen)
        let files = try RecordingSource.all(at: recordings, orOf: chosen, in: setting)
        var audit = ModelAudit()
        var check = checker.check([])
        for file in files {
            checker.add(try file.interactions(), api: file.api, to: &check, noting: &audit)
        }
        let report = audit.report(try sources.index(in: setting))
        print(report, to: setting.console)
        return report.isBroken ? .broken : .holds
    }

    private func print(_ report: ModelsReport, to console: Console) {
        if asExpectations {
            console.line(ExpectationsJSON.value(of: report).text(.pretty))
        } else if asJSON {
            console.line(ModelsJSON.value(of: report).text(.pretty))
        } else {
            console.out(ModelsText(colored: console.isTerminal).text(of: report))
        }
    }
}
