import Foundation
import VerbatimHAR
import VerbatimReplay
import VerbatimServer
import VerbatimURLSession

/// The player's lookup of a response, with and without a secret in the URL, against a dictionary of URLs.
struct LookupBenchmark: Benchmark {
    let name = "lookup"
    let usage = "[ENTRIES]..."

    func run(_ arguments: [String]) throws {
        let counts = arguments.isEmpty ? [10, 1000, 10_000, 100_000] : arguments.compactMap { Int($0) }
        for count in counts {
            let items = RecordedItems(count: count)
            let urls = (0..<1000).map { items.url($0 &* 7919) }
            try measureBaseline(items, urls)
            try measureLookups("lookup/\(count)", items.archive(), Redaction(), urls)
            try measureLookups(
                "lookup-redacted/\(count)", items.archive(suffix: "&api_key=REDACTED-api_key-1"),
                Redaction([Secret("api_key")]), urls.map { $0 + "&api_key=0123456789abcdef" })
        }
    }

    private func measureBaseline(_ items: RecordedItems, _ urls: [String]) throws {
        var replies: [String: HTTPResponse] = [:]
        for number in 0..<items.count { replies[items.url(number)] = items.response(number) }
        var next = 0
        try measure("lookup-floor/\(items.count)") {
            next = (next + 1) % urls.count
            guard replies[urls[next]]?.status == 200 else { throw URLError(.resourceUnavailable) }
        }
    }

    private func measureLookups(
        _ metric: String, _ archive: Archive, _ redaction: Redaction, _ urls: [String]
    ) throws {
        let options = Player.Options(redaction: redaction, exhausted: .repeatLast)
        let player = Player(archive: archive, name: "bench/\(metric)", options: options)
        let requests = urls.map { HTTPRequest("GET", $0) }
        var next = 0
        try measure(metric) {
            next = (next + 1) % requests.count
            guard case .immediate(.response) = player.respond(to: requests[next], timeout: 60) else {
                throw URLError(.resourceUnavailable)
            }
        }
    }
}

/// Replays of 1 KB through `URLSession` from recordings of several sizes, one at a time and 64 at once,
/// compared with a `URLProtocol` that has a dictionary, in sessions with and without a cache.
///
/// Every round sends the same requests; if the recording is large enough, also new ones in every round.
struct ReplayBenchmark: Benchmark {
    let name = "replay"
    let usage = "[ENTRIES]..."

    private let rounds = 61
    private let calls = 512

    func run(_ arguments: [String]) async throws {
        let counts = arguments.isEmpty ? [10, 1000, 10_000, 100_000] : arguments.compactMap { Int($0) }
        for count in counts {
            try await withTemporaryFolder { folder in
                let file = folder.appendingPathComponent("items.har")
                try RecordedItems(count: count).archive().selfContainedHAR().write(to: file)
                try await measureReplays(RecordedItems(count: count), file)
            }
        }
    }

    private func measureReplays(_ items: RecordedItems, _ file: URL) async throws {
        let player = try Player(recording: file, options: Player.Options(exhausted: .repeatLast))
        let interceptor = URLSessionInterceptor(player)
        defer { interceptor.close() }
        let session = interceptor.session()
        for (hasCache, baselineName) in [(true, "floor"), (false, "floor-without-cache")] {
            let baseline = try StubURLProtocol.session(items, hasCache: hasCache)
            for (width, way) in [(1, "sequential"), (64, "64-at-once")] {
                let benchmark = try await compare(session, baseline, concurrently: width) {
                    items.url($1 &* 7919)
                }
                benchmark.print("replay/\(way)/\(items.count)", against: baselineName)
            }
        }
        guard items.count > 2 * (rounds + 1) * calls else { return }
        let baseline = try StubURLProtocol.session(items, hasCache: false)
        for (half, width, way) in [(0, 1, "sequential"), (1, 64, "64-at-once")] {
            let benchmark = try await compare(session, baseline, concurrently: width) {
                [calls, rounds] round, number in items.url((half * (rounds + 1) + round) * calls + number)
            }
            benchmark.print("replay-new/\(way)/\(items.count)", against: "floor-without-cache")
        }
    }

    /// - Parameter url: The URL by round and number of the call.
    private func compare(
        _ session: URLSession, _ baseline: URLSession, concurrently width: Int,
        _ url: @escaping @Sendable (Int, Int) -> String
    ) async throws -> PairedBenchmark {
        try await PairedBenchmark(rounds: rounds, calls: calls) { round in
            try await session.fetch(calls, concurrently: width) { url(round, $0) }
        } baseline: { round in
            try await baseline.fetch(calls, concurrently: width) { url(round, $0) }
        }
    }
}

/// Recording 800 interactions with a local server, up to the published files, against the bare requests.
struct RecordBenchmark: Benchmark {
    let name = "record"
    let usage = "[INTERACTIONS]"

