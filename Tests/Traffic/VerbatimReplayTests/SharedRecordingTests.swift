import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

@Suite struct SharedRecordingTests {
    private static let url = "https://a.test/x"

    /// Records requests of a test case, all with the same response.
    static func record(
        _ name: String?, isOneOfSeveral: Bool = true, _ paths: [String] = ["x"], response: String? = nil,
        mode: RecordingMode = .record, at file: URL
    ) throws {
        let network = FakeNetwork { _ in .response(HTTPResponse(200, body: .text(response ?? name ?? ""))) }
        let options = Player.Options(
            testCase: name.map { RecordingCase($0, isOneOfSeveral: isOneOfSeveral) })
        let player = try Player(recording: file, mode: mode, options: options, transport: network)
        for path in paths { _ = player.outcome(HTTPRequest("GET", "https://a.test/\(path)")) }
        try player.finish(.succeeded)
    }

    private func replay(_ name: String?, isOneOfSeveral: Bool = true, at file: URL) throws -> Player {
        let testCase = name.map { RecordingCase($0, isOneOfSeveral: isOneOfSeveral) }
        return try Player(recording: file, options: Player.Options(testCase: testCase))
    }

    private func withFile(_ work: (URL) async throws -> Void) async throws {
        try await withTemporaryFolder { try await work($0.appending(path: "api/shared.har")) }
    }

    @Test func `test cases that record at the same time lose nothing`() async throws {
        let names = (0..<TestEffort.count(12, of: 100)).map { "Suite/case \($0)" }
        try await withFile { file in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for name in names { group.addTask { try Self.record(name, at: file) } }
                try await group.waitForAll()
            }
            for name in names { #expect(try replay(name, at: file).text("GET", Self.url) == name) }
            let cases = try Archive(contentsOf: file).interactions.map { $0.testCase?.name }
            #expect(cases == names.sorted())
        }
    }

    @Test func `the recording does not depend on the order of the test cases`() async throws {
        let names = (0..<5).map { "Suite/case \($0)" }
        let orders = [names, names.reversed(), names + names]
        var recordings: [[String]] = []
        for order in orders {
            try await withFile { file in
                for name in order { try Self.record(name, at: file) }
                recordings.append(
                    try Archive(contentsOf: file).interactions.map {
                        "\($0.testCase?.name ?? "") \(String(decoding: try $0.responseBytes(), as: UTF8.self))"
                    })
            }
        }
        #expect(Set(recordings).count == 1)
    }

    @Test func `recording a test case again replaces its interactions and no others`() async throws {
        try await withFile { file in
            try Self.record("Suite/a", ["x", "old"], at: file)
            try Self.record("Suite/b", at: file)
            try Self.record("Suite/a", ["x", "new"], response: "again", at: file)
            let interactions = try Archive(contentsOf: file).interactions
            #expect(interactions.map { $0.testCase?.name } == ["Suite/a", "Suite/a", "Suite/b"])
            #expect(try replay("Suite/a", at: file).text("GET", "https://a.test/new") == "again")
            #expect(try replay("Suite/b", at: file).text("GET", Self.url) == "Suite/b")
        }
    }

    @Test func `a recording made without test cases is taken over request by request`() async throws {
        try await withFile { file in
            let network = FakeNetwork { _ in .response(HTTPResponse(200, body: .text("scenario"))) }
            let player = try Player(recording: file, mode: .record, transport: network)
            for path in ["x", "y"] { _ = player.outcome(HTTPRequest("GET", "https://a.test/\(path)")) }
            try player.finish(.succeeded)
            try Self.record("Suite/a", at: file)
            let interactions = try Archive(contentsOf: file).interactions
            #expect(interactions.map { $0.testCase?.name } == [nil, "Suite/a"])
            #expect(interactions.map(\.request.url) == ["https://a.test/y", Self.url])
            #expect(try replay("Suite/a", at: file).text("GET", "https://a.test/y") == "scenario")
        }
    }

    @Test func `a test case without interactions replays those of all`() async throws {
        try await withFile { file in
            try Self.record("Suite/a", ["x"], at: file)
            try Self.record("Suite/b", ["y"], at: file)
            let player = try replay("Suite/new", at: file)
            #expect(try player.text("GET", "https://a.test/y") == "Suite/b")
            #expect(try player.finish(.succeeded).unused.isEmpty)
        }
    }

