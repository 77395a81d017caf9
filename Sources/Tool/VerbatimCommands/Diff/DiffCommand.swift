import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimDiff
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReplay
import VerbatimReports

/// `verbatim diff`: compares contracts, or recordings, from the side of the app.
struct DiffCommand: Command {
    static let syntax = CommandSyntax(
        name: "diff", summary: "Compares contracts, or recordings, from the side of the app.",
        options: [
            failOn,
            Option.contracts.with(help: "folder of overrides.json (default: \(ToolFolders.Name.contracts))"),
            Option.recordings.with(
                help: "folder of the recordings that show changes (default: \(ToolFolders.Name.recordings))"),
            Option.sources, Option.strict, Option.unpublished, git,
        ] + Shard.options + Option<ReportFormat>.reports(of: .diff),
        rules: Shard.rules(besides: [git, Option.unpublished]),
        operands: "[OLD [NEW]]", operandCount: 0...9,
        notes: """
            OLD and NEW are contracts, recordings (.har), folders of either, or Git revisions: HEAD~1 for all
            contracts of it, HEAD~1:Contracts/itunes.json for one, HEAD~1:Recordings for recordings. Without OLD it
            is the commit at which this branch left the main branch, and without NEW the contracts here. A change is
            breaking if a model of the app cannot
            read a value that only NEW allows. Exit code 0 if no change is breaking, 1 if one is, 3 if a side cannot
            be read. With --unpublished, OLD are the recordings, and NEW what tests that failed have recorded.
            """)

    private static let failOn = Option.failOn(.breaking, "lowest severity that ends with exit code 1")
    private static let git = Option.flag(
        "--git", "compare as a diff driver of Git, which passes the operands; always exit code 0")

    private let arguments: Arguments
    private let old: String?
    private let new: String
    private let driver: GitDiffDriver?

    init(arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        let operands = arguments.operands
        driver = arguments[Self.git] ? GitDiffDriver(operands) : nil
        guard driver != nil || operands.count <= 2, driver != nil || !arguments[Self.git] else {
            throw .unexpectedOperand(operands.last ?? "--git", syntax: Self.syntax)
        }
        if arguments[.unpublished], let operand = operands.first {
            throw .conflict("--unpublished", with: operand, "it stands for both sides")
        }
        old = operands.first
        new = operands.count > 1 ? operands[1] : arguments[.contracts]
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let output = try ReportOutput(arguments, for: .diff)
        if let driver {
            return driver.run(in: context) { old, new, context in
                let report = try compare(old, new, in: context)
                guard !report.items.isEmpty else {
                    let text = "the app notices no change; `git diff --no-ext-diff` shows the text"
                    return context.console.line(text)
                }
                let format = ReportText(colored: context.console.isColored)
                context.console.out(format.text(of: report, context.sourceFiles))
            }
        }
        if let shard = Shard(arguments) {
            let (old, new) = try await sides(in: context)
            return try await pair(old, new, in: context).work(in: context).write(
                shard, of: Self.syntax, arguments, in: context)
        }
        return try await output.deliver(in: context) { try await report(in: context) }
    }

    /// A side of the comparison, with its argument.
    private typealias Side = (word: String, input: DiffInput)

    /// Reads both sides at once: reading a large contract takes longer than comparing it. Shares that are
    /// joined have read the recordings.
    private func sides(in context: CommandContext) async throws -> (old: Side, new: Side) {
        let old = try old ?? mergeBase(in: context)
        guard context.partial == nil else {
            let sides = [old, new].map { ($0, DiffInput.recordings(RecordingStore(context.url($0)))) }
            return (sides[0], sides[1])
        }
        async let oldInput = DiffInput(old, in: context, isStrict: arguments[.strict])
        async let newInput = DiffInput(new, in: context, isStrict: arguments[.strict])
        return ((old, try await oldInput), (new, try await newInput))
    }

    private func pair(_ old: Side, _ new: Side, in context: CommandContext) throws -> RecordingPair {
        guard case .recordings(let first) = old.input, case .recordings(let second) = new.input else {
            throw UsageError.conflict(
                "--shard", with: new.word, "contracts are compared in one process; name recordings")
        }
        return RecordingPair(
            old: (first, { $0.named(old.word, in: first, context) }),
            new: (second, { $0.named(new.word, in: second, context) }),
            assessment: try assessment(in: context))
    }

