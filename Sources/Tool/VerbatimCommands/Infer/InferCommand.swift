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
        ] + GeneratorTarget.options + Shard.options + [Shard.known],
        rules: Shard.rules(besides: [output]) + [.use(of: [Shard.known], with: Shard.partial)],
        operands: "API", operandCount: 1...1,
        notes: """
            What people wrote in the contract stays as long as the recordings agree. What they contradict is widened
            only as far as it must be, and every such change is listed with the value that caused it. Schemas with
            `x-responses`, the number of responses behind them, require what these and the models show.

            Segments of new paths become parameters if they are identifiers or behave alike; each is listed. A contract
            describes one host of the recordings that --recordings names, and the others are listed.

            Shares read their recordings once for each pass: --with names what all have found so far.
            """)

    private static let recordings = Option.recordings(
        "recordings to read", in: "\(ToolFolders.Name.recordings)/API")
    private static let contract = Option.text(
        "--contract", "FILE",
        "contract to update (default: that of the API in \(ToolFolders.Name.contracts), if there is one)")
    static let output = Option.text(
        "--output", "FILE|-", "file to write, in JSON, - for standard output (default: the contract)")
    private static let evidence = Option.number(
        "--evidence", from: 1, "a number of responses, 1 or more",
        "responses after which a property that was always there is required (default: 1, more where it varies)"
    )
    private static let host = Option.text(
        "--host", "HOST", "host to describe (default: the one that answers most requests with JSON)")
    private static let only = Option.choice(
        "--only", of: [PrintedForm.json], value: "KIND", "json: leave out what is not JSON")
    private static let path = Option.text("--path", "PREFIX", "describe only the paths that begin with this")
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
        if context.partial != nil || Shard(arguments) != nil { return try await runShares(in: context) }
        if contract == nil, output == nil {
            try context.requireProject(for: context.folders.contracts, or: "--output")
        }
        try await report(try await context.traffic(of: try files(in: context)), in: context)
        return .holds
    }

    /// Infers a contract, reports the edits and writes it, unless shares have yet to read some traffic.
    private func report(_ traffic: StreamedTraffic, in context: CommandContext) async throws {
        let path = try contractPath(in: context)
        let (found, others, isMostlyPages) = try infer(traffic, path, in: context)
        let inferred = try found.requiring(needs(of: found.contract, traffic, in: context))
        try traffic.requireReadable()
        context.console.error(InferenceText().text(of: inferred, api: api, otherHosts: others))
        if arguments[Self.counts] {
            context.console.error(ObservedResponseText().text(of: inferred.responses))
        }
        try write(inferred, to: output ?? path, isMostlyPages: isMostlyPages, in: context)
    }

    /// Returns the path of the contract to update, or that of a new one.
    func contractPath(in context: CommandContext) throws(ContractError) -> String {
        if let contract { return contract }
        let folder = context.url(context.folders.contracts)
        let name = try ContractSet.fileName(of: api, in: folder) ?? "\(api).json"
        return "\(context.folders.contracts)/\(name)"
    }

    private func files(in context: CommandContext) throws -> [RecordingStore.File] {
        let given = try arguments.recordings(Self.recordings, in: context)
        let paths = given.isEmpty ? ["\(context.folders.recordings)/\(api)"] : given
        // A file that is given twice, or with its folder, is not evidence twice.
        let store = RecordingStore(
            context.url(context.folders.recordings), apis: recordings.isEmpty ? [api] : [])
        return try context.recordings(at: paths, in: store).sorted { $0.url.path() < $1.url.path() }
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
        let empty = checker.check([])
        if let key = CheckedRecording.checker { (traffic.shares as? InferenceShares)?.know(checker, as: key) }
        let read = traffic.facts(ReadModels()) { part in
            var (report, read) = (empty, ReadModels())
            for (_, interaction) in part {
                checker.add([interaction], to: &report, audit: &read.audit) { nil }
            }
            return read
        }
        try traffic.requireReadable()
        return read.audit.needs
    }

    private func select(
        from traffic: StreamedTraffic, in context: CommandContext
    ) throws -> (selected: StreamedTraffic, others: [TrafficSelection.HostCount]) {
        guard !recordings.isEmpty || selection != TrafficSelection() else { return (traffic, []) }
        let (selected, others) = selection.select(from: traffic)
        try traffic.requireReadable()
        if selected.isEmpty, let host = selection.host, !traffic.isEmpty {
            throw UsageError.unknownName(host, what: "host", known: others.prefix(10).map(\.host))
        }
        let left = traffic.countOfBrowser - selected.countOfBrowser
        if left > 0 {
            let requests = String.count(left, "request")
            context.console.note("left out \(requests) of the browser itself: preflights and parts of pages")
        }
        let hosts = selected.hosts
        if hosts.count > 1 {
            context.console.note(
                "\(Array(hosts.prefix(10)).list("and")) are servers of one API, as their paths are alike; "
                    + "add `--host HOST` to describe one")
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

/// The shares of an inference.
extension InferCommand {
    /// A digest of the contract to update.
    func contractDigest(in context: CommandContext) throws -> String {
        let path = try contractPath(in: context)
        let url = context.url(path)
        return FileManager.default.fileExists(atPath: url.path) ? try context.digest(of: [(path, url)]) : ""
    }

    /// Infers as far as is known what all shares show, and writes the contract, or what a share has found.
    private func runShares(in context: CommandContext) async throws -> ExitCode {
        let shard = Shard(arguments)
        if shard == nil, output == nil {
            throw UsageError.malformed(
                "an inference", expected: "a command with `--output FILE`, the file of the contract")
        }
        let files = shard == nil ? [] : try files(in: context)
        let items = try files.map { file in
            let name = file.itemName
            let parts = shard?.contains(name) ?? false ? file.parts : []
            return (name: name, digest: try context.digest(of: parts.map { ($0.lastPathComponent, $0) }))
        }
        let known = try known(items.map(\.name), in: context)
        let shares = InferenceShares(known, shard, items)
        do {
            let traffic = try await context.traffic(of: files, dividedAmong: shares)
            try traffic.requireReadable()
            try await report(traffic, in: context)
        } catch  where shares.isWaiting {
            // What cannot be concluded yet is no error.
        }
        try shares.requireConsistent()
        guard let shard else {
            guard shares.isWaiting, let known else { return .holds }
            context.console.note(nextPass(of: known))
            return .broken
        }
        let (lines, passes) = shares.results
        var header = try header(of: items.map(\.name), shard, in: context)
        header.passes = passes
        try PartialFile(path: shard.path, header: header, lines: lines).write(in: context)
        let count = String.count(passes, "pass", plural: "passes")
        context.console.note("\(shard.path): share \(shard.number) of \(shard.count), \(count)")
        return .holds
    }

    private func header(
        of names: [String], _ shard: Shard, in context: CommandContext
    ) throws -> PartialFile.Header {
        context.partialHeader(of: names, try contractDigest(in: context), shard, Self.syntax, arguments)
    }

    /// What all shares have found in earlier passes.
    private func known(_ names: [String], in context: CommandContext) throws -> PartialFile? {
        guard let shard = Shard(arguments) else { return context.partial }
        guard let path = arguments[Shard.known] else { return nil }
        let known = try PartialFile(path, in: context)
        var header = try header(of: names, shard, in: context)
        header.passes = known.header.passes
        try PartialFile(path: shard.path, header: header, lines: []).requireSameRun(as: known)
        try known.requireComplete()
        return known
    }

    private func nextPass(of known: PartialFile) -> String {
        let share = ToolCommand(
            [Self.syntax.name] + known.header.arguments + [
                "--shard", "K/\(known.header.shards)", "--partial", "FILE", "--with", "joined.json",
            ])
        let passes = String.count(known.header.passes, "pass", plural: "passes")
        return MessageText(
            "\(known.path): the contract is not known after \(passes)",
            next: "join the files with \(ToolCommand("merge", "FILE...", "--partial", "joined.json")), run "
                + "\(share) for each share K, and merge again"
        ).text
    }
}

/// What the models of an app read of interactions.
private struct ReadModels: TrafficFacts {
    var audit = ModelAudit()

    init() {}

    mutating func append(_ next: ReadModels) { audit.add(next.audit) }

    init(from decoder: any Decoder) throws {
        let checker = CheckedRecording.checker.flatMap { decoder.userInfo[$0] } as? Checker
        audit = checker?.audit(try ModelAudit.Facts(from: decoder)) ?? ModelAudit()
    }

    func encode(to encoder: any Encoder) throws { try ModelAudit.Facts(audit).encode(to: encoder) }
}
