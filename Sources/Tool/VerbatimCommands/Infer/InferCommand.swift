import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimInference
import VerbatimJSON
import VerbatimReports

/// `verbatim infer`: infers a contract from recordings, or updates one.
struct InferCommand: Command {
    static let syntax = CommandSyntax(
        name: "infer", summary: "Infers a contract from recordings, or updates one.",
        options: [
            .init(
                name: "--recordings", value: "DIR|FILE.har", repeats: true,
                help: "recordings to read (default: \(ToolFolders.Name.recordings)/API)"),
            .init(
                name: "--contract", value: "FILE",
                help:
                    "contract to update (default: that of the API in \(ToolFolders.Name.contracts), if there is one)"
            ),
            .init(
                name: "--output", value: "FILE|-",
                help: "file to write, in JSON, - for standard output (default: the contract)"),
            .init(
                name: "--evidence", value: "N",
                help:
                    "responses after which a property that was always there is required (default: \(ContractInference().minimumResponses))"
            ),
            .init(
                name: "--host", value: "HOST",
                help: "host to describe (default: the one that answers most requests with JSON)"),
            .init(
                name: "--only", value: "KIND", choices: ["json"], help: "json: leave out what is not JSON"),
            .init(name: "--path", value: "PREFIX", help: "describe only the paths that begin with this"),
            .init(
                name: "--literal-paths", value: nil, help: "keep paths as they are, without parameters"),
            .init(
                name: "--counts", value: nil, help: "list how often each property was absent, null or empty"),
            .strict,
        ],
        operands: "API", operandCount: 1...1,
        notes: """
            What people wrote in the contract stays as long as the recordings agree. What they contradict is widened
            only as far as it must be, and every such change is listed with the value that caused it.

            Segments of new paths become parameters if they are identifiers or behave alike; each is listed. A contract
            describes one host of the recordings that --recordings names, and the others are listed.
            """)

    private let api: String
    private let recordings: [String]
    private let contract: String?
    private let output: String?
    private let evidence: Int
    private let selection: TrafficSelection
    private let keepsLiteralPaths: Bool
    private let listsCounts: Bool
    private let isStrict: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        api = arguments.operands[0]
        recordings = arguments.values("--recordings")
        contract = arguments.value("--contract")
        output = arguments.value("--output")
        listsCounts = arguments.has("--counts")
        isStrict = arguments.has("--strict")
        keepsLiteralPaths = arguments.has("--literal-paths")
        selection = TrafficSelection(
            host: arguments.value("--host"), onlyJSON: arguments.has("--only"),
            pathPrefix: arguments.value("--path") ?? "")
        let evidence = arguments.value("--evidence") ?? String(ContractInference().minimumResponses)
        guard let number = Int(evidence), number > 0 else {
            throw .malformed(evidence, expected: "a number of responses, 1 or more")
        }
        self.evidence = number
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        if contract == nil, output == nil {
            try context.requireProject(for: context.folders.contracts, or: "--output")
        }
        let path = try contract ?? defaultContract(in: context)
        let (inferred, others, isMostlyPages) = try infer(interactions(in: context), path, in: context)
        context.console.error(InferenceText().text(of: inferred, api: api, otherHosts: others))
        if listsCounts { context.console.error(ObservedResponseText().text(of: inferred.responses)) }
        try write(inferred, to: output ?? path, isMostlyPages: isMostlyPages, in: context)
        return .holds
    }

    /// Returns the path of the contract of the API, or that of a new one.
    private func defaultContract(in context: CommandContext) throws(ContractError) -> String {
        let folder = context.url(context.folders.contracts)
        let name = try ContractSet.fileName(of: api, in: folder) ?? "\(api).json"
        return "\(context.folders.contracts)/\(name)"
    }

    private func interactions(in context: CommandContext) throws -> [Interaction] {
        let paths = recordings.isEmpty ? ["\(context.folders.recordings)/\(api)"] : recordings
        let files = try paths.flatMap { try RecordingSource.files(at: context.url($0), in: context) }
        // A file that is given twice, or with its folder, is not evidence twice.
        var seen: Set<FileIdentity?> = []
        var losses: [Finding] = []
        let read = try files.filter { seen.insert(FileIdentity(of: $0.file)).inserted }.flatMap { file in
            let source = RecordingSource(file: file.file, api: recordings.isEmpty ? api : nil)
            let archive = try source.archive(redactor: context.console.redactor)
            losses += archive.lossFindings
            return archive.interactions
        }
        context.console.error(ItemText().text(of: losses))
        return read
    }

    private func infer(
        _ interactions: [Interaction], _ path: String, in context: CommandContext
    ) throws -> (InferredContract, otherHosts: [TrafficSelection.HostCount], isMostlyPages: Bool) {
        let file = context.url(path)
        let inference = ContractInference(
            minimumResponses: evidence, keepsLiteralPaths: keepsLiteralPaths)
        guard contract != nil || FileManager.default.fileExists(atPath: file.path) else {
            let (selected, others) = try select(from: interactions)
            let inferred = try inference.contract(file: path, from: selected)
            return (inferred, others, selection.isMostlyPages(selected))
        }
        let contract = try Contract(contentsOf: file, isStrict: isStrict)
        context.console.error(ContractWarningText().text(of: [contract]))
        guard selection == TrafficSelection() else {
            let (selected, others) = try select(from: interactions)
            return (try inference.update(contract, with: selected), others, false)
        }
        // A HAR file from elsewhere has traffic of other services as well; the folder of an API has not.
        let own = recordings.isEmpty ? interactions : interactions.filter { contract.hasServer(of: $0) }
        return (try inference.update(contract, with: own), [], false)
    }

    private func select(
        from interactions: [Interaction]
    ) throws -> (selected: [Interaction], others: [TrafficSelection.HostCount]) {
        guard !recordings.isEmpty || selection != TrafficSelection() else { return (interactions, []) }
        let (selected, others) = selection.select(from: interactions)
        if selected.isEmpty, let host = selection.host, !interactions.isEmpty {
            throw UsageError.unknownName(host, what: "host", known: others.prefix(10).map(\.host))
        }
        return (selected, others)
    }

    private func write(
        _ inferred: InferredContract, to path: String, isMostlyPages: Bool, in context: CommandContext
    ) throws {
        guard path != "-" else { return context.console.json(inferred.text) }
        guard inferred.isChanged || output != nil else { return }
        try context.write(inferred.text, to: path)
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        let check =
            path.isInFolder("Contracts")
            ? ToolCommand("check", api)
            : ToolCommand("check", "--contracts", "'\(folder.isEmpty ? "." : folder)'")
        let next =
            "review the change and run \(check)"
            + (isMostlyPages
                ? ", or delete it and add `--only json`, as most responses are pages, images and the like"
                : "")
        context.console.note(MessageText("wrote \(path)", next: next).text)
    }
}
