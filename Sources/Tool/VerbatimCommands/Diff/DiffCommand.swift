import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimDiff
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReports

/// `verbatim diff`: what changed between two contracts, and whom it hurts.
struct DiffCommand: Command {
    static let syntax = CommandSyntax(
        name: "diff", summary: "Compares contracts, or recordings, from the side of the app.",
        options: [
            .init(
                name: "--fail-on", value: "breaking|warning", choices: ["breaking", "warning"],
                help: "what ends with exit code 1 (default: breaking)"),
            .init(
                name: "--contracts", value: "DIR",
                help: "where overrides.json is (default: \(DefaultPaths.contracts))"),
            .init(
                name: "--recordings", value: "DIR",
                help: "where the recordings are that prove a change (default: \(DefaultPaths.recordings))"),
            .init(
                name: "--sources", value: "DIR",
                help: "where the app's models are declared (default: \(DefaultPaths.sources))"),
            .format,
        ],
        operands: "OLD NEW", operandCount: 2...2,
        notes: """
            Each side is a contract, a recording (.har), a folder of either, or a revision of git: HEAD~1 for all
            contracts there, HEAD~1:Contracts/itunes.json for one. A change breaks when a model of the app cannot read
            a value that only NEW allows. Exit code 0 when nothing breaks, 1 when something does, 3 when a side cannot
            be read.
            """)

    private let old: String
    private let new: String
    private let contracts: String
    private let recordings: String
    private let sources: SourcesOption
    private let failsOnWarning: Bool
    private let asJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        old = arguments.operands[0]
        new = arguments.operands[1]
        contracts = arguments.value("--contracts") ?? DefaultPaths.contracts
        recordings = arguments.value("--recordings") ?? DefaultPaths.recordings
        sources = SourcesOption(arguments)
        failsOnWarning = arguments.value("--fail-on") == "warning"
        asJSON = arguments.value("--format") == "json"
    }

    func run(in setting: CommandContext) async throws -> ExitCode {
        // Both sides at once: reading a large contract takes longer than comparing it.
        async let before = DiffInput(old, in: setting)
        async let after = DiffInput(new, in: setting)
        switch (try await before, try await after) {
        case (.contracts(let old), .contracts(let new)):
            return try compare(old, new, in: setting)
        case (.recordings(let old), .recordings(let new)):
            return try conclude(try RecordingPair.changes(from: old, to: new), in: setting)
        case (.contracts, .recordings), (.recordings, .contracts):
            throw UsageError.malformed(
                new, expected: "the same kind of thing as '\(old)': two contracts, or two recordings")
        }
    }

    private func compare(_ old: [Contract], _ new: [Contract], in setting: CommandContext) throws -> ExitCode
    {
        var changes: [ContractChange] = []
        for pair in ContractPair.pairs(old, new) {
            changes += try self.changes(of: pair, in: setting)
        }
        let compared = Set((old + new).map(\.api))
        return try conclude(changes, in: setting) { override in
            ChangeRule.named(override.rule) != nil && (override.api.map(compared.contains) ?? (new.count > 1))
        }
    }

    /// Applies what the team decided, prints, and says how it ended.
    ///
    /// - Parameter isAsked: Whether this run could have met what an override is for.
    private func conclude(
        _ changes: [ContractChange], in setting: CommandContext,
        where isAsked: (Override) -> Bool = { _ in false }
    ) throws -> ExitCode {
        var overrides = try Overrides(in: setting.url(contracts))
        let changes = overrides.applied(to: changes)
        let findings = overrides.findings(where: isAsked)
        print(changes, findings, on: setting.console)
        let worst: Severity = failsOnWarning ? .warning : .breaking
        return (changes.map(\.severity) + findings.map(\.severity)).contains { $0 >= worst }
            ? .broken : .holds
    }

    private func print(_ changes: [ContractChange], _ findings: [Finding], on console: Console) {
        guard !asJSON else {
            return console.line(ChangeJSON.value(of: changes, findings: findings).text(.pretty))
        }
        console.out(FindingText(colored: console.isTerminal).text(of: findings))
        console.out(ChangeText(colored: console.isTerminal).text(of: changes))
    }

    private func changes(of pair: ContractPair, in setting: CommandContext) throws -> [ContractChange] {
        switch pair {
        case .added(let contract): return [ContractComparison.change(added: contract)]
        case .removed(let contract): return [ContractComparison.change(removed: contract)]
        case .both(let old, let new):
            // What is the same word for word needs no recordings to be read.
            guard old.document != new.document else { return [] }
            let api = setting.apis.contains { $0.name == new.api } ? new.api : old.api
            return ContractComparison(old, new, for: try consumer(of: api, in: setting), api: api).changes()
        }
    }

    /// The app as it uses an API: its models, what it recorded, and its sources.
    private func consumer(of api: String, in setting: CommandContext) throws -> Consumer {
        let folder = setting.url(recordings).appending(path: api)
        let interactions = try FolderListing.paths(in: folder, extension: "har").flatMap { path in
            try Archive(contentsOf: folder.appending(path: path)).interactions
        }
        return Consumer(
            models: setting.apis.first { $0.name == api }?.models ?? [], interactions: interactions,
            sources: try sources.index(in: setting))
    }
}

/// A contract on both sides, or on one.
private enum ContractPair {
    case both(Contract, Contract)
    case added(Contract)
    case removed(Contract)

    /// Pairs contracts by the name of their API; a single one on each side is a pair whatever its name.
    static func pairs(_ old: [Contract], _ new: [Contract]) -> [ContractPair] {
        if old.count == 1, new.count == 1 { return [.both(old[0], new[0])] }
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