    private func report(in context: CommandContext) async throws -> Report {
        guard !arguments[.unpublished] else {
            let changes = try context.unpublishedChanges(assessment(in: context))
            return try report(of: changes, .recordings, in: context)
        }
        let (old, new) = try await sides(in: context)
        switch (old.input, new.input) {
        case (.contracts(let old), .contracts(let new)): return try compare(old, new, in: context)
        case (.recordings, .recordings):
            let changes = try await pair(old, new, in: context).changes(in: context)
            return try report(of: changes, .recordings, in: context)
        case (.contracts, .recordings), (.recordings, .contracts):
            throw UsageError.malformed(
                new.word,
                expected: "of the same kind as '\(old.word)': compare two contracts, or two recordings")
        }
    }

    private func assessment(in context: CommandContext) throws(UsageError) -> DriftAssessment {
        let index = try arguments.declarations(in: context)
        return DriftAssessment(contracts: context.url(arguments[.contracts]), sources: index, in: context)
    }

    /// Returns the commit at which this branch left the main branch, and says so.
    private func mergeBase(in context: CommandContext) throws -> String {
        let (commit, branch) = try Git(folder: context.url(".")).mergeBase()
        context.console.note("comparing \(new) with \(commit), where this branch left \(branch)")
        return commit
    }

    private func compare(_ old: [Contract], _ new: [Contract], in context: CommandContext) throws -> Report {
        context.console.error(ContractWarningText().text(of: old + new))
        var changes: [Finding] = []
        for pair in ContractPair.pairs(old, new) { changes += try self.changes(of: pair, in: context) }
        let compared = Set((old + new).map(\.api))
        return try report(of: changes, .contracts, in: context) { override in
            override.isAboutChanges && (override.api.map(compared.contains) ?? (new.count > 1))
        }
    }

    /// Applies the overrides to changes, and returns the report.
    ///
    /// - Parameter isAsked: Returns whether this comparison could have found what an override is for.
    private func report(
        of changes: [Finding], _ parts: ComparedParts, in context: CommandContext,
        where isAsked: (Override) -> Bool = { _ in false }
    ) throws -> Report {
        var overrides = try Overrides(in: context.url(arguments[.contracts]))
        let versions = try ShippedVersions(besideContractsIn: context.url(arguments[.contracts]))
        let changes = versions.judged(overrides.applied(to: changes))
        return Report(
            changes: changes, of: parts, findings: overrides.findings(where: isAsked),
            failsFrom: arguments[Self.failOn])
    }

    private func changes(of pair: ContractPair, in context: CommandContext) throws -> [Finding] {
        switch pair {
        case .added(let contract): return [.added(contract)]
        case .removed(let contract): return [.removed(contract)]
        case .both(let old, let new):
            // Identical contracts need no recordings.
            guard old.document != new.document else { return [] }
            let api = context.apis.contains { $0.name == new.api } ? new.api : old.api
            return ContractComparison(old, new, for: try consumer(of: api, in: context), api: api).changes()
        }
    }

    /// The app as a consumer of an API: its models, recordings and sources.
    private func consumer(of api: String, in context: CommandContext) throws -> Consumer {
        let files = try context.recordings(in: arguments[.recordings])
            .files(of: [(api, [])], withOthers: false)
        let interactions = try files.flatMap { try $0.archive(context.console.redactor).interactions }
        return Consumer(
            models: context.apis.first { $0.name == api }?.models ?? [], interactions: interactions,
            sources: try arguments.declarations(in: context))
    }
}

/// One side of a comparison.
enum DiffInput {
    case contracts([Contract])
    /// A recording, or a folder of them.
    case recordings(RecordingStore)

    /// Reads the input that an argument names: a file, a folder, or a Git revision.
    init(_ word: String, in context: CommandContext, isStrict: Bool) throws {
        let url = context.url(word)
        if url.isFolder {
            self = try Self.folder(url, isStrict: isStrict)
        } else if url.isFile {
            self = try Self.file(url, isStrict: isStrict)
        } else {
            self = try Self.revision(word, in: context, isStrict: isStrict)
        }
    }

    private static func file(_ url: URL, isStrict: Bool) throws -> DiffInput {
        guard url.pathExtension != "har" else { return .recordings(RecordingStore(url)) }
        return .contracts([try Contract(contentsOf: url, isStrict: isStrict)])
    }

