import Foundation
import Synchronization
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimURLSession

/// Records scenarios: APIs concurrently, and the scenarios of an API in order.
struct Recorder: Sendable {
    let folder: URL
    let mode: RecordingMode
    let origin: RecordingOrigin
    let originMap: OriginMap
    /// The number of times that a request is sent again that a provider was too busy to answer.
    let retries: Int
    /// Whether each scenario runs a second time, to find what varies by itself.
    let runsTwice: Bool
    /// Whether every scenario is printed.
    let isVerbose: Bool
    let assessment: DriftAssessment
    /// The environment, the clock and the console. Its fake providers are started again for a scenario that
    /// needs its own.
    let context: CommandContext

    /// The scenarios of an API, while they run, at their position among those of all APIs.
    private struct Job: Sendable {
        let api: API
        let index: Int
        let pacer: RequestPacer?
        let pauses: PauseLog
        let progress: RecordingProgress

        func name(of scenario: Scenario) -> RecordingName {
            RecordingName(api: api.name, scenario: scenario.name)
        }
    }

    /// The seconds of silence after which a provider is unreachable, unless the app gives a request its own.
    private static let timeout = 15.0

    /// Runs all scenarios of a plan, and returns the runs in its order.
    func runs(of plan: RecordingPlan) async -> [ScenarioRun] {
        let progress = RecordingProgress(
            of: plan.items.count(where: \.hasLine), on: context.console, isVerbose: isVerbose)
        return await withTaskGroup { group in
            for (index, items) in OrderedGroups(grouping: plan.items, by: \.api.name).values.enumerated() {
                group.addTask { (index, await runs(of: items, at: index, progress)) }
            }
            var results: [(Int, [ScenarioRun])] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
    }

    /// Runs the scenarios of an API, until the provider cannot be reached or is too busy.
    private func runs(
        of items: [RecordingPlan.Item], at index: Int, _ progress: RecordingProgress
    ) async -> [ScenarioRun] {
        guard let api = items.first?.api else { return [] }
        let pauses = PauseLog()
        let job = Job(
            api: api, index: index, pacer: pacer(of: api, at: index, pauses, progress), pauses: pauses,
            progress: progress)
        defer { progress.end(api: index) }
        var runs: [ScenarioRun] = []
        var isBusy = false
        for item in items {
            if item.action == .record { progress.show("\(item.name)", of: index) }
            let run =
                switch item.action {
                case .needsKey(let key): ScenarioRun(item.name, from: origin, .needsKey(key))
                case .keep: ScenarioRun(item.name, from: origin, .kept)
                case .needsFakes: ScenarioRun(item.name, from: origin, .needsFakes)
                case .record where isBusy: ScenarioRun(item.name, from: origin, .notAsked)
                case .record: await run(item.scenario, in: job)
                }
            runs.append(run)
            if item.hasLine { progress.end(run, of: index) }
            switch run.ending {
            case .unreachable: return runs
            case .throttled: isBusy = true
            case .published, .unfinished, .unchanged, .kept, .needsFakes, .needsKey, .notAsked, .failed:
                continue
            }
        }
        return runs
    }

    /// Returns the pacer of an API; nil for a fake provider, which is never busy.
    private func pacer(
        of api: API, at index: Int, _ pauses: PauseLog, _ progress: RecordingProgress
    ) -> RequestPacer? {
        guard origin == .live else { return nil }
        return RequestPacer(
            rate: api.rate, retries: RetryPolicy(limit: retries, isBusy: api.isBusy), clock: context.clock
        ) {
            pause in
            pauses.add(pause)
            let wait = ScenarioRun.Figures.seconds(pause.duration)
            progress.show(
                "\(api.name): \(pause.reason), again in \(wait) (\(pause.attempts) of \(pause.limit))",
                of: index)
        }
    }

    // MARK: A scenario

    private func run(_ scenario: Scenario, in job: Job) async -> ScenarioRun {
        let environment = context.environment
        let start = context.clock.now()
        let store = RecordingStore(folder)
        var run = ScenarioRun(job.name(of: scenario), from: origin, .failed(""))
        _ = job.pauses.take()
        do {
            let own =
                scenario.isFakeOnly
                ? try context.fakes.start(environment.merging(scenario.fakeEnvironment) { $1 }) : nil
            defer { own?.stop() }
            let map = own?.map ?? originMap
            let old = store.snapshot(of: [run.name])[run.name]
            let player = try player(for: scenario, in: job, originMap: map)
            let problem = await play(scenario, on: player)
            let refusal = ScenarioRun.Ending(
                refusing: player.recorded, misses: player.misses, problem: problem, of: scenario, in: job.api,
                environment, assessment.checker)
            let summary = try player.finish(refusal == nil ? .succeeded : .failed)
            let count = summary.used.count + summary.recorded.count
            let isPublished = summary.publication == .published
            run.ending =
                if let refusal {
                    refusal
                } else if count == 0 {
                    .failed("it sent no request", next: "send its requests by `context.session`")
                } else {
                    isPublished ? .published(interactions: count) : .unchanged(interactions: count)
                }
            run.objection = problem
            run.redactions = summary.redactions.isEmpty ? nil : summary.redactions
            run.partialSearches = player.partialSearches
            run.figures = job.pauses.take()
            run.figures.bytes = summary.recorded.responseSize
            run.figures.elapsed = context.clock.now() - start
            if isPublished {
                let new = run.compare(with: old, in: store, assessment)
                run.conflict = new.flatMap { assessment.firstConflict(in: $0, api: job.api.name) }
            }
            if runsTwice, refusal == nil {
                run.variations = try await repeated(scenario, in: job, map, after: player)
            }
        } catch let error as RecordingError {
            run = ScenarioRun(
                run.name, from: origin, error.isUnfinished ? .unfinished(error) : .failed("\(error)"))
        } catch { run = ScenarioRun(run.name, from: origin, .failed("\(error)")) }
        return run
    }

    /// Runs a scenario again, publishes nothing, and returns what varies.
    private func repeated(
        _ scenario: Scenario, in job: Job, _ map: OriginMap, after first: Player
    ) async throws -> ScenarioVariations {
        job.progress.show("\(job.name(of: scenario)), again", of: job.index)
        let second = try player(for: scenario, in: job, originMap: map)
        let problem = await play(scenario, on: second)
        try second.finish(.failed)
        return ScenarioVariations(
            first.recorded, second.recorded, job.api.matching,
            problem: problem ?? second.misses.first.map { "\($0)" })
    }

    /// The number of characters of an error of the app that are shown; it may quote a whole body.
    private static let problemLength = 2_000

    /// Runs a scenario in a recorded session, and returns the error that it threw.
    private func play(_ scenario: Scenario, on player: Player) async -> String? {
        defer { context.console.redactor.addSecrets(of: player) }
        let interceptor = URLSessionInterceptor(player, attemptTimeout: Self.timeout)
        defer { interceptor.close() }
        let configuration = interceptor.configuration()
        // The session waits for all attempts of a request, and for the time between them.
        configuration.timeoutIntervalForRequest = 600
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        do {
            try await scenario.run(ScenarioContext(session: session, keys: context.environment))
            return nil
        } catch {
            return player.redact("\(error)").excerpt(Self.problemLength)
        }
    }

    private func player(
        for scenario: Scenario, in job: Job, originMap: OriginMap
    ) throws(RecordingError) -> Player {
        var options = Player.Options(
            redaction: job.api.redaction(environment: context.environment), matching: job.api.matching,
            originMap: originMap, origin: origin, refreshLog: RefreshLog(in: folder))
        options.pacer = job.pacer
        return try Player(
            recording: folder.appending(path: job.name(of: scenario).path), mode: mode, options: options,
            transport: URLSessionTransport())
    }
}

/// The waits of a scenario's requests.
private final class PauseLog: Sendable {
    private let figures = Mutex(ScenarioRun.Figures())

    func add(_ pause: RequestPacer.Pause) {
        figures.withLock { figures in
            figures.repeats.append("\(pause.reason)")
            figures.waited += pause.duration
        }
    }

    /// Returns the waits since the last call.
    func take() -> ScenarioRun.Figures {
        figures.withLock { figures in
            defer { figures = ScenarioRun.Figures() }
            return figures
        }
    }
}

extension RecordingError {
    /// Whether the recording was published nevertheless.
    fileprivate var isUnfinished: Bool {
        if case .unfinished = self { true } else { false }
    }
}
