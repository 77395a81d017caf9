import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReplay
import VerbatimServer
import VerbatimURLSession

/// The APIs that a server serves, with their contracts and recordings: the first stage of `serve`.
struct ServedAPIs {
    let contracts: ContractSet
    let apis: [API]
    private let store: RecordingStore
    /// All recordings of each API as one, of which every session gets a player of its own.
    private let players: [String: Player]
    private let context: CommandContext
    private let options: Options

    struct Options: Sendable {
        var mode = RecordingMode.replay
        var origin = RecordingOrigin.live
        var originMap = OriginMap()
        /// Whether hosts that no API names are recorded as well.
        var includesOtherHosts = false
        /// Whether the contracts answer what is not recorded.
        var usesExamples = false
        var faults: Faults = []
    }

    /// Reads the contracts, if there are any, and the recordings of the APIs that the operands name, or of
    /// all that have a contract, a recording or code.
    init(_ arguments: Arguments, _ options: Options, in context: CommandContext) throws {
        let folder = context.url(arguments[.contracts])
        let all =
            folder.isFolder || arguments.has(.contracts)
            ? try ContractSet(contentsOf: folder, isStrict: arguments[.strict]) : ContractSet([])
        var known = context.including(all.contracts.map(\.api))
        let files = RecordingStore(context.url(arguments[.recordings]))
        for name in files.names.map(\.api).uniqued
        where !name.isEmpty && !known.apis.contains(where: { $0.name == name }) {
            known.apis.append(API(name: name))
        }
        apis = try known.apis(named: arguments.operands)
        contracts = arguments.operands.isEmpty ? all : all.contracts(of: arguments.operands)
        store = RecordingStore(files.folder, apis: apis.map(\.name))
        self.context = known
        self.options = options
        let names = Dictionary(grouping: files.names, by: \.api)
        var players: [String: Player] = [:]
        for api in apis {
            var playerOptions = Self.playerOptions(of: api, options, store, known)
            playerOptions.command = ToolCommand("record", api.name).line
            let urls = names[api.name, default: []].sorted().map { files.folder.appending(path: $0.path) }
            players[api.name] = try Player(joining: urls, name: api.name, options: playerOptions)
        }
        self.players = players
    }

    /// The names of the APIs of which neither a contract nor a recording says where they are.
    var unknown: [String] { apis.filter { servers(of: $0).isEmpty }.map(\.name) }

    var routes: ProviderRoutes {
        ProviderRoutes(
            apis.compactMap { ProviderRoutes.API($0.name, servers: servers(of: $0)) },
            includingOtherHosts: options.includesOtherHosts)
    }

    /// Returns the URLs of the servers in the contract of an API, then the origins in its recordings.
    private func servers(of api: API) -> [String] {
        let declared = contracts.contract(of: api.name)?.serverURLs ?? []
        let origins = players[api.name].map { Array($0.recordedOrigins.pairs) } ?? []
        return (declared + origins.sorted { $0.1 > $1.1 }.map(\.0)).uniqued
    }

    /// Opens the recording of a scenario, or all of an API as one, which repeat the last response to a
    /// request.
    @Sendable func open(_ name: ReplaySession.SourceName) throws -> ReplaySession.Source {
        let api = apis.first { $0.name == name.api } ?? API(name: name.api)
        let player = try player(name, of: api)
        var responder: (any Responder)?
        if options.usesExamples {
            responder = ExampleResponder(player: player, examples: ContractExamples(contracts), api: api.name)
        }
        if !options.faults.rules.isEmpty {
            responder = FaultingResponder(options.faults, else: responder ?? player)
        }
        return .init(player, responder: responder)
    }

    private static func playerOptions(
        of api: API, _ options: Options, _ store: RecordingStore, _ context: CommandContext
    ) -> Player.Options {
        Player.Options(
            redaction: api.redaction(environment: context.environment), matching: api.matching,
            originMap: options.originMap, exhausted: .repeatLast, origin: options.origin,
            refreshLog: store.log)
    }

    private func player(_ name: ReplaySession.SourceName, of api: API) throws -> Player {
        let playerOptions = Self.playerOptions(of: api, options, store, context)
        guard let scenario = name.scenario else {
            return try players[api.name]?.restarted()
                ?? Player(joining: [], name: api.name, options: playerOptions)
        }
        let recordingName = RecordingName(api: api.name, scenario: scenario)
        guard recordingName.isValid, !scenario.contains("/") else {
            throw UsageError.malformed(scenario, expected: "the name of a scenario")
        }
        return try Player(
            recording: store.folder.appending(path: recordingName.path), mode: options.mode,
            options: playerOptions, transport: options.mode == .replay ? nil : URLSessionTransport())
    }
}

/// Answers what a player has recorded, and else what the contract describes.
private struct ExampleResponder: Responder {
    let player: Player
    let examples: ContractExamples
    let api: String

    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        let outcome =
            player.recordedOutcome(of: request)?.outcome
            ?? examples.response(to: request, api: api).map { .response($0) }
        return outcome.map { .immediate($0) } ?? player.respond(to: request, timeout: timeout)
    }
}
