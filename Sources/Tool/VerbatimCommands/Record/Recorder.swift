import Foundation
import Synchronization
import VerbatimAPI
import VerbatimContract
import VerbatimDrift
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
    /// The number of times that a request is sent again that a provider was too busy to answer.
    let retries: Int
    /// Whether each scenario runs a second time, to find what varies by itself.
    let runsTwice: Bool
    let clock: PacingClock
    let assessment: DriftAssessment
    let console: Console

    /// The scenarios of an API to record.
    struct Job: Sendable {
        var api: API
        var items: [RecordingPlan.Item]
    }

    /// A job that runs, at its position among all jobs.
    private struct RunningJob: Sendable {
        let api: API
        let index: Int
        let pacer: RequestPacer?
        let pauses: PauseLog
        let progress: RecordingProgress
    }

    /// The seconds of silence after which a provider is unreachable.
    private static let timeout = 15.0

    /// Records all jobs, and returns the results in the order of the jobs.
    func record(_ jobs: [Job]) async -> [RecordingResult] {
        let count = jobs.flatMap(\.items).filter(\.hasLine).count
        let progress = RecordingProgress(of: count, on: console)
        return await withTaskGroup { group in
            for (index, job) in jobs.enumerated() {
                group.addTask { (index, await record(job, at: index, progress)) }
            }
            var results: [(Int, RecordingResult)] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func record(_ job: Job, at index: Int, _ progress: RecordingProgress) async -> RecordingResult {
        let pauses = PauseLog()
        let running = RunningJob(
            api: job.api, index: index, pacer: pacer(of: job.api, at: index, pauses, progress),
            pauses: pauses, progress: progress)
        var result = RecordingResult(api: job.api, origin: origin)
        defer { progress.end(api: index) }
        for item in job.items {
            switch item.action {
            case .needsKey(let key):
                result.stopped = .missingKey(key)
                return result
            case .keep: result.kept += 1
            case .needsFakes:
                result.ends.append(.init(scenario: item.scenario.name, outcome: .needsFakes))
                progress.end(result.ends.last?.text(item.name, origin) ?? "", of: index)
            case .record:
                progress.show("\(item.name)", of: index)
                let end = await record(item.scenario, in: running)
                result.ends.append(end)
                progress.end(end.text(item.name, origin), of: index)
                if case .unreachable = end.outcome { return result }
            }
        }
        return result
    }

    /// Returns the pacer of an API; nil for a fake provider, which is never busy.
    private func pacer(
        of api: API, at index: Int, _ pauses: PauseLog, _ progress: RecordingProgress
    ) -> RequestPacer? {
        guard origin == .live else { return nil }
        return RequestPacer(rate: api.rate, retries: RetryPolicy(limit: retries), clock: clock) { pause in
            pauses.add(pause)
            let wait = RecordingFigures.seconds(pause.duration)
            progress.show(
                "\(api.name): \(pause.reason), again in \(wait) (\(pause.attempts) of \(pause.limit))",
                of: index)
        }
    }

    private func record(_ scenario: Scenario, in job: RunningJob) async -> RecordingResult.End {
        let needsFakes = !scenario.fakeEnvironment.isEmpty
        let name = RecordingName(api: job.api.name, scenario: scenario.name)
        let start = clock.now()
        _ = job.pauses.take()
        do {
            let own =
                needsFakes ? try fakes.start(environment.merging(scenario.fakeEnvironment) { $1 }) : nil
            defer { own?.stop() }
            let map = own?.map ?? originMap
            let old = RecordingStore(folder).snapshot(of: [name])[name]
            let player = try player(for: scenario, in: job, originMap: map)
            let problem = await play(scenario, on: player)
            console.redactor.addSecrets(of: player)
            let outcome = RecordingOutcome(
                of: player.recorded, misses: player.misses, problem: problem,
                unsetKeys: job.api.keys.filter { environment[$0.variable] == nil },
                breaksContract: { assessment.checker?.check($0, api: job.api.name).isBroken ?? true })
            let summary = try player.finish(outcome.publishes ? .succeeded : .failed)
            var end = RecordingResult.End(scenario: scenario.name, outcome: outcome.settled(by: summary))
            end.redactions = summary.redactions.isEmpty ? nil : summary.redactions
            end.partialSearches = player.partialSearches
            end.figures = job.pauses.take()
            end.figures.bytes = summary.recorded.responseSize
            end.figures.elapsed = clock.now() - start
            if summary.publication == .published { compare(old, with: name, in: &end) }
            if runsTwice, outcome.publishes {
                end.variations = try await repeated(scenario, in: job, map, after: player)
            }
            return end
        } catch RecordingError.unfinished(let error) {
            return .init(scenario: scenario.name, outcome: .unfinished("\(RecordingError.unfinished(error))"))
        } catch {
            return .init(scenario: scenario.name, outcome: .failed("\(error)"))
        }
    }

    /// Compares a recording that was published with the one that it replaced, and finds out whether the app
    /// can decode it.
    private func compare(
        _ old: Result<[Interaction], ArchiveError>?, with name: RecordingName,
        in end: inout RecordingResult.End
    ) {
        do throws(ArchiveError) {
            let new = try RecordingStore(folder).archive(name).interactions
            end.conflict = assessment.firstConflict(in: new, api: name.api)
            guard let old = try old?.get() else { return }
            end.changes = assessment.changes(from: old, to: new, api: name.api)
        } catch {
            end.comparisonFailure = error.reason
        }
    }

    /// Runs a scenario again, publishes nothing, and returns what varies.
    private func repeated(
        _ scenario: Scenario, in job: RunningJob, _ map: OriginMap, after first: Player
    ) async throws -> ScenarioVariations {
        job.progress.show(
            "\(RecordingName(api: job.api.name, scenario: scenario.name)), again", of: job.index)
        let second = try player(for: scenario, in: job, originMap: map)
        let problem = await play(scenario, on: second)
        console.redactor.addSecrets(of: second)
        try second.finish(.failed)
        return ScenarioVariations(
            first.recorded, second.recorded, job.api.matching,
            problem: problem ?? second.misses.first.map { "\($0)" })
    }

    /// The number of characters of an error of the app that are shown; it may quote a whole body.
    private static let problemLength = 2_000

    /// Runs a scenario in a recorded session, and returns the error that it threw.
    private func play(_ scenario: Scenario, on player: Player) async -> String? {
        let interceptor = URLSessionInterceptor(player)
        defer { interceptor.close() }
        let configuration = interceptor.configuration()
        // The session waits while a request is repeated; the transport limits each attempt.
        configuration.timeoutIntervalForRequest = AttemptTransport.sessionTimeout
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
        for scenario: Scenario, in job: RunningJob, originMap: OriginMap
    ) throws(RecordingError) -> Player {
        var options = Player.Options(
            redaction: job.api.redaction(environment: environment), matching: job.api.matching,
            originMap: originMap, origin: origin, refreshLog: RefreshLog(in: folder))
        options.pacer = job.pacer
        return try Player(
            recording: folder.appending(
                path: RecordingName(api: job.api.name, scenario: scenario.name).path), mode: mode,
            options: options, transport: AttemptTransport(transport: transport, timeout: Self.timeout))
    }
}

/// A transport that limits the silence of each attempt, unless the app limits it further.
private struct AttemptTransport: LiveTransport {
    let transport: any LiveTransport
    /// The seconds of silence, for requests to which the app gives no limit.
    let timeout: Double

    /// The seconds that the session waits: longer than all attempts and the time between them.
    static let sessionTimeout = 600.0

    func send(
        _ request: HTTPRequest, timeout: Double, completion: @escaping @Sendable (Outcome) -> Void
    ) -> any CancellableTask {
        let limit = timeout == Self.sessionTimeout ? self.timeout : timeout
        return transport.send(request, timeout: limit, completion: completion)
    }
}

/// The waits of a scenario's requests.
private final class PauseLog: Sendable {
    private let figures = Mutex(RecordingFigures())

    func add(_ pause: RequestPacer.Pause) {
        figures.withLock { figures in
            figures.repeats.append("\(pause.reason)")
            figures.waited += pause.duration
        }
    }

    /// Returns the waits since the last call.
    func take() -> RecordingFigures {
        figures.withLock { figures in
            defer { figures = RecordingFigures() }
            return figures
        }
    }
}
