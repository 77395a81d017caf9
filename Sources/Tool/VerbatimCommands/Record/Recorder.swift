import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimReplay
import VerbatimURLSession

/// Records scenarios: the APIs side by side, the scenarios of one API one after the other.
struct Recorder: Sendable {
    /// Where the recordings go.
    let folder: URL
    let mode: RecordingMode
    let origin: RecordingOrigin
    let originMap: OriginMap
    let environment: [String: String]
    let transport: any LiveTransport
    /// What tells an answer that breaks a promise; nil when there are no contracts to tell by.
    let checker: Checker?
    let console: Console

    /// What is to be recorded of one API.
    struct Job: Sendable {
        var api: API
        var scenarios: [Scenario]
    }

    /// Seconds of silence after which a provider counts as out of reach.
    private static let patience = 15.0

    /// Records all jobs; the results are in the order of the jobs.
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
            if case .unreachable = end.verdict { break }
            console.note("\(job.api.name)/\(scenario.name): \(end.verdict)")
        }
        return result
    }

    private func record(_ scenario: Scenario, of api: API) async -> RecordingResult.End {
        do {
            let player = try player(for: scenario, of: api)
            let problem = await play(scenario, on: player)
            let verdict = RecordingVerdict(
                of: player.recorded, misses: player.misses, problem: problem,
                breaksPromise: { checker?.check($0, api: api.name).isBroken ?? true })
            let summary = try player.finish(verdict.publishes ? .succeeded : .failed)
            return .init(scenario: scenario.name, verdict: verdict.settled(by: summary))
        } catch {
            return .init(scenario: scenario.name, verdict: .failed("\(error)"))
        }
    }

    /// Runs a scenario through a door, and returns what it threw.
    private func play(_ scenario: Scenario, on player: Player) async -> (any Error)? {
        let door = URLSessionInterceptor(player)
        defer { door.close() }
        let configuration = door.configuration()
        configuration.timeoutIntervalForRequest = Self.patience
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        do {
            try await scenario.run(ScenarioContext(session: session, keys: environment))
            return nil
        } catch {
            return error
        }
    }

    private func player(for scenario: Scenario, of api: API) throws(RecordingError) -> Player {
        let options = Player.Options(
            redaction: api.redaction(environment: environment), originMap: originMap, origin: origin,
            refreshLog: RefreshLog(in: folder))
        return try Player(
            recording: folder.appending(path: "\(api.name)/\(scenario.name).har"), mode: mode,
            options: options,
            transport: transport)
    }
}
