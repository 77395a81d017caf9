import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReplay
import VerbatimReports
import VerbatimServer

/// `verbatim serve`: serves recordings over a socket, and records for clients that are not `URLSession`.
struct ServeCommand: Command {
    static let syntax = CommandSyntax(
        name: "serve", summary: "Serves recordings to clients in other processes, or records for them.",
        options: [
            port, host, scenario, mode, recordAll, origin, examples, delay, fail, seed, Option.recordings,
            Option.contracts, Option.strict,
        ] + Option<ReportFormat>.reports(of: .check),
        operands: "[API...]", operandCount: 0...Int.max,
        notes: """
            The first line of output is JSON with the URL of the server and of each API; a client uses the latter in
            place of the provider's. It ends by SIGINT (Ctrl-C) or SIGTERM, and prints what clients asked for that is not
            recorded, and what breaks the contracts. Exit code 1 if a finding is breaking or a request had no answer.
            """)

    private static let port = Option<Int?>.reading(
        "--port", "N", "port to listen on (default: 0, any free port)"
    ) { text throws(UsageError) in
        guard let port = Int(digits: text, atMost: 5), port <= 65_535 else {
            throw .malformed("--port \(text)", expected: "a number up to 65535")
        }
        return port
    }.or(0)
    private static let host = Option.text(
        "--host", "ADDRESS", "IPv4 address to listen on (default: 127.0.0.1)")
    private static let scenario = Option.text(
        "--scenario", "NAME", "scenario of requests that name none (default: all of the API)")
    private static let mode = Option.choice(
        "--mode", of: [RecordingMode.replay, .record, .extend],
        "replay, or record from the providers everything or what is missing (default: replay)"
    ).or(.replay)
    private static let recordAll = Option.flag(
        "--record-all", "record from hosts that no API names as well, each as an API of its own")
    private static let origin = Option.choice(
        "--origin", of: [RecordingOrigin.live, .fake],
        "record from the providers, or from the fake providers (default: live)"
    ).or(.live)
    private static let examples = Option.flag(
        "--examples", "answer what is not recorded with the contract's examples, or instances of its schemas")
    private static let fail = Option<[FaultRule]>(
        name: "--fail", value: "RULE", repeats: true,
        help:
            "fault that some requests meet, such as 'latency=200±100' or 'status=503 every=3 path=/books/*'",
        usual: { _ in [] }
    ) { words throws(UsageError) in
        var rules: [FaultRule] = []
        for word in words {
            do throws(FaultRuleError) {
                rules.append(try FaultRule(parsing: word))
            } catch {
                throw .malformed("--fail \(word)", expected: "a rule: \(error)")
            }
        }
        return rules
    }
    private static let seed = Option<Int?>.number(
        "--seed", from: 0, "a number, from 0", isNamed: true, "seed of the faults with a chance (default: 0)"
    ).or(0)
    /// Nil is the recorded one.
    private static let delay = Option<Duration?>(
        name: "--delay", value: "recorded|none|MS",
        help: "send the pieces of bodies when they were recorded, or delay every response (default: none)",
        usual: { _ in .zero }
    ) { words throws(UsageError) in
        switch words.last {
        case "recorded": return nil
        case "none": return .zero
        case let text:
            guard let text, let milliseconds = Int(digits: text, atMost: 6) else {
                throw .malformed(
                    "--delay \(words.last ?? "")", expected: "'recorded', 'none' or a number of milliseconds")
            }
            return .milliseconds(milliseconds)
        }
    }

    private let arguments: Arguments
    private let output: ReportOutput
    private var records: Bool { arguments[Self.mode] != .replay }

    init(arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        output = try ReportOutput(arguments, for: .check)
        let mode = arguments[Self.mode]
        if records, arguments[Self.scenario] == nil {
            throw .malformed("--mode \(mode.rawValue)", expected: "used with '--scenario NAME'")
        }
        if records, arguments[Self.examples] {
            throw .conflict("--examples", with: "--mode \(mode.rawValue)", "the provider answers everything")
        }
        if !records, let other = arguments.first(of: [Self.recordAll, Self.origin]) {
            throw .malformed(other, expected: "used with '--mode record' or '--mode extend'")
        }
    }

