import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimURLSession

/// Records scenarios: APIs concurrently, and the scenarios of an API in order.
struct Recorder: Sendable {
    /// The folder of the recordings.
    let folder: URL
    let mode: RecordingMode
    let origin: RecordingOrigin
    let originMap: OriginMap
    /// The fake providers, which are started again for a scenario that needs its own.
    let fakes: Fakes
    let environment: [String: String]
    let transport: any LiveTransport
    /// Checks whether responses break a contract; nil if there are no contracts.
    let checker: Checker?
    let console: Console

    /// The scenarios of an API to record.
    struct Job: Sendable {
        var api: API
        var scenarios: [Scenario]
    }

    /// The seconds of silence after which a provider is unreachable.
    private static let timeout = 15.0

    /// Records all jobs, and returns the results in the order of the jobs.
    func record(_ jobs: [Job]) async -> [RecordingResult] {
        await withTaskGroup { group in
            for (index, job) in jobs.enumerated() {
                group.addTask { (index, await record(job)) }
            }
            var results: [(Int, RecordingResult)] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func record(_ job: Job) async -> RecordingResult {
        var result = RecordingResult(api: job.api, origin: origin)
        if origin == .live,
            let key = job.api.keys.first(where: { $0.isRequired && environment[$0.variable] == nil })
        {
            result.stopped = .missingKey(key)
            return result
        }
        for scenario in job.scenarios {
            let end = await record(scenario, of: job.api)
            result.ends.append(end)
            if case .unreachable = end.outcome { break }
            console.note("\(job.api.name)/\(scenario.name): \(end.outcome)")
            if let redactions = end.redactions { console.note("  redacted: \(redactions)".onOneLine) }
        }
        return result
    }

    private func record(_ scenario: Scenario, of api: API) async -> RecordingResult.End {
        let needsFakes = !scenario.fakeEnvironment.isEmpty
        guard !needsFakes || origin == .fake else {
            return .init(scenario: scenario.name, outcome: .needsFakes)
        }
        do {
            let own =
                needsFakes ? try fakes.start(environment.merging(scenario.fakeEnvironment) { $1 }) : nil
            defer { own?.stop() }
            let player = try player(for: scenario, of: api, originMap: own?.map ?? originMap)
            defer {
                for reason in player.partialSearches {
                    console.note("\(api.name)/\(scenario.name): not all searched for secrets: \(reason)")
                }
            }
            let problem = await play(scenario, on: player)
            console.redactor.addSecrets(of: player)
            let outcome = RecordingOutcome(
                of: player.recorded, misses: player.misses, problem: problem,
                unsetKeys: api.keys.filter { environment[$0.variable] == nil },
                breaksContract: { checker?.check($0, api: api.name).isBroken ?? true })
            let summary = try player.finish(outcome.publishes ? .succeeded : .failed)
            return .init(
                scenario: scenario.name, outcome: outcome.settled(by: summary),
                redactions: summary.redactions.isEmpty ? nil : summary.redactions)
        } catch RecordingError.unfinished(let error) {
            return .init(scenario: scenario.name, outcome: .unfinished("\(RecordingError.unfinished(error))"))
        } catch {
            return .init(scenario: scenario.name, outcome: .failed("\(error)"))
        }
    }

    /// The number of characters of an error of the app that are shown; it may quote a whole body.
    private static let problemLength = 2_000

    /// Runs a scenario in a recorded session, and returns the error that it threw.
    private func play(_ scenario: Scenario, on player: Player) async -> String? {
        let interceptor = URLSessionInterceptor(player)
        defer { interceptor.close() }
        let configuration = interceptor.configuration()
        configuration.timeoutIntervalForRequest = Self.timeout
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        do {
            try await scenario.run(ScenarioContext(session: session, keys: environment))
            return nil
        } catch {
            return player.redact("\(error)").excerpt(Self.problemLength)
        }
    }

    private func player(
        for scenario: Scenario, of api: API, originMap: OriginMap
    ) throws(RecordingError) -> Player {
        let options = Player.Options(
            redaction: api.redaction(environment: environment), matching: api.matching, originMap: originMap,
            origin: origin, refreshLog: RefreshLog(in: folder))
        return try Player(
            recording: folder.appending(path: "\(api.name)/\(scenario.name).har"), mode: mode,
            options: options,
            transport: transport)
    }
}
