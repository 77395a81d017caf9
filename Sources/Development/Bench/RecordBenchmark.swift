import Foundation
import VerbatimHAR
import VerbatimReplay
import VerbatimServer
import VerbatimURLSession

/// Recording 800 interactions with a local server, up to the published files, compared with the bare
/// requests.
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
