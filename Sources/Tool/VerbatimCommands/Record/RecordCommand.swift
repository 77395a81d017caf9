import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimReplay
import VerbatimURLSession

/// `verbatim record`: runs the scenarios against the providers, or their fake providers, and publishes the recordings.
struct RecordCommand: Command {
    static let syntax = CommandSyntax(
        name: "record", summary: "Records the APIs anew.",
        options: [
            .init(
                name: "--origin", value: "live|fake", choices: RecordingOrigin.allCases.map(\.rawValue),
                help: "who answers: the providers, or fake providers (default: live)"),
            .init(
                name: "--mode", value: "record|extend",
                choices: [RecordingMode.record, .extend].map(\.rawValue),
                help: "everything anew, or only what is missing (default: record)"),
            .init(name: "--scenario", value: "NAME", repeats: true, help: "only this scenario"),
            .recordings,
        ],
        operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            A recording is replaced in one step when its scenario has ended and every request was answered; until
            then, and when it fails, the old one stays whole. An answer that breaks the contract is published, for
            `verbatim check` to report; an error the contract knows, and a busy provider's (429, 5xx), is not.
            VERBATIM_FAKE breaks the fake providers on purpose: `itunes=html-404`, see README.
            """)

    private let apis: [String]
    private let scenarios: [String]
    private let origin: RecordingOrigin
    private let mode: RecordingMode
    private let folder: String?

    init(_ arguments: Arguments) throws(UsageError) {
        apis = arguments.operands
        scenarios = arguments.values("--scenario")
        origin = arguments.value("--origin").flatMap(RecordingOrigin.init) ?? .live
        mode = arguments.value("--mode").flatMap(RecordingMode.init) ?? .record
        folder = arguments.value("--recordings")
    }

    func run(in setting: CommandContext) async throws -> ExitCode {
        let jobs = try jobs(in: setting)
        let originMap = origin == .fake ? try setting.startFakes(setting.environment) : nil
        defer { originMap?.stop() }
        let recorder = Recorder(
            folder: setting.url(folder ?? DefaultPaths.recordings), mode: mode, origin: origin,
            originMap: originMap?.map ?? OriginMap(), environment: setting.environment,
            transport: URLSessionTransport(), checker: checker(in: setting), console: setting.console)
        let results = await recorder.record(jobs)
        for result in results { setting.console.line(result.line) }
        return results.contains { $0.hasFailed } ? .unreadable : .holds
    }

    /// A broken contract is for `verbatim check` to report; it does not keep anyone from recording.
    private func checker(in setting: CommandContext) -> Checker? {
        let contracts = try? ContractSet(contentsOf: setting.url(DefaultPaths.contracts))
        return contracts.map { Checker($0, setting.apis) }
    }

    /// The scenarios to record, by API.
    private func jobs(in setting: CommandContext) throws(UsageError) -> [Recorder.Job] {
        let chosen = try setting.apis(named: apis)
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
