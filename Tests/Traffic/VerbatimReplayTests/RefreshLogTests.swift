import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

@Suite struct RefreshLogTests {
    @Test func `the log has the day of each recording`() throws {
        try withTemporaryFolder { folder in
            let log = RefreshLog(in: folder)
            let day = Date(timeIntervalSince1970: 1_795_255_200)
            try log.update("b/two", date: day)
            try log.update("a/one", date: day)
            let text = """
                {
                  "a/one": "2026-11-21",
                  "b/two": "2026-11-21"
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
            #expect(try log.days().keys.sorted() == ["api/case"])
        }
    }

    @Test(arguments: [
        ("{\n<<<<<<< HEAD\n", "unresolved merge conflict; keep one of the two versions", ":2:1"),
        ("[]", "it is not an object", ":1:1"), ("{", "unexpected end of text", ":1:2"),
    ])
    func `nothing is replaced if the log is damaged`(text: String, reason: String, location: String) throws {
        try withTemporaryFolder { folder in
            let log = RefreshLog(in: folder)
            let record = { (body: String) in
                let network = FakeNetwork { _ in .response(HTTPResponse(200, body: .text(body))) }
                let player = try Player(
                    recording: folder.appending(path: "api/case.har"), mode: .record,
                    options: Player.Options(refreshLog: log), transport: network)
                _ = player.outcome(HTTPRequest("GET", "https://a.test/1"))
                try player.finish(.succeeded)
            }
            try record("old")
            try Data(text.utf8).write(to: log.url)
            let old = try TemporaryFolder.files(in: folder)
            let error = #expect(throws: RecordingError.self) { try record("new") }
            let message = try #require(error?.description)
            #expect(
                message.hasPrefix("refresh-log-damaged: the log of days is damaged: \(reason)"))
            #expect(message.contains("\n  at \(log.url.path)\(location)\n"))
            #expect(try TemporaryFolder.files(in: folder) == old)
        }
    }

    @Test func `an entry that makes no sense is unknown, and stays`() throws {
        try withTemporaryFolder { folder in
            let log = RefreshLog(in: folder)
            let text = """
                {"a/1": "2026-02-30", "a/2": {"origin": "live"}, "a/3": "2028-02-29", "a/4": 5, "a/5": {"note": 1}}
                """
            try Data(text.utf8).write(to: log.url)
            #expect(try log.days().keys.sorted() == ["a/3"])
            try log.update("a/0")
            let written = try String(contentsOf: log.url, encoding: .utf8)
            #expect(written.contains("2026-02-30") && written.contains("note") && written.contains("a/4"))
            #expect(try log.days().keys.sorted() == ["a/0", "a/3"])
        }
    }

    @Test func `a log with origins is read, and its entries stay until they are recorded again`() throws {
        try withTemporaryFolder { folder in
            let log = RefreshLog(in: folder)
            let text =
                #"{"a/1": {"day": "2026-02-28", "origin": "live"}, "a/2": {"day": "2026-02-27", "origin": "x"}}"#
            try Data(text.utf8).write(to: log.url)
            #expect(try log.days() == ["a/1": "2026-02-28", "a/2": "2026-02-27"])
            try log.update("a/1", date: Date(timeIntervalSince1970: 1_795_255_200))
            #expect(try log.days() == ["a/1": "2026-11-21", "a/2": "2026-02-27"])
            #expect(try String(contentsOf: log.url, encoding: .utf8).count { $0 == "x" } == 1)
        }
    }

    @Test func `a recording beside the log is published`() throws {
        try withTemporaryFolder { folder in
            let network = FakeNetwork { _ in .response(HTTPResponse(204)) }
            let player = try Player(
                recording: folder.appending(path: "case.har"), mode: .record,
                options: Player.Options(refreshLog: RefreshLog(in: folder)), transport: network)
            _ = player.outcome(HTTPRequest("GET", "https://a.test/1"))
            #expect(try player.finish(.succeeded).publication == .published)
        }
    }

    @Test func `concurrent updates lose no entry`() async throws {
        try await withTemporaryFolder { folder in
            let log = RefreshLog(in: folder)
            try await withThrowingTaskGroup { group in
                for index in 0..<20 { group.addTask { try log.update("api/\(index)") } }
                try await group.waitForAll()
            }
            #expect(try log.days().count == 20)
        }
    }
}
