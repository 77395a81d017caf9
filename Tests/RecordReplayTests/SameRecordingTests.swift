import Foundation
import HTTPArchive
import RecordReplay
import Testing

@Suite struct `a recording that two processes make at once` {
    /// Records a scenario of as many requests as its words say, every body saying the same, once both are there.
    private static func record(_ words: String, in folder: URL, rounds: Int) throws {
        try meet(words, in: folder)
        let network = FakeNetwork { _ in .response(HTTPResponse(200, body: .text(words))) }
        for _ in 0..<rounds {
            let player = try Player(
                recording: folder.appendingPathComponent("api/case.har"), mode: .record, transport: network)
            for index in 0..<words.utf8.count {
                _ = player.outcome(HTTPRequest("GET", "https://a.test/\(index)"))
            }
            try player.finish(.succeeded)
        }
    }

    /// Waits until the other process is there as well, so that both record at the same time.
    private static func meet(_ words: String, in folder: URL) throws {
        let lobby = folder.appendingPathComponent("lobby")
        try FileManager.default.createDirectory(at: lobby, withIntermediateDirectories: true)
        try Data().write(to: lobby.appendingPathComponent(words))
        while try FileManager.default.contentsOfDirectory(atPath: lobby.path).count < 2 { sched_yield() }
    }

    @Test(.timeLimit(.minutes(1))) func `is wholly the one or the other`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "verbatim-\(UUID().uuidString)")
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        // One of them has been seen to end by SIGILL, once, with all tests running at the same time; the reason is open.
        await withKnownIssue("a process may give up", isIntermittent: true) {
            async let one = #expect(processExitsWith: .success) { [path = folder.path as String] in
                try Self.record("one", in: URL(filePath: path), rounds: 60)
            }
            async let other = #expect(processExitsWith: .success) { [path = folder.path as String] in
                try Self.record("another", in: URL(filePath: path), rounds: 60)
            }
            _ = await (one, other)
        }
        let recording = folder.appendingPathComponent("api/case.har")
        let bodies = try Archive(contentsOf: recording).interactions.map {
            String(decoding: try $0.responseBytes(), as: UTF8.self)
        }
        let words = try #require(bodies.first)
        #expect(["one", "another"].contains(words))
        #expect(bodies == Array(repeating: words, count: words.utf8.count))
        let sidecars = (1...bodies.count).map { "case/\($0).txt" }
        #expect(
            try files(in: folder.appendingPathComponent("api")).keys.sorted() == ["case.har"] + sidecars)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/api").sorted()
                == ["case", "case.har"])
    }
}