    func run(in context: CommandContext) async throws -> ExitCode {
        let fakes = arguments[Self.origin] == .fake ? try context.fakes.start(context.environment) : nil
        defer { fakes?.stop() }
        let served = try ServedAPIs(
            arguments,
            .init(
                mode: arguments[Self.mode], origin: arguments[Self.origin],
                originMap: fakes?.map ?? OriginMap(), includesOtherHosts: arguments[Self.recordAll],
                usesExamples: arguments[Self.examples],
                faults: Faults(arguments[Self.fail], seed: UInt64(arguments[Self.seed]))),
            in: context)
        for name in served.unknown {
            context.console.note(
                "'\(name)' is not served by name: it has no recording and no contract with a server")
        }
        let check = SessionCheck(Checker(served.contracts, served.apis))
        let (session, token) = try session(served, check)
        // As many clients as the system lets the process have; it makes room for more.
        let server = try HTTPServer.start(
            host: address, port: UInt16(arguments[Self.port]), limits: .init(connections: 16_384),
            handler: session.handle)
        try await context.awaitEnd { announce(server, session, token, in: context) }
        server.stop()
        return try await finish(session, check, in: context)
    }

    // MARK: Beginning

    private var address: String {
        let host = arguments[Self.host] ?? "127.0.0.1"
        return host == "localhost" ? "127.0.0.1" : host
    }

    /// Returns the session, and the token of the control path if other machines can reach the server.
    private func session(
        _ served: ServedAPIs, _ check: SessionCheck
    ) throws -> (ReplaySession, token: String?) {
        var options = ReplaySession.Options(open: served.open)
        options.scenario = arguments[Self.scenario]
        options.delay = arguments[Self.delay]
        options.token = address.hasPrefix("127.") ? nil : UUID().uuidString
        if !records { options.observe = check.observe }
        options.findings = { ReportJSON.value(of: Report(check.result.report)) }
        let session = ReplaySession(served.routes, options)
        // A scenario need not be one of every API.
        if arguments[Self.scenario] == nil {
            for api in session.routes.apis { try session.prepare(api.name) }
        }
        return (session, options.token)
    }

    private func announce(
        _ server: HTTPServer, _ session: ReplaySession, _ token: String?, in context: CommandContext
    ) {
        let url = "http://localhost:\(server.port)"
        let line = JSONValue(members: [
            ("url", .string(url)), ("apis", session.urls(on: url)), ("token", token.map { .string($0) }),
        ])
        context.console.json(line.text(.compact) + "\n")
        guard token != nil else { return }
        context.console.problem(
            MessageText(
                "warning: every machine that reaches \(address) can read the recordings",
                next: "leave out '--host' unless a device in your network is the client"
            ).text)
    }

    // MARK: Ending

    private func finish(
        _ session: ReplaySession, _ check: SessionCheck, in context: CommandContext
    ) async throws -> ExitCode {
        for player in session.players where records {
            let summary = try player.finish(.succeeded)
            context.console.redactor.addSecrets(of: player)
            check.add(summary.recorded, api: RecordingName(player.name).api)
            let count = String.count(summary.recorded.count, "interaction")
            context.console.note("recorded: \(player.name), \(count)")
        }
        let code = try await output.deliver(in: context) {
            var (report, unchecked) = check.result
            if unchecked > 0 {
                let count = String.count(unchecked, "response")
                context.console.note("not checked: \(count), too many or sent too fast")
            }
            let contracts = context.url(arguments[.contracts])
            if contracts.isFolder {
                let versions = try ShippedVersions(besideContractsIn: contracts)
                var overrides = try Overrides(in: contracts)
                report.replaceFindings { versions.judged(overrides.applied(to: $0)) }
            }
            return Report(report)
        }
        let unanswered = session.unanswered
        note(unanswered, in: context)
        return unanswered.count == 0 ? code : max(code, .broken)
    }

    private func note(_ unanswered: ReplaySession.Unanswered, in context: CommandContext) {
        let unrouted = unanswered.unrouted.map { "no provider: '\($0)'" }
        let texts = (unrouted + unanswered.misses.map(\.description)).uniqued
        for text in texts.prefix(Self.listed) { context.console.note(text) }
        if texts.count > Self.listed { context.console.note("and \(texts.count - Self.listed) more") }
        if unanswered.count > unanswered.misses.count + unanswered.unrouted.count {
            context.console.note("without an answer in all: \(String.count(unanswered.count, "request"))")
        }
        if unanswered.requests == 0 { context.console.note("no client sent a request") }
    }

    /// The number of requests without an answer that are listed.
    private static let listed = 50
}
