import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite struct `a recording process that is killed` {
    /// Records the scenario once, every body saying the same.
    private static func record(_ url: URL, _ words: String) throws {
        let network = FakeNetwork { _ in .response(HTTPResponse(200, body: .text(words))) }
        let player = try Player(recording: url, mode: .record, transport: network)
        for index in 0..<4 { _ = player.outcome(HTTPRequest("GET", "https://a.test/\(index)")) }
        try player.finish(.succeeded)
    }

    /// Records over and over, each time with other bodies, until the process is killed at some moment.
    private static func recordUntilKilled(_ url: URL, seed: Int) throws {
        Thread {
            usleep(UInt32(seed * 7919 % 40_000))
            kill(getpid(), SIGKILL)
        }.start()
        var round = 0
        while true {
            round += 1
            try record(url, "round \(round)")
        }
    }

    @Test func `leaves the old recording or the new one, whole`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "verbatim-\(UUID().uuidString)")
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("api/case.har")
        try Self.record(url, "round 0")
        for seed in 0..<200 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = url.path as String, seed = seed as Int] in
                try Self.recordUntilKilled(URL(filePath: path), seed: seed)
            }
            let bodies = try Archive(contentsOf: url).interactions.map {
                String(decoding: try $0.responseBytes(), as: UTF8.self)
            }
            #expect(bodies.count == 4)
            #expect(Set(bodies).count == 1)
        }
        try Self.record(url, "the last round")
        #expect(
            try files(in: folder).keys.sorted()
                == ["api/case.har", "api/case/1.txt", "api/case/2.txt", "api/case/3.txt", "api/case/4.txt"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/api").sorted() == [
                "case", "case.har",
            ])
    }
}
