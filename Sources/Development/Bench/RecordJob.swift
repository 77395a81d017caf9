import Foundation
import VerbatimHAR
import VerbatimReplay
import VerbatimServer
import VerbatimURLSession

/// Recording 800 interactions with a server on this machine, up to the published files, beside the bare requests.
struct RecordJob: BenchmarkJob {
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
        // The folders are removed at the end: ext4 is slow to make files where some were removed a moment ago.
        let rivalry = try await withTemporaryFolder { folder in
            try await PairedBenchmark(rounds: 5, calls: count) { _ in
                try await record(count, url, in: folder.appendingPathComponent(UUID().uuidString))
            } floor: { _ in
                try await bare.ask(count, atOnce: 1, url: url)
            }
        }
        rivalry.print("record/\(count)", against: "bare")
        printFigure("record/\(count)/added", rivalry.difference * Double(count) / 1000, "ms")
    }

    private func record(
        _ count: Int, _ url: @escaping @Sendable (Int) -> String, in folder: URL
    ) async throws {
        let player = try Player(
            recording: folder.appendingPathComponent("items.har"), mode: .record,
            transport: URLSessionTransport())
        let door = URLSessionInterceptor(player)
        defer { door.close() }
        try await door.session().ask(count, atOnce: 1, url: url)
        let summary = try player.finish(.succeeded)
        guard summary.recorded.count == count else { throw CocoaError(.fileWriteUnknown) }
    }
}
