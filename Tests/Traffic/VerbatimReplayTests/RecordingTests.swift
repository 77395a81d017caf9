import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimReplay

@Suite struct `recording` {
    /// Records one scenario into a folder and returns what became of it.
    @discardableResult
    private func record(
        _ folder: URL, mode: RecordingMode = .record, options: Player.Options = .init(),
        ending: Player.Ending = .succeeded,
        network: FakeNetwork, _ scenario: (Player) throws -> Void
    ) throws -> ReplaySummary {
        let player = try Player(
            recording: folder.appendingPathComponent("api/case.har"), mode: mode, options: options,
            transport: network)
        try scenario(player)
        return try player.finish(ending)
    }

    /// Answers with the URL, a date that is never the same, and fields in any order.
    private func echo(_ change: String = "") -> FakeNetwork {
        FakeNetwork { request in
            var fields = [
                ("Date", "\(UUID())"), ("Content-Type", "text/plain"), ("X-Request-Id", "\(UUID())"),
                ("Cache-Control", "max-age=\(Int.random(in: 0...99))"),
                ("Set-Cookie", "id=\(UUID()); Path=/"),
            ]
            fields.shuffle()
            return .response(
                HTTPResponse(
                    200, headers: HeaderFields(fields.map { .init(name: $0.0, value: $0.1) }),
                    body: .text("answer to \(request.url)\(request.url.hasSuffix("2") ? change : "")")))
        }
    }

    @Test func `gives the app the live answer and the recording the same one`() throws {
        try withFolder { folder in
            let summary = try record(folder, network: echo()) { player in
                let answer = try player.text("GET", "https://a.test/1")
                #expect(answer == "answer to https://a.test/1")
            }
            #expect(summary.publication == .published)
            #expect(summary.recorded.map(\.request.url) == ["https://a.test/1"])
            #expect(try files(in: folder).keys.sorted() == ["api/case.har", "api/case/1.txt"])
            let replaying = try Player(
                recording: folder.appendingPathComponent("api/case.har"), transport: noNetwork)
            #expect(try replaying.text("GET", "https://a.test/1") == "answer to https://a.test/1")
            #expect(replaying.name == "api/case")
        }
    }

    @Test func `records every outcome`() throws {
        let outcomes: [Outcome] = [
            .response(HTTPResponse(204)), .failure(TransportFailure(code: -1004, reason: "refused")),
            .failure(
                TransportFailure(code: -1005, reason: "cut off"),
                partial: HTTPResponse(200, body: .text("half"))),
            .response(HTTPResponse(302, headers: ["Location": "/x"])),
            .response(HTTPResponse(500, body: .text("no"))),
        ]
        try withFolder { folder in
            let network = FakeNetwork { request in outcomes[Int(request.url.suffix(1)) ?? 0] }
            try record(folder, network: network) { player in
                for index in outcomes.indices {
                    _ = player.outcome(HTTPRequest("GET", "https://a.test/\(index)"))
                }
            }
            let player = try Player(recording: folder.appendingPathComponent("api/case.har"))
            for (index, outcome) in outcomes.enumerated() {
                let replayed = player.outcome(HTTPRequest("GET", "https://a.test/\(index)"))
                #expect(replayed.response?.status == outcome.response?.status)
                #expect(try replayed.response?.body.bytes() == outcome.response?.body.bytes())
                if case .failure(let failure, _) = outcome {
                    guard case .failure(failure, _) = replayed else {
                        Issue.record("the failure was not replayed")
                        return
                    }
                }
            }
        }
    }

    @Test func `changes nothing when the API says the same`() throws {
        try withFolder { folder in
            let scenario = { (order: [Int]) in
                { (player: Player) in
                    for index in order { _ = try player.text("GET", "https://a.test/\(index)") }
                }
            }
            try record(folder, network: echo(), scenario([1, 2, 2, 3]))
            let before = try files(in: folder)
            let summary = try record(folder, network: echo(), scenario([3, 2, 1, 2]))
            #expect(summary.publication == .unchanged)
            #expect(try files(in: folder) == before)
        }
    }

