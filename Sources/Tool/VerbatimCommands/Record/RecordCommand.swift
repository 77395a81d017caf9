import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimURLSession

/// `verbatim record`: runs the scenarios against providers or fake providers, and publishes recordings.
struct RecordCommand: Command {
    static let syntax = CommandSyntax(
        name: "record", summary: "Records the scenarios of the APIs.",
        options: [
            .init(
                name: "--origin", value: "live|fake", choices: [RecordingOrigin.live, .fake].map(\.rawValue),
                help: "the providers, or the fake providers (default: live)"),
            .init(
                name: "--mode", value: "record|extend",
                choices: [RecordingMode.record, .extend].map(\.rawValue),
                help: "record everything, or only what is missing (default: record)"),
            .init(name: "--scenario", value: "NAME", repeats: true, help: "record only this scenario"),
            .recordings,
        ],
        operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            A recording is replaced in one step when its scenario has ended and every request has a response. Until
            then, and if it fails, the old recording is as it was. A response that breaks the contract is published, for
            `verbatim check` to report; a documented error and that of a busy provider (429, 5xx) is not.
            VERBATIM_FAKE makes the fake providers fail, such as `VERBATIM_FAKE=itunes=html-404`.
            """)

    private let apis: [String]
    private let scenarios: [String]
    private let origin: RecordingOrigin
    private let mode: RecordingMode
    private let folder: String
    /// Whether the command line names the folder.
    private let isNamed: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        apis = arguments.operands
        scenarios = arguments.values("--scenario")
        origin = arguments.value("--origin").flatMap(RecordingOrigin.init) ?? .live
        mode = arguments.value("--mode").flatMap(RecordingMode.init) ?? .record
        folder = arguments.recordings
        isNamed = arguments.value("--recordings") != nil
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        guard !context.apis.isEmpty else {
            let next = "run the tool of the package, or write one with \(ToolCommand("init", "API"))"
            throw EnvironmentError(MessageText("this tool has no scenarios to record", next: next).text)
        }
        let jobs = try jobs(in: context)
        if !isNamed { try context.requireProject(for: folder) }
        let folder = context.url(folder)
        // A damaged log would prevent every recording from being published.
        _ = try RefreshLog(in: folder).entries()
        let fakes = origin == .fake ? try context.fakes.start(context.environment) : nil
        defer { fakes?.stop() }
        let recorder = Recorder(
            folder: folder, mode: mode, origin: origin,
            originMap: fakes?.map ?? OriginMap(), fakes: context.fakes,
            environment: context.environment,
            transport: URLSessionTransport(), checker: checker(in: context), console: context.console)
        let results = await recorder.record(jobs)
        for result in results { context.console.line(result.line) }
        return results.contains { $0.hasFailed } ? .unreadable : .holds
    }

    /// A broken contract does not prevent recording; `verbatim check` reports it.
    private func checker(in context: CommandContext) -> Checker? {
        let contracts = try? ContractSet(contentsOf: context.url(context.folders.contracts))
        return contracts.map { Checker($0, context.apis) }
    }

    /// Returns the scenarios to record, by API.
    private func jobs(in context: CommandContext) throws(UsageError) -> [Recorder.Job] {
        let chosen = try context.apis(named: apis)
        let known = chosen.flatMap { $0.scenarios.map(\.name) }
        if let name = scenarios.first(where: { !known.contains($0) }) {
            throw .unknownName(name, what: "scenario", known: known)
        }
        return chosen.compactMap { api in
            let wanted = api.scenarios.filter { scenarios.isEmpty || scenarios.contains($0.name) }
            return wanted.isEmpty ? nil : Recorder.Job(api: api, scenarios: wanted)
        }
    }
}
