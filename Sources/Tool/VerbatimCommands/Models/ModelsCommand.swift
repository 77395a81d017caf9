import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimJSON
import VerbatimModels
import VerbatimReports

/// `verbatim models`: compares models with contract and traffic.
struct ModelsCommand: Command {
    static let syntax = CommandSyntax(
        name: "models", summary: "Compares what the models read with contracts and recordings.",
        options: [
            .init(
                name: "--expectations", value: nil, help: "print the contract that the models imply, as JSON"),
            .contracts,
            .init(
                name: "--recordings", value: "DIR|FILE.har", repeats: true,
                help: "recordings to read (default: all in \(ToolFolders.Name.recordings))"),
            .sources,
            .format,
        ],
        operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            If a model reads a property in several schemas, the weakest of them counts. A property that no
            recording leads to is not listed. Exit code 1 if a finding is breaking.
            """)

    private let apis: [String]
    private let contracts: String
    private let recordings: [String]
    private let sources: ModelSources
    private let asJSON: Bool
    private let asExpectations: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        apis = arguments.operands
        contracts = arguments.contracts
        recordings = arguments.values("--recordings")
        sources = ModelSources(arguments)
        asJSON = arguments.value("--format") == "json"
        asExpectations = arguments.has("--expectations")
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let all = try ContractSet(contentsOf: context.url(contracts))
        let context = context.including(all)
        let chosen = try context.apis(named: apis)
        let checker = Checker(apis.isEmpty ? all : all.contracts(of: apis), chosen)
        let files = try RecordingSource.all(at: recordings, orOf: chosen, in: context)
        var audit = ModelAudit()
        var check = checker.check([])
        for file in files {
            let interactions = try file.interactions(on: context.console)
            checker.add(interactions, api: file.api, to: &check, audit: &audit)
        }
        context.console.error(ItemText().text(of: checker.bindingFindings))
        let report = audit.report(try sources.index(in: context))
        print(report, to: context.console)
        return report.isBroken || !checker.bindingFindings.isEmpty ? .broken : .holds
    }

    private func print(_ report: ModelsReport, to console: Console) {
        if asExpectations {
            console.json(ExpectationsJSON.value(of: report))
        } else if asJSON {
            console.json(ReportJSON.value(of: Report(report)))
        } else {
            let format = ReportText(colored: console.isColored, width: console.width)
            console.out(format.text(of: Report(report)))
        }
    }
}