    @Test func `changes only what the API says differently`() throws {
        try withFolder { folder in
            let scenario = { (player: Player) in
                for index in 1...3 { _ = try player.text("GET", "https://a.test/\(index)") }
            }
            try record(folder, network: echo(), scenario)
            let before = try files(in: folder)
            let summary = try record(folder, network: echo(" changed"), scenario)
            let after = try files(in: folder)
            #expect(summary.publication == .published)
            #expect(
                after.filter { before[$0.key] != $0.value }.keys.sorted() == [
                    "api/case.har", "api/case/2.txt",
                ])
            let url = folder.appendingPathComponent("api/case.har")
            let old = try Archive(parsing: before["api/case.har"] ?? Data(), path: "", folder: folder)
            let new = try Archive(contentsOf: url)
            #expect(
                old.interactions[0].outcome.response?.headers == new.interactions[0].outcome.response?.headers
            )
            #expect(
                old.interactions[1].outcome.response?.headers != new.interactions[1].outcome.response?.headers
            )
        }
    }

    @Test func `a new required field or a field that is gone is a change`() throws {
        try withFolder { folder in
            let network = { (headers: HeaderFields) in
                FakeNetwork { _ in .response(HTTPResponse(200, headers: headers)) }
            }
            let ask = { (player: Player) in _ = player.outcome(HTTPRequest("GET", "https://a.test/")) }
            let all: [(HeaderFields, ReplaySummary.Publication)] = [
                (["Date": "1", "X-A": "1", "Via": "x"], .published), (["Date": "2", "X-A": "1"], .unchanged),
                (["X-A": "1"], .published), (["X-A": "2"], .published),
                (["x-a": "2", "Age": "3"], .unchanged),
            ]
            for (headers, publication) in all {
                let summary = try record(folder, network: network(headers), ask)
                #expect(summary.publication == publication)
            }
        }
    }

    @Test func `publishes nothing when the scenario failed`() throws {
        try withFolder { folder in
            try record(folder, network: echo()) { _ = try $0.text("GET", "https://a.test/1") }
            let before = try files(in: folder)
            let summary = try record(folder, ending: .failed, network: echo()) { player in
                _ = try player.text("GET", "https://a.test/2")
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/api")
                #expect(names.count == 3)
            }
            #expect(summary.publication == .none)
            #expect(try files(in: folder) == before)
        }
    }

    @Test func `publishes nothing when nothing was asked`() throws {
        try withFolder { folder in
            try record(folder, network: echo()) { _ = try $0.text("GET", "https://a.test/1") }
            let before = try files(in: folder)
            #expect(try record(folder, network: echo()) { _ in }.publication == .none)
            #expect(try files(in: folder) == before)
        }
    }

    @Test func `extends a recording by what is missing`() throws {
        try withFolder { folder in
            try record(folder, network: echo()) { _ = try $0.text("GET", "https://a.test/1") }
            let network = echo()
            let summary = try record(folder, mode: .extend, network: network) { player in
                _ = try player.text("GET", "https://a.test/1")
                _ = try player.text("GET", "https://a.test/2")
            }
            #expect(network.asked.map(\.url) == ["https://a.test/2"])
            #expect(summary.used.count == 1)
            let archive = try Archive(contentsOf: folder.appendingPathComponent("api/case.har"))
            #expect(archive.interactions.map(\.request.url) == ["https://a.test/1", "https://a.test/2"])
            #expect(archive.interactions[1].location?.body?.hasSuffix("api/case/2.txt") == true)
        }
    }

    @Test func `adds no answer that somebody else has added since`() throws {
        try withFolder { folder in
            try record(folder, network: echo()) { _ = try $0.text("GET", "https://a.test/1") }
            try record(folder, mode: .extend, network: echo()) { player in
                for path in [1, 2, 2, 3] { _ = try player.text("GET", "https://a.test/\(path)") }
                try record(folder, mode: .extend, network: echo()) { other in
                    for path in [1, 1, 2, 4] { _ = try other.text("GET", "https://a.test/\(path)") }
                }
            }
            let archive = try Archive(contentsOf: folder.appendingPathComponent("api/case.har"))
            #expect(
                archive.interactions.map(\.request.url)
                    == [1, 1, 2, 4, 2, 3].map { "https://a.test/\($0)" })
        }
    }

    @Test func `asks the network and writes nothing in live mode`() throws {
        try withFolder { folder in
            let summary = try record(folder, mode: .live, network: echo()) {
                _ = try $0.text("GET", "https://a.test/1")
            }
            #expect(summary.recorded.count == 1)
            #expect(try files(in: folder).isEmpty)
        }
    }

    @Test func `keeps the times of pieces in a stream only, and sorts header fields`() throws {
        let response: @Sendable (String) -> HTTPResponse = { type in
            HTTPResponse(
                200, headers: ["X-B": "2", "content-type": type, "X-A": "1", "x-b": "1"], body: .text("abc"),
                chunks: [.init(length: 1, time: 0.123), .init(length: 2, time: 7.06)])
        }
        let network = FakeNetwork { request in
            .response(
                response(request.url.hasSuffix("1") ? "text/event-stream; charset=utf-8" : "text/plain"))
        }
        try withFolder { folder in
            let summary = try record(folder, network: network) { player in
                for index in 1...2 { _ = player.outcome(HTTPRequest("GET", "https://a.test/\(index)")) }
            }
            let archive = try Archive(contentsOf: folder.appendingPathComponent("api/case.har"))
            #expect(summary.recorded.count == 2)
            #expect(
                archive.interactions.map { $0.outcome.response?.chunks } == [
                    [.init(length: 1, time: 0.1), .init(length: 2, time: 7.1)], [],
                ])
            #expect(
                archive.interactions[0].outcome.response?.headers.map { "\($0.name): \($0.value)" } == [
                    "content-type: text/event-stream; charset=utf-8", "X-A: 1", "X-B: 2", "x-b: 1",
                ])
        }
    }

    @Test func `forgets an exchange that ends after the scenario`() throws {
        try withFolder { folder in
            let pending = Mutex<[@Sendable (Outcome) -> Void]>([])
            let network = PendingNetwork { completion in pending.withLock { $0.append(completion) } }
            let player = try Player(
                recording: folder.appendingPathComponent("api/case.har"), mode: .record, transport: network)
            guard case .deferred(let work) = player.respond(to: HTTPRequest("GET", "https://a.test/"), timeout: 1)
            else {
                Issue.record("an answer without asking")
                return
            }
            let answered = Mutex(false)
            _ = work { _ in answered.withLock { $0 = true } }
            #expect(try player.finish(.succeeded).publication == .none)
            for completion in pending.withLock({ $0 }) {
                completion(.response(HTTPResponse(200, body: .text("late"))))
            }
            #expect(answered.withLock { $0 })
            #expect(player.recorded.isEmpty)
            #expect(
                try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0 != "api" } == [])
        }
    }

    @Test func `five hundred players answer the same requests, each from its own recording`() async throws {
        let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<500 {
                group.addTask {
                    let archive = Archive((0..<5).map { .get("https://a.test/\($0)", "\(index) \($0)") })
                    let player = Player(archive: archive, name: "api/\(index)")
                    return try (0..<5).filter {
                        try player.text("GET", "https://a.test/\($0)") != "\(index) \($0)"
                    }.count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    @Test func `removes the journal of a process that is no more, and no other`() throws {
        try withFolder { folder in
            let own = ".case.journal-\(ProcessInfo.processInfo.processIdentifier)-1"
            for name in [".case.journal-999999999-1", own, ".other.journal-999999999-1"] {
                let journal = folder.appendingPathComponent("api/\(name)")
                try FileManager.default.createDirectory(at: journal, withIntermediateDirectories: true)
            }
            try record(folder, network: echo()) { _ = try $0.text("GET", "https://a.test/1") }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/api").sorted()
            #expect(left == [own, ".other.journal-999999999-1", "case", "case.har"])
        }
    }

    @Test func `asks the fake provider and records the provider`() throws {
        let options = Player.Options(originMap: OriginMap(["https://a.test": "http://127.0.0.1:81"]))
        let network = FakeNetwork { _ in
            .response(
                HTTPResponse(
                    302,
                    headers: [
                        "Location": "http://127.0.0.1:81/b?u=http://127.0.0.1:8100",
                        "X": "http://127.0.0.1:81",
                    ]))
        }
        try withFolder { folder in
            try record(folder, options: options, network: network) { player in
                let outcome = player.outcome(HTTPRequest("GET", "https://a.test/x?y=1"))
                #expect(outcome.response?.headers["Location"] == "https://a.test/b?u=http://127.0.0.1:8100")
                let refusal = try player.text("GET", "https://b.test/x")
                let words = "'GET https://b.test/x' would go to https://b.test, which has no fake provider"
                #expect(refusal.hasPrefix("request-without-fake-provider: \(words)\n"))
            }
            #expect(network.asked.map(\.url) == ["http://127.0.0.1:81/x?y=1"])
            let archive = try Archive(contentsOf: folder.appendingPathComponent("api/case.har"))
            #expect(archive.interactions.map(\.request.url) == ["https://a.test/x?y=1"])
            #expect(archive.interactions[0].outcome.response?.headers["X"] == "http://127.0.0.1:81")
        }
    }

    @Test func `notes the day and who answered`() throws {
        try withFolder { folder in
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
            let options = Player.Options(origin: .fake, refreshLog: log)
            try record(folder, options: options, network: echo()) {
                _ = try $0.text("GET", "https://a.test/1")
            }
            #expect(try log.entries()["api/case"]?.origin == .fake)
            #expect(try log.entries().count == 3)
        }
    }

    @Test func `many who note at once lose no entry`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "verbatim-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let log = RefreshLog(in: folder)
        try await withThrowingTaskGroup { group in
            for index in 0..<20 { group.addTask { try log.update("api/\(index)", origin: .live) } }
            try await group.waitForAll()
        }
        #expect(try log.entries().count == 20)
    }
}
