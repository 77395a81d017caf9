import Foundation
import HTTPArchive
import RecordReplay
import URLSessionReplay

/// A recording on disk to the first reply through `URLSession`, and the memory it takes; each time in a new process,
/// for only that tells what opening costs. The files lie in the page cache.
struct FirstReplyJob: BenchmarkJob {
    let name = "first-reply"
    let usage = "[ENTRIES]..."

    private static let rounds = 9

    func run(_ arguments: [String]) async throws {
        if arguments.first == "once" { return try await openOnce(Array(arguments.dropFirst())) }
        let counts = arguments.isEmpty ? [10, 1000, 10_000, 100_000] : arguments.compactMap { Int($0) }
        for count in counts {
            try await withTemporaryFolder { folder in
                let items = RecordedItems(count: count)
                let asked = count &* 7 / 10
                let embedded = folder.appendingPathComponent("embedded.har")
                try items.archive().embedded().write(to: embedded)
                try measure("first-reply-embedded/\(count)", embedded, items.url(asked))
                let attached = folder.appendingPathComponent("attached.har")
                try write(items, to: attached, withBodyOf: asked)
                try measure("first-reply-sidecars/\(count)", attached, items.url(asked))
            }
        }
    }

    /// Writes a recording with the bodies beside it, of which opening needs none and the reply one.
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
        let samples = try (0..<FirstReplyJob.rounds).map { _ in try sample(file, url) }
        func median(_ column: Int) -> Double { samples.map { $0[column] }.sorted()[samples.count / 2] }
        let bytes = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        let megabytes = figure(Double(bytes) / 1e6)
        printFigure(
            metric, median(0), "ms",
            [
                ("cpu_ms", figure(median(1))), ("min_ms", figure(samples.map { $0[0] }.min() ?? 0)),
                ("file_MB", megabytes), ("samples", "\(samples.count)"),
            ])
        printFigure(
            "\(metric)/peak", median(2), "MB",
            [("before_MB", figure(median(3))), ("anonymous_MB", figure(median(4)))])
    }

    /// Opens the file in another process, which prints five numbers.
    private func sample(_ file: URL, _ url: String) throws -> [Double] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [name, "once", file.path, url]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard process.terminationStatus == 0, numbers.count == 5 else {
            throw CocoaError(.executableLoad)
        }
        return numbers
    }

    /// Prints milliseconds on the wall and of the processor; the peak of the memory, what it was before, and what of
    /// it belongs to no file, in MB.
    private func openOnce(_ arguments: [String]) async throws {
        guard arguments.count == 2 else { throw CocoaError(.fileReadNoSuchFile) }
        let before = peakMemory()
        let (file, url) = (URL(fileURLWithPath: arguments[0]), arguments[1])
        var door: SessionDoor?
        let time = try await CallTime(of: 1) {
            let opened = SessionDoor(try Player(recording: file))
            try await opened.session().ask(1, atOnce: 1) { _ in url }
            door = opened
        }
        let memory = [peakMemory(), before, anonymousMemory()].map { Double($0) / 1e6 }
        print(time.wall / 1000, time.processor / 1000, memory[0], memory[1], memory[2])
        door?.close()
    }
}