    @Test func `only own interactions are reported as unused`() async throws {
        try await withFile { file in
            try Self.record("Suite/a", ["x", "y"], at: file)
            try Self.record("Suite/b", ["z"], at: file)
            let player = try replay("Suite/a", at: file)
            _ = try player.text("GET", Self.url)
            let unused = try player.finish(.succeeded).unused.load()
            #expect(unused.map(\.request.url) == ["https://a.test/y"])
        }
    }

    @Test func `extending adds to the test case what no other recorded`() async throws {
        try await withFile { file in
            try Self.record("Suite/a", ["x"], at: file)
            try Self.record("Suite/b", ["x", "y"], mode: .extend, at: file)
            let interactions = try Archive(contentsOf: file).interactions
            #expect(interactions.map { $0.testCase?.name } == ["Suite/a", "Suite/b"])
            #expect(try replay("Suite/b", at: file).text("GET", Self.url) == "Suite/a")
            #expect(try replay("Suite/b", at: file).text("GET", "https://a.test/y") == "Suite/b")
        }
    }

    @Test func `two tests that name the same recording share it`() async throws {
        try await withFile { file in
            try Self.record("One/a", isOneOfSeveral: false, ["x", "y"], at: file)
            try Self.record("Other/b", isOneOfSeveral: false, ["x"], at: file)
            try Self.record("One/a", isOneOfSeveral: false, ["x"], response: "again", at: file)
            let first = try replay("One/a", isOneOfSeveral: false, at: file)
            #expect(try first.text("GET", Self.url) == "again")
            #expect(try first.finish(.succeeded).unused.isEmpty)
            #expect(
                try replay("Other/b", isOneOfSeveral: false, at: file).text("GET", Self.url) == "Other/b")
            #expect(
                try Archive(contentsOf: file).interactions.map { $0.testCase?.name } == ["One/a", "Other/b"])
        }
    }

    @Test func `a test that replays the recording of another should request all of it`() async throws {
        try await withFile { file in
            try Self.record("One/a", isOneOfSeveral: false, ["x", "y"], at: file)
            let player = try replay("Other/b", isOneOfSeveral: false, at: file)
            #expect(try player.text("GET", Self.url) == "One/a")
            #expect(try player.finish(.succeeded).unused.load().map(\.request.url) == ["https://a.test/y"])
        }
    }

    @Test func `a scenario replaces the answers of a test to the same requests`() async throws {
        try await withFile { file in
            try Self.record("Suite/a", isOneOfSeveral: false, ["x", "y"], at: file)
            try Self.record(nil, ["x", "z"], response: "scenario", at: file)
            let interactions = try Archive(contentsOf: file).interactions
            #expect(interactions.map { $0.testCase?.name } == [nil, nil, "Suite/a"])
            let test = try replay("Suite/a", isOneOfSeveral: false, at: file)
            #expect(try test.text("GET", Self.url) == "scenario")
            #expect(try test.text("GET", "https://a.test/y") == "Suite/a")
            #expect(try test.finish(.succeeded).unused.isEmpty)
            #expect(try replay(nil, at: file).text("GET", "https://a.test/z") == "scenario")
        }
    }

    @Test func `a scenario does not replace the answers of a test that asks more often`() async throws {
        try await withFile { file in
            try Self.record("Suite/a", isOneOfSeveral: false, ["x", "x"], at: file)
            try Self.record(nil, ["x"], response: "scenario", at: file)
            let test = try replay("Suite/a", isOneOfSeveral: false, at: file)
            #expect(try test.text("GET", Self.url) == "Suite/a")
            #expect(try test.text("GET", Self.url) == "Suite/a")
            #expect(try replay(nil, at: file).text("GET", Self.url) == "scenario")
        }
    }

    @Test func `a damaged shared recording is not replaced`() async throws {
        try await withFile { file in
            try Self.record("Suite/a", at: file)
            try Data("{".utf8).write(to: file)
            #expect(throws: RecordingError.self) { try Self.record("Suite/b", at: file) }
            #expect(try Data(contentsOf: file) == Data("{".utf8))
        }
    }
}