    func run(_ arguments: [String]) async throws {
        let count = arguments.first.flatMap { Int($0) } ?? 800
        let items = RecordedItems(count: count)
        let server = try HTTPServer.start { request, reply in
            reply(ServerResponse(items.response(Int(request.url.split(separator: "/").last ?? "") ?? 0)))
        }
        defer { server.stop() }
        let url: @Sendable (Int) -> String = { [origin = server.origin] in "\(origin)/items/\($0)" }
        let bare = URLSession(configuration: .ephemeral)
        // The folders are removed at the end, as ext4 creates files slowly where some were just removed.
        let benchmark = try await withTemporaryFolder { folder in
            try await PairedBenchmark(rounds: 5, calls: count) { _ in
                try await record(count, url, in: folder.appendingPathComponent(UUID().uuidString))
            } baseline: { _ in
                try await bare.fetch(count, concurrently: 1, url: url)
            }
        }
        benchmark.print("record/\(count)", against: "bare")
        printFigure("record/\(count)/added", benchmark.difference * Double(count) / 1000, "ms")
    }

    private func record(
        _ count: Int, _ url: @escaping @Sendable (Int) -> String, in folder: URL
    ) async throws {
        let player = try Player(
            recording: folder.appendingPathComponent("items.har"), mode: .record,
            transport: URLSessionTransport())
        let interceptor = URLSessionInterceptor(player)
        defer { interceptor.close() }
        try await interceptor.session().fetch(count, concurrently: 1, url: url)
        let summary = try player.finish(.succeeded)
        guard summary.recorded.count == count else { throw CocoaError(.fileWriteUnknown) }
    }
}

/// The time and memory from a recording on disk to the first reply through `URLSession`.
///
/// Each sample runs in a new process, as only the first opening shows the cost. The files are cached.
struct FirstReplyBenchmark: Benchmark {
    let name = "first-reply"
    let usage = "[ENTRIES]..."

    private static let rounds = 9

    func run(_ arguments: [String]) async throws {
        if arguments.first == "once" { return try await openOnce(Array(arguments.dropFirst())) }
        let counts = arguments.isEmpty ? [10, 1000, 10_000, 100_000] : arguments.compactMap { Int($0) }
        for count in counts {
            try await withTemporaryFolder { folder in
                let items = RecordedItems(count: count)
                let fetched = count &* 7 / 10
                let embedded = folder.appendingPathComponent("embedded.har")
                try items.archive().selfContainedHAR().write(to: embedded)
                try measure("first-reply-embedded/\(count)", embedded, items.url(fetched))
                let attached = folder.appendingPathComponent("attached.har")
                try write(items, to: attached, withBodyOf: fetched)
                try measure("first-reply-sidecars/\(count)", attached, items.url(fetched))
            }
        }
    }

    /// Writes a recording with sidecar bodies, of which only that of the reply is needed.
    private func write(_ items: RecordedItems, to file: URL, withBodyOf entry: Int) throws {
        let files = try ArchiveFiles(items.archive(), at: file)
        try files.har.write(to: file)
        let body = files.bodies[entry]
        let url = file.deletingLastPathComponent().appendingPathComponent(body.path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try body.bytes.write(to: url)
    }

    private func measure(_ metric: String, _ file: URL, _ url: String) throws {
        let samples = try (0..<FirstReplyBenchmark.rounds).map { _ in try sample(file, url) }
        func median(_ value: KeyPath<Sample, Double>) -> Double {
            samples.map { $0[keyPath: value] }.sorted()[samples.count / 2]
        }
        let bytes = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        printFigure(
            metric, median(\.wall), "ms",
            [
                ("cpu_ms", figure(median(\.processor))),
                ("min_ms", figure(samples.map(\.wall).min() ?? 0)), ("open_ms", figure(median(\.open))),
                ("file_MB", figure(Double(bytes) / 1e6)), ("samples", "\(samples.count)"),
            ])
        printFigure(
            "\(metric)/peak", median(\.peak), "MB",
            [("before_MB", figure(median(\.before))), ("anonymous_MB", figure(median(\.anonymous)))])
    }

    /// The measurements of one process: wall-clock and CPU time, and wall-clock time until the recording is
    /// open, in ms; the peak memory, the peak before opening, and the anonymous memory at the end, in MB.
    private struct Sample: Codable {
        var wall, processor, open: Double
        var peak, before, anonymous: Double
    }

    /// Takes a sample in a new process.
    private func sample(_ file: URL, _ url: String) throws -> Sample {
        try JSONDecoder().decode(Sample.self, from: outputOfNewProcess([name, "once", file.path, url]))
    }

    /// Takes a sample in this process and prints it.
    private func openOnce(_ arguments: [String]) async throws {
        guard arguments.count == 2 else { throw CocoaError(.fileReadNoSuchFile) }
        let (file, url) = (URL(fileURLWithPath: arguments[0]), arguments[1])
        let before = peakMemory()
        var player: Player?
        let open = try CallTime(of: 1) { player = try Player(recording: file) }
        guard let player else { return }
        let interceptor = URLSessionInterceptor(player)
        let reply = try await CallTime(of: 1) {
            try await interceptor.session().fetch(1, concurrently: 1) { _ in url }
        }
        let sample = Sample(
            wall: (open.wall + reply.wall) / 1000, processor: (open.processor + reply.processor) / 1000,
            open: open.wall / 1000, peak: Double(peakMemory()) / 1e6, before: Double(before) / 1e6,
            anonymous: Double(anonymousMemory()) / 1e6)
        print(String(decoding: try JSONEncoder().encode(sample), as: UTF8.self))
        interceptor.close()
    }
}
