import Foundation
import HTTPArchive
import RecordReplay
import URLSessionReplay

/// Replays a second through `URLSession`, 1 KB each, from recordings of several sizes; one at a time and 64 at once,
/// beside a bare `URLProtocol` with a dictionary, in a session as it comes and in one without a cache.
struct ReplayJob: BenchmarkJob {
    let name = "replay"
    let usage = "[ENTRIES]..."

    func run(_ arguments: [String]) async throws {
        let counts = arguments.isEmpty ? [10, 1000, 10_000, 100_000] : arguments.compactMap { Int($0) }
        for count in counts {
            try await withTemporaryFolder { folder in
                let file = folder.appendingPathComponent("items.har")
                try RecordedItems(count: count).archive().embedded().write(to: file)
                try await measureReplays(RecordedItems(count: count), file)
            }
        }
    }

    private func measureReplays(_ items: RecordedItems, _ file: URL) async throws {
        let player = try Player(recording: file, options: Player.Options(exhausted: .repeatLast))
        let door = SessionDoor(player)
        defer { door.close() }
        let ours = door.session()
        let asked = 1024
        let url: @Sendable (Int) -> String = { items.url($0 &* 7919) }
        for (hasCache, floorName) in [(true, "floor"), (false, "floor-without-cache")] {
            let floor = try CannedProtocol.session(items, hasCache: hasCache)
            for (width, way) in [(1, "sequential"), (64, "64-at-once")] {
                let rivalry = try await Rivalry(rounds: 15, calls: asked) {
                    try await ours.ask(asked, atOnce: width, url: url)
                } floor: {
                    try await floor.ask(asked, atOnce: width, url: url)
                }
                rivalry.print("replay/\(way)/\(items.count)", against: floorName)
            }
        }
    }
}
