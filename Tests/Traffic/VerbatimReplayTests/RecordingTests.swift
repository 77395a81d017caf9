import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

@Suite struct RecordingTests {
    /// Records a scenario into a folder.
    @discardableResult
    private func record(
        _ folder: URL, mode: RecordingMode = .record, options: Player.Options = .init(),
        ending: Player.Ending = .succeeded,
        network: FakeNetwork, _ scenario: (Player) throws -> Void
    ) throws -> ReplaySummary {
        let player = try Player(
            recording: folder.appending(path: "api/case.har"), mode: mode, options: options,
            transport: network)
        try scenario(player)
        return try player.finish(ending)
    }

    /// Responds with the URL, a different date each time, and header fields in random order.
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
                    body: .text("response to \(request.url)\(request.url.hasSuffix("2") ? change : "")")))
        }
    }

    @Test func `the app and the recording get the same response`() throws {
        try withTemporaryFolder { folder in
            let summary = try record(folder, network: echo()) { player in
                let text = try player.text("GET", "https://a.test/1")
                #expect(text == "response to https://a.test/1")
            }
            #expect(summary.publication == .published)
            #expect(summary.recorded.map(\.request.url) == ["https://a.test/1"])
            #expect(
                try TemporaryFolder.files(in: folder).keys.sorted() == ["api/case.har", "api/case/1.txt"])
            let replaying = try Player(
                recording: folder.appending(path: "api/case.har"), transport: noNetwork)
            #expect(try replaying.text("GET", "https://a.test/1") == "response to https://a.test/1")
            #expect(replaying.name == "api/case")
        }
    }

    @Test(arguments: [RecordingMode.record, .extend, .live])
    func `a recording whose bodies are too large together is not kept`(mode: RecordingMode) throws {
        try withTemporaryFolder { folder in
            try record(folder, network: echo()) { _ = try $0.text("GET", "https://a.test/0") }
            let files = try TemporaryFolder.files(in: folder)
            var options = Player.Options()
            options.bodyLimit = 60
            #expect(throws: RecordingError.tooLarge(limit: 60)) {
                try record(folder, mode: mode, options: options, network: echo()) { player in
                    for number in 1...3 {
                        let text = try player.text("GET", "https://a.test/\(number)")
                        #expect(text == "response to https://a.test/\(number)")
                        #expect(player.recorded.count == [0, 1, 2, 0][number])
                    }
                }
            }
            #expect(try TemporaryFolder.files(in: folder) == files)
        }
    }

    @Test func `a system that spells the names of header fields differently changes no file`() throws {
        try withTemporaryFolder { folder in
            var files: [[String: Data]] = []
            for names in [["content-type", "etag", "x-a"], ["Content-Type", "Etag", "X-A"]] {
                let fields = zip(names, ["text/plain", "\"\(names[1])\"", "1"])
                let headers = HeaderFields(fields.map { .init(name: $0, value: $1) })
                let network = FakeNetwork { _ in
                    .response(HTTPResponse(200, headers: headers, body: .text("a")))
                }
                try record(folder, network: network) { player in
                    _ = player.outcome(HTTPRequest("GET", "https://a.test/1", headers: [names[2]: "b"]))
                }
                files.append(try TemporaryFolder.files(in: folder))
            }
            #expect(files[0] == files[1])
        }
    }

    @Test func `every kind of outcome is recorded`() throws {
        let outcomes: [Outcome] = [
            .response(HTTPResponse(204)), .failure(TransportFailure(code: -1004, reason: "refused")),
            .failure(
                TransportFailure(code: -1005, reason: "cut off"),
                partial: HTTPResponse(200, body: .text("half"))),
            .response(HTTPResponse(302, headers: ["Location": "/x"])),
            .response(HTTPResponse(500, body: .text("no"))),
        ]
        try withTemporaryFolder { folder in
            let network = FakeNetwork { request in outcomes[Int(request.url.suffix(1)) ?? 0] }
            try record(folder, network: network) { player in
                for index in outcomes.indices {
                    _ = player.outcome(HTTPRequest("GET", "https://a.test/\(index)"))
                }
            }
            let player = try Player(recording: folder.appending(path: "api/case.har"))
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

    @Test func `recording an unchanged API again changes no file`() throws {
        try withTemporaryFolder { folder in
            let scenario = { (order: [Int]) in
                { (player: Player) in
                    for index in order { _ = try player.text("GET", "https://a.test/\(index)") }
                }
            }
            try record(folder, network: echo(), scenario([1, 2, 2, 3]))
            let before = try TemporaryFolder.files(in: folder)
            let summary = try record(folder, network: echo(), scenario([3, 2, 1, 2]))
            #expect(summary.publication == .unchanged)
            #expect(try TemporaryFolder.files(in: folder) == before)
        }
    }

    @Test func `recording a changed API again changes only what differs`() throws {
        try withTemporaryFolder { folder in
            let scenario = { (player: Player) in
                for index in 1...3 { _ = try player.text("GET", "https://a.test/\(index)") }
            }
            try record(folder, network: echo(), scenario)
            let before = try TemporaryFolder.files(in: folder)
            let summary = try record(folder, network: echo(" changed"), scenario)
            let after = try TemporaryFolder.files(in: folder)
            #expect(summary.publication == .published)
            #expect(
                after.filter { before[$0.key] != $0.value }.keys.sorted() == [
                    "api/case.har", "api/case/2.txt",
                ])
            let url = folder.appending(path: "api/case.har")
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

    @Test func `an added or removed header field is a change, unless it is volatile`() throws {
        try withTemporaryFolder { folder in
            let network = { (headers: HeaderFields) in
                FakeNetwork { _ in .response(HTTPResponse(200, headers: headers)) }
            }
            let scenario = { (player: Player) in _ = player.outcome(HTTPRequest("GET", "https://a.test/")) }
            let all: [(HeaderFields, ReplaySummary.Publication)] = [
                (["Date": "1", "X-A": "1", "Via": "x"], .published), (["Date": "2", "X-A": "1"], .unchanged),
                (["X-A": "1"], .published), (["X-A": "2"], .published),
                (["x-a": "2", "Age": "3"], .unchanged),
            ]
            for (headers, publication) in all {
                let summary = try record(folder, network: network(headers), scenario)
                #expect(summary.publication == publication)
            }
        }
    }

    @Test func `a header field that the rules ignore is no change`() throws {
        try withTemporaryFolder { folder in
            let options = Player.Options(
                matching: MatchingRules(ignoredResponseHeaders: ["X-Shard", "X-Gateway-*"]))
            for (number, publication) in zip(1..., [ReplaySummary.Publication.published, .unchanged]) {
                let network = FakeNetwork { _ in
                    let headers: HeaderFields = ["x-shard": "\(number)", "X-Gateway-\(number)": "a"]
                    return .response(HTTPResponse(200, headers: headers))
                }
                let summary = try record(folder, options: options, network: network) { player in
                    _ = player.outcome(HTTPRequest("GET", "https://a.test/"))
                }
                #expect(summary.publication == publication)
            }
        }
    }

    @Test func `a failed scenario publishes nothing`() throws {
        try withTemporaryFolder { folder in
            try record(folder, network: echo()) { _ = try $0.text("GET", "https://a.test/1") }
            let before = try TemporaryFolder.files(in: folder)
            let summary = try record(folder, ending: .failed, network: echo()) { player in
                _ = try player.text("GET", "https://a.test/2")
                #expect(try TemporaryFolder.files(in: folder) == before)
            }
            #expect(summary.publication == .none)
            #expect(try TemporaryFolder.files(in: folder) == before)
        }
    }

    @Test func `a scenario without requests publishes nothing`() throws {
        try withTemporaryFolder { folder in
            try record(folder, network: echo()) { _ = try $0.text("GET", "https://a.test/1") }
            let before = try TemporaryFolder.files(in: folder)
            #expect(try record(folder, network: echo()) { _ in }.publication == .none)
            #expect(try TemporaryFolder.files(in: folder) == before)
        }
    }

    @Test func `extending a recording adds the missing interactions`() throws {
        try withTemporaryFolder { folder in
            try record(folder, network: echo()) { _ = try $0.text("GET", "https://a.test/1") }
            let network = echo()
            let summary = try record(folder, mode: .extend, network: network) { player in
                _ = try player.text("GET", "https://a.test/1")
                _ = try player.text("GET", "https://a.test/2")
            }
            #expect(network.requests.map(\.url) == ["https://a.test/2"])
            #expect(summary.used.count == 1)
            let archive = try Archive(contentsOf: folder.appending(path: "api/case.har"))
            #expect(archive.interactions.map(\.request.url) == ["https://a.test/1", "https://a.test/2"])
            #expect(archive.interactions[1].location?.body?.hasSuffix("api/case/2.txt") == true)
        }
    }

    @Test func `extending a recording skips what another player has added`() throws {
        try withTemporaryFolder { folder in
            try record(folder, network: echo()) { _ = try $0.text("GET", "https://a.test/1") }
            try record(folder, mode: .extend, network: echo()) { player in
                for path in [1, 2, 2, 3] { _ = try player.text("GET", "https://a.test/\(path)") }
                try record(folder, mode: .extend, network: echo()) { other in
                    for path in [1, 1, 2, 4] { _ = try other.text("GET", "https://a.test/\(path)") }
                }
            }
            let archive = try Archive(contentsOf: folder.appending(path: "api/case.har"))
            #expect(
                archive.interactions.map(\.request.url)
                    == [1, 1, 2, 4, 2, 3].map { "https://a.test/\($0)" })
        }
    }

    @Test func `live mode uses the network and writes nothing`() throws {
        try withTemporaryFolder { folder in
            let summary = try record(folder, mode: .live, network: echo()) {
                _ = try $0.text("GET", "https://a.test/1")
            }
            #expect(summary.recorded.count == 1)
            #expect(try TemporaryFolder.files(in: folder).isEmpty)
        }
    }

    @Test func `chunk times are recorded for streams only, and header fields are sorted`() throws {
        let response: @Sendable (String) -> HTTPResponse = { type in
            HTTPResponse(
                200, headers: ["X-B": "2", "content-type": type, "X-A": "1", "x-b": "1"], body: .text("abc"),
                chunks: [.init(length: 1, time: 0.123), .init(length: 2, time: 7.06)])
        }
        let network = FakeNetwork { request in
            .response(
                response(request.url.hasSuffix("1") ? "text/event-stream; charset=utf-8" : "text/plain"))
        }
        try withTemporaryFolder { folder in
            let summary = try record(folder, network: network) { player in
                for index in 1...2 { _ = player.outcome(HTTPRequest("GET", "https://a.test/\(index)")) }
            }
            let archive = try Archive(contentsOf: folder.appending(path: "api/case.har"))
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

    @Test func `an outcome after the end of the scenario is not recorded`() throws {
        try withTemporaryFolder { folder in
            let pending = Mutex<[@Sendable (ResponsePart) -> Void]>([])
            let network = PendingNetwork { completion in pending.withLock { $0.append(completion) } }
            let player = try Player(
                recording: folder.appending(path: "api/case.har"), mode: .record, transport: network)
            guard
                case .deferred(let work) = player.respond(
                    to: HTTPRequest("GET", "https://a.test/"), timeout: 1)
            else {
                Issue.record("a response without a request to the network")
                return
            }
            let completed = Mutex(false)
            _ = work { _ in completed.withLock { $0 = true } }
            #expect(try player.finish(.succeeded).publication == .none)
            for completion in pending.withLock({ $0 }) {
                completion(.end(.response(HTTPResponse(200, body: .text("late")))))
            }
            #expect(completed.withLock { $0 })
            #expect(player.recorded.isEmpty)
            #expect(
                try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0 != "api" } == [])
        }
    }

    @Test func `five hundred players respond to the same requests, each from its own recording`() async throws
    {
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

    @Test func `nothing is written before the scenario has ended`() throws {
        try withTemporaryFolder { folder in
            let summary = try record(folder, network: echo()) { player in
                _ = try player.text("GET", "https://a.test/1")
                #expect(try TemporaryFolder.names(in: folder) == [])
            }
            #expect(summary.publication == .published)
        }
    }

    @Test func `the recording has its origin, and recording it again changes no byte`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "api/case.har")
            for origin in [RecordingOrigin.fake, .fake, .live, .live] {
                let old = try? Archive(contentsOf: url)
                let summary = try record(folder, options: .init(origin: origin), network: echo()) {
                    _ = try $0.text("GET", "https://a.test/1")
                }
                #expect(summary.publication == (old?.origin == origin ? .unchanged : .published))
                #expect(try Archive(contentsOf: url).origin == origin)
            }
        }
    }

    @Test func `a fake provider responds and the recording names the provider`() throws {
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
        try withTemporaryFolder { folder in
            try record(folder, options: options, network: network) { player in
                let outcome = player.outcome(HTTPRequest("GET", "https://a.test/x?y=1"))
                #expect(outcome.response?.headers["Location"] == "https://a.test/b?u=http://127.0.0.1:8100")
                let refusal = try player.text("GET", "https://b.test/x")
                let problem =
                    "'GET https://b.test/x' has the origin https://b.test, which has no fake provider"
                #expect(refusal.hasPrefix("request-without-fake-provider: \(problem)\n"))
            }
            #expect(network.requests.map(\.url) == ["http://127.0.0.1:81/x?y=1"])
            let archive = try Archive(contentsOf: folder.appending(path: "api/case.har"))
            #expect(archive.interactions.map(\.request.url) == ["https://a.test/x?y=1"])
            #expect(archive.interactions[0].outcome.response?.headers["X"] == "http://127.0.0.1:81")
        }
    }
}
