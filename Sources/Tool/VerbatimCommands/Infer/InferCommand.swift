import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimInference
import VerbatimJSON
import VerbatimModels
import VerbatimReplay
import VerbatimReports

/// `verbatim infer`: infers a contract from recordings, or updates one.
struct InferCommand: Command {
    static let syntax = CommandSyntax(
        name: "infer", summary: "Infers a contract from recordings, or updates one.",
        options: [
            recordings, Option.unpublished, contract, output, evidence, host, only, path, literalPaths,
            counts, Option.strict,
        ] + GeneratorTarget.options,
        operands: "API", operandCount: 1...1,
        notes: """
            What people wrote in the contract stays as long as the recordings agree. What they contradict is widened
            only as far as it must be, and every such change is listed with the value that caused it. Schemas with
            `x-responses`, the number of responses behind them, require what these and the models show.

            Segments of new paths become parameters if they are identifiers or behave alike; each is listed. A contract
            describes one host of the recordings that --recordings names, and the others are listed.
            """)

    private static let recordings = Option.recordings(
        "recordings to read", in: "\(ToolFolders.Name.recordings)/API")
    private static let contract = Option.text(
        "--contract", "FILE",
        "contract to update (default: that of the API in \(ToolFolders.Name.contracts), if there is one)")
    private static let output = Option.text(
        "--output", "FILE|-", "file to write, in JSON, - for standard output (default: the contract)")
    private static let evidence = Option.number(
        "--evidence", from: 1, "a number of responses, 1 or more",
        "responses after which a property that was always there is required (default: 1, more where it varies)"
    )
    private static let host = Option.text(
        "--host", "HOST", "host to describe (default: the one that answers most requests with JSON)")
    private static let only = Option.choice(
        "--only", of: [PrintedForm.json], value: "KIND", "json: leave out what is not JSON")
    private static let path = Option.text(
        "--path", "PREFIX", "describe only the paths that begin with this")
    private static let literalPaths = Option.flag(
        "--literal-paths", "keep paths as they are, without parameters")
    private static let counts = Option.flag(
        "--counts", "list how often each property was absent, null or empty")

    private let arguments: Arguments
    private let target: GeneratorTarget?

    init(arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        target = try GeneratorTarget(arguments)
    }

    private var api: String { arguments.operands[0] }
    private var recordings: [String] { arguments[Self.recordings] }
    private var contract: String? { arguments[Self.contract] }
    private var output: String? { arguments[Self.output] }
    private var selection: TrafficSelection {
        TrafficSelection(
            host: arguments[Self.host], onlyJSON: arguments.has(Self.only),
            pathPrefix: arguments[Self.path] ?? "")
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        if contract == nil, output == nil {
            try context.requireProject(for: context.folders.contracts, or: "--output")
        }
        let path = try contract ?? defaultContract(in: context)
        let traffic = try await traffic(in: context)
        let (found, others, isMostlyPages) = try infer(traffic, path, in: context)
        let inferred = try found.requiring(needs(of: found.contract, traffic, in: context))
        context.console.error(InferenceText().text(of: inferred, api: api, otherHosts: others))
        if arguments[Self.counts] {
            context.console.error(ObservedResponseText().text(of: inferred.responses))
        }
        try write(inferred, to: output ?? path, isMostlyPages: isMostlyPages, in: context)
        return .holds
    }

    /// Returns the path of the contract of the API, or that of a new one.
    private func defaultContract(in context: CommandContext) throws(ContractError) -> String {
        let folder = context.url(context.folders.contracts)
        let name = try ContractSet.fileName(of: api, in: folder) ?? "\(api).json"
        return "\(context.folders.contracts)/\(name)"
    }

