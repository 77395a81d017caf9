import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

@Suite struct RefreshLogTests {
    @Test func `the log has the day and origin of each recording`() throws {
        try withTemporaryFolder { folder in
            let log = RefreshLog(in: folder)
            let day = Date(timeIntervalSince1970: 1_795_255_200)
            try log.update("b/two", origin: .fake, date: day)
            try log.update("a/one", origin: .live, date: day)
            let text = """
                {
                  "a/one": {
                    "day": "2026-11-21",
                    "origin": "live"
                  },
                  "b/two": {
                    "day": "2026-11-21",
                    "origin": "fake"
                  }
                }

                """
            #expect(try String(contentsOf: log.url, encoding: .utf8) == text)
        }
    }

    @Test func `publishing a recording updates the log`() throws {
        try withTemporaryFolder { folder in
            let log = RefreshLog(in: folder)
            let network = FakeNetwork { _ in .response(HTTPResponse(204)) }
            let player = try Player(
                recording: folder.appending(path: "api/case.har"), mode: .record,
                options: Player.Options(origin: .fake, refreshLog: log), transport: network)
            _ = player.outcome(HTTPRequest("GET", "https://a.test/1"))
            try player.finish(.succeeded)
            #expect(try log.entries().keys.sorted() == ["api/case"])
            #expect(try log.entries()["api/case"]?.origin == .fake)
        }
    }

    @Test func `concurrent updates lose no entry`() async throws {
        try await withTemporaryFolder { folder in
            let log = RefreshLog(in: folder)
            try await withThrowingTaskGroup { group in
                for index in 0..<20 { group.addTask { try log.update("api/\(index)", origin: .live) } }
                try await group.waitForAll()
            }
            #expect(try log.entries().count == 20)
        }
    }
}