    private static func folder(_ url: URL, isStrict: Bool) throws -> DiffInput {
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))
        let hasContracts = names.contains { $0.hasSuffix(".json") && $0 != RefreshLog.fileName }
        let isRecordings = !hasContracts && !RecordingStore(url).names.isEmpty
        guard !isRecordings else { return .recordings(RecordingStore(url)) }
        return .contracts(try ContractSet(contentsOf: url, isStrict: isStrict).contracts)
    }

    // MARK: Revisions

    /// `HEAD~1`, for the contracts of that revision, `HEAD~1:Contracts/itunes.json`, or `HEAD~1:Recordings`.
    private static func revision(
        _ word: String, in context: CommandContext, isStrict: Bool
    ) throws -> DiffInput {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard Git.isSupported else {
            throw FileProblem(
                location: word, what: "no such file or folder, and git cannot be run on this system")
        }
        let git = Git(folder: context.url("."))
        guard git.isRepository else {
            throw FileProblem(
                location: word,
                what: "no such file or folder, and the working directory is not in a Git repository")
        }
        guard git.knows(parts[0]) else {
            throw FileProblem(
                location: word,
                what: "no such file, folder or Git revision",
                next: "run \(ToolCommand("diff", "--help"))")
        }
        if parts.count > 1, git.isRecordings(word) { return .recordings(try RecordingStore(word, of: git)) }
        let files = try git.contracts(
            at: parts[0], path: parts.count > 1 ? parts[1] : context.folders.contracts)
        guard !files.isEmpty else { throw FileProblem(location: word, what: "no contract in this revision") }
        return .contracts(try contracts(files, of: git, isStrict: isStrict))
    }

    private static func contracts(
        _ files: [Git.File], of git: Git, isStrict: Bool
    ) throws(ContractError) -> [Contract] {
        var contracts: [Contract] = []
        var problems: [ContractError.Problem] = []
        for file in files {
            do {
                let others = git.files(beside: file.path)
                contracts.append(
                    try Contract(parsing: file.text, file: file.path, files: others, isStrict: isStrict))
            } catch { problems += error.problems }
        }
        guard problems.isEmpty else { throw ContractError(problems) }
        return contracts
    }
}

extension RecordingStore {
    /// Writes the recordings of a revision to a temporary folder, in which their paths begin with its name:
    /// `HEAD/Recordings/itunes/lookup.har`. It is removed with the store.
    fileprivate init(_ revision: String, of git: Git) throws {
        let temporary = try TemporaryFolder("verbatim-revision")
        let names = revision.split { $0 == "/" || $0 == ":" }.filter { $0 != "." && $0 != ".." }
        let folder = URL(
            filePath: names.joined(separator: "/"), directoryHint: .isDirectory, relativeTo: temporary.url)
        try GitTree(revision, of: git).write(to: folder)
        self.init(folder, owner: temporary)
    }
}

/// A contract that is on both sides, or on one of them.
private enum ContractPair {
    case both(Contract, Contract)
    case added(Contract)
    case removed(Contract)

    /// Pairs contracts by the name of their API. If there is one on each side, they are a pair.
    static func pairs(_ old: [Contract], _ new: [Contract]) -> [ContractPair] {
        if old.count == 1, new.count == 1 { return [.both(old[0], new[0])] }
        if old.isEmpty || new.isEmpty { return new.map(ContractPair.added) + old.map(ContractPair.removed) }
        let common = new.map { contract in
            old.first { $0.api == contract.api }.map { ContractPair.both($0, contract) } ?? .added(contract)
        }
        // A single contract says nothing about the others of a folder.
        guard old.count > 1, new.count > 1 else {
            return common.filter { if case .both = $0 { true } else { false } }
        }
        return common + old.filter { one in !new.contains { $0.api == one.api } }.map(ContractPair.removed)
    }
}

extension SourceLocation {
    /// Returns the location with the name that Git has for a file of a revision:
    /// `HEAD:Recordings/itunes/lookup.har`. A file of a folder keeps its path.
    fileprivate func named(
        _ word: String, in store: RecordingStore, _ context: CommandContext
    ) -> SourceLocation {
        let folder = store.folder.relativePath + "/"
        guard file.hasPrefix(folder), !context.url(word).isFolder else { return self }
        let separator = word.hasSuffix("/") || word.hasSuffix(":") ? "" : "/"
        var location = self
        location.file = word + separator + file.dropFirst(folder.count)
        return location
    }
}