    private func traffic(in context: CommandContext) async throws -> StreamedTraffic {
        let given = try arguments.recordings(Self.recordings, in: context)
        let paths = given.isEmpty ? ["\(context.folders.recordings)/\(api)"] : given
        // A file that is given twice, or with its folder, is not evidence twice.
        let store = RecordingStore(
            context.url(context.folders.recordings), apis: recordings.isEmpty ? [api] : [])
        let files = try context.recordings(at: paths, in: store).sorted { $0.url.path() < $1.url.path() }
        return try await context.traffic(of: files)
    }

    private func infer(
        _ traffic: StreamedTraffic, _ path: String, in context: CommandContext
    ) throws -> (InferredContract, otherHosts: [TrafficSelection.HostCount], isMostlyPages: Bool) {
        let file = context.url(path)
        var inference = ContractInference(
            minimumResponses: arguments[Self.evidence], keepsLiteralPaths: arguments[Self.literalPaths])
        inference.isSecret = context.console.redactor.isSecret
        guard contract != nil || FileManager.default.fileExists(atPath: file.path) else {
            let (selected, others) = try select(from: traffic, in: context)
            let inferred = try inference.contract(file: path, from: selected)
            return (inferred, others, selection.isMostlyPages(selected))
        }
        let contract = try Contract(contentsOf: file, isStrict: arguments[.strict])
        context.console.error(ContractWarningText().text(of: [contract]))
        if arguments.has(Self.evidence) {
            context.console.note(
                "\(path) exists: `--evidence` counts for what is new in it, and for schemas with `x-responses`"
            )
        }
        guard selection == TrafficSelection() else {
            let (selected, others) = try select(from: traffic, in: context)
            return (try inference.update(contract, with: selected), others, false)
        }
        // A HAR file from elsewhere has traffic of other services as well; the folder of an API has not.
        let own = recordings.isEmpty ? traffic : traffic.keeping(contract.hasServer)
        return (try inference.update(contract, with: own), [], false)
    }

    /// The properties that the models of the API need and that every recorded object has.
    private func needs(
        of contract: Contract, _ traffic: StreamedTraffic, in context: CommandContext
    ) throws -> [InferredContract.Need] {
        guard context.apis.contains(where: { !$0.models.isEmpty }) else { return [] }
        let checker = Checker(ContractSet([contract]), context.apis)
        var (report, audit) = (checker.check([]), ModelAudit())
        for interaction in traffic { checker.add([interaction], to: &report, audit: &audit) { nil } }
        try traffic.requireReadable()
        return audit.needs
    }

    private func select(
        from traffic: StreamedTraffic, in context: CommandContext
    ) throws -> (selected: StreamedTraffic, others: [TrafficSelection.HostCount]) {
        guard !recordings.isEmpty || selection != TrafficSelection() else { return (traffic, []) }
        let (selected, others) = selection.select(from: traffic)
        if selected.isEmpty, let host = selection.host, !traffic.isEmpty {
            throw UsageError.unknownName(host, what: "host", known: others.prefix(10).map(\.host))
        }
        let left = traffic.countOfBrowser - selected.countOfBrowser
        if left > 0 {
            let requests = String.count(left, "request")
            context.console.note("left out \(requests) of the browser itself: preflights and parts of pages")
        }
        return (selected, others)
    }

    private func write(
        _ inferred: InferredContract, to path: String, isMostlyPages: Bool, in context: CommandContext
    ) throws {
        let text = try target?.text(of: inferred.text, on: context.console)
        guard path != "-" else { return context.console.file(text ?? inferred.text) }
        let isRewritten = text.map { $0 != inferred.text } ?? false
        guard inferred.isChanged || isRewritten || output != nil else { return }
        try context.write(text ?? inferred.text, to: path)
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        let check =
            path.isInFolder("Contracts")
            ? ToolCommand("check", api)
            : ToolCommand("check", "--contracts", folder.isEmpty ? "." : String(folder))
        let next =
            "review the change and run \(check)"
            + (isMostlyPages
                ? ", or delete it and add `--only json`, as most responses are pages, images and the like"
                : "")
        context.console.note(MessageText("wrote \(path)", next: next).text)
    }
}
