import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

@Suite struct KilledRecordingTests {
    /// Records a scenario once, with equal bodies.
    private static func record(_ url: URL, body: String) throws {
        let network = FakeNetwork { _ in .response(HTTPResponse(200, body: .text(body))) }
        let player = try Player(recording: url, mode: .record, transport: network)
        for index in 0..<4 { _ = player.outcome(HTTPRequest("GET", "https://a.test/\(index)")) }
        try player.finish(.succeeded)
    }

    /// Records again and again, each time with other bodies, until the process kills itself.
    private static func recordUntilKilled(_ url: URL, seed: Int) throws {
        Thread {
            usleep(UInt32(seed * 7919 % 40_000))
            kill(getpid(), SIGKILL)
        }.start()
        var round = 0
        while true {
            round += 1
            try record(url, body: "round \(round)")
        }
    }

    @Test func `a process killed at any moment leaves the old recording or the new one`() async throws {
        try await withTemporaryFolder { folder in
            let url = folder.appending(path: "api/case.har")
            try Self.record(url, body: "round 0")
            for seed in 1...TestEffort.count(4, of: 200) {
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
            try Self.record(url, body: "the last round")
            #expect(
                try TemporaryFolder.files(in: folder).keys.sorted() == [
                    "api/case.har", "api/case/1.txt", "api/case/2.txt", "api/case/3.txt", "api/case/4.txt",
                ])
            #expect(try TemporaryFolder.names(in: folder.appending(path: "api")) == ["case", "case.har"])
        }
    }
}
