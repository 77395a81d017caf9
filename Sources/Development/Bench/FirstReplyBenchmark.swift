import Foundation
import VerbatimHAR
import VerbatimReplay
import VerbatimURLSession

/// The time and memory from a recording on disk to the first reply through `URLSession`.
///
/// Each sample runs in a new process, as only the first opening shows the cost. The files are in the page
/// cache.
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
